import { expect, test } from 'vitest'
import { localDate } from '../calendar/local-date.ts'
import type { RoleGrant } from './authority.ts'
import { holdsCounterRight, linkedPair } from './linked-accounts.ts'

const TODAY = localDate(2026, 3, 3)
const grant = (role: RoleGrant['role'], overrides: Partial<RoleGrant> = {}): RoleGrant => ({
  role,
  portfolioId: 118,
  amountLimit: null,
  from: localDate(2026, 1, 1),
  until: null,
  ...overrides,
})

test.each([
  ['cash enters, accounting confirms', grant('cash'), grant('accounting'), true],
  ['the same the other way', grant('accounting'), grant('cash'), true],
  ['underwriters decide above their limit with compliance', grant('underwriter'), grant('compliance'), true],
  ['one role that does both', grant('teamLead'), grant('teamLead'), true],
  ['every portfolio meets one', grant('cash', { portfolioId: null }), grant('accounting'), true],
  ['two portfolios do not meet', grant('cash'), grant('accounting', { portfolioId: 110 }), false],
  ['an auditor confirms nothing', grant('cash'), grant('auditor'), false],
  ['two who only enter', grant('support'), grant('cash'), false],
  ['days that are over', grant('cash'), grant('accounting', { until: localDate(2026, 3, 2) }), false],
] as const)('%s (console.md, Staff)', (_, mine, theirs, expected) => {
  expect(holdsCounterRight([mine], [theirs], TODAY)).toBe(expected)
})

test('a pair is one pair, in either order', () => {
  expect(linkedPair('uma', 'ada')).toEqual(linkedPair('ada', 'uma'))
})
