import { expect, test } from 'vitest'
import { cents } from '../money/cents.ts'
import { DAY_MS, MINUTE_MS } from '../time/durations.ts'
import { moneyKeyObstacle, needsOwnTouch, touchedActText } from './touch.ts'

const NOW = new Date('2026-03-03T15:00:00Z')
const ago = (ms: number) => new Date(NOW.getTime() - ms)
const act = {
  amount: cents(30_000n),
  touchAbove: cents(30_000n),
  sessionKind: 'desk',
  touchedAt: ago(5 * MINUTE_MS),
} as const

test.each([
  ['up to the limit of the portfolio, touched five minutes ago', {}, false],
  ['a moment later', { touchedAt: ago(5 * MINUTE_MS + 1) }, true],
  ['never touched in this session, as by password and code', { touchedAt: null }, true],
  ['a cent above', { amount: cents(30_001n) }, true],
  ['no one amount', { amount: null }, true],
  ['at a terminal', { sessionKind: 'terminal' }, true],
] as const)('%s: a touch over the act itself is needed or not (decisions/staff.md)', (_, change, needed) => {
  expect(needsOwnTouch({ ...act, ...change }, NOW)).toBe(needed)
})

test('a passkey releases money from 24 hours after its enrollment, and only where it stays on its device', () => {
  const key = { factorId: 'k', madeAt: ago(DAY_MS), countsAtOnce: false, backupEligible: false }
  const lender = { now: NOW, syncedConfirms: false }
  expect(moneyKeyObstacle(key, lender)).toBeUndefined()
  expect(moneyKeyObstacle({ ...key, madeAt: ago(DAY_MS - 1) }, lender)).toBe('tooNew')
  expect(moneyKeyObstacle({ ...key, madeAt: NOW, countsAtOnce: true }, lender)).toBeUndefined()
  expect(moneyKeyObstacle({ ...key, backupEligible: true }, lender)).toBe('synced')
  expect(
    moneyKeyObstacle({ ...key, backupEligible: true }, { ...lender, syncedConfirms: true }),
  ).toBeUndefined()
})

test('the text of an act is one, whatever the order of its parts, and no approval', () => {
  const whole = {
    call: 'approveLoan',
    title: 'Approve an application',
    employeeId: 'uma',
    portfolioId: 118,
    amount: '100000',
    lines: [{ label: 'Loan', value: '118-0000011' }],
    standing: '101 underwriting',
    request: 'ab12',
  }
  expect(touchedActText(Object.fromEntries(Object.entries(whole).toReversed()) as typeof whole)).toBe(
    'dolphin-touch/1\n{"amount":"100000","call":"approveLoan","employeeId":"uma","lines":[{"label":"Loan","value":"118-0000011"}],"portfolioId":118,"request":"ab12","standing":"101 underwriting","title":"Approve an application"}',
  )
})
