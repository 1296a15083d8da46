import { expect, test } from 'vitest'
import { localDate } from '../calendar/local-date.ts'
import { cents } from '../money/cents.ts'
import { authorityOf, isSecondPerson, type RoleGrant, scopeOf } from './authority.ts'
import { STAFF_ROLES } from './codes.ts'
import { actsOfRole, STAFF_PERMISSIONS } from './permissions.ts'

const day = localDate(2026, 3, 3)

const aGrant = (overrides: Partial<RoleGrant> = {}): RoleGrant => ({
  role: 'underwriter',
  portfolioId: null,
  amountLimit: null,
  from: localDate(2026, 1, 1),
  until: null,
  ...overrides,
})

const approving = { permission: 'review.approve', portfolioId: 118, day } as const
const actsFor = (grants: readonly RoleGrant[], amount?: bigint, portfolioId = 118) => {
  const authority = authorityOf(grants, {
    ...approving,
    portfolioId,
    amount: amount === undefined ? undefined : cents(amount),
  })
  return authority.allowed ? [...authority.acts].toSorted() : authority.reason
}

test('one role without bounds allows exactly its column, for every right of the table', () => {
  for (const role of STAFF_ROLES) {
    for (const permission of STAFF_PERMISSIONS) {
      const found = authorityOf([aGrant({ role })], { permission, portfolioId: 118, day })
      const expected = actsOfRole(role, permission)
      expect(found.allowed ? [...found.acts] : [], `${role} ${permission}`).toEqual(expected)
    }
  }
})

test('rights of several roles add up', () => {
  const lead = aGrant({ role: 'teamLead' })
  const writeOff = { permission: 'posting.writeOff', portfolioId: 118, day } as const
  expect(authorityOf([lead, aGrant({ role: 'accounting' })], writeOff)).toEqual({
    allowed: true,
    acts: new Set(['enter', 'confirm']),
  })
})

test('a role counts in its portfolio and on its days, the last included; elsewhere it is refused with the reason', () => {
  const bounded = aGrant({ portfolioId: 118, from: day, until: day })
  expect(actsFor([bounded])).toEqual(['may'])
  expect(actsFor([bounded], undefined, 110)).toBe('otherPortfolio')
  expect(actsFor([aGrant({ until: localDate(2026, 3, 2) })])).toBe('outsideDates')
  expect(actsFor([aGrant({ from: localDate(2026, 3, 4) })])).toBe('outsideDates')
  expect(actsFor([aGrant({ role: 'auditor' })])).toBe('noRole')
  expect(actsFor([])).toBe('noRole')
})

test('a role of one portfolio does not reach what concerns the whole server', () => {
  const holiday = { permission: 'holiday.add', portfolioId: null, day } as const
  expect(authorityOf([aGrant({ role: 'cash', portfolioId: 118 })], holiday)).toMatchObject({
    reason: 'otherPortfolio',
  })
  expect(authorityOf([aGrant({ role: 'cash' })], holiday).allowed).toBe(true)
})

test('above the own limit an underwriter enters, and compliance with a limit does not confirm', () => {
  const underwriter = aGrant({ amountLimit: cents(50_000n) })
  expect(actsFor([underwriter], 50_000n)).toEqual(['may'])
  expect(actsFor([underwriter], 50_001n)).toEqual(['enter'])
  const compliance = aGrant({ role: 'compliance', amountLimit: cents(50_000n) })
  expect(actsFor([compliance], 50_000n)).toEqual(['confirm'])
  expect(actsFor([compliance], 50_001n)).toBe('aboveLimit')
})

test('what an employee reaches is every portfolio, or those of the grants that count on the day', () => {
  const reading = { permission: 'loan.read', day } as const
  const of118 = aGrant({ portfolioId: 118 })
  const of110 = aGrant({ role: 'support', portfolioId: 110 })
  expect(scopeOf([of118, of110, of118], reading, ['may'])).toEqual([110, 118])
  expect(scopeOf([of118, aGrant({ until: localDate(2026, 3, 2) })], reading, ['may'])).toEqual([118])
  expect(scopeOf([of118, aGrant()], reading, ['may'])).toBe('all')
  expect(scopeOf([of118], reading, ['enter'])).toEqual([])
})

test('no employee is the second person of their own entry', () => {
  expect(isSecondPerson('employee:ada', 'employee:grace')).toBe(true)
  expect(isSecondPerson('employee:ada', 'employee:ada')).toBe(false)
})
