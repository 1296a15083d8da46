import { describe, expect, test } from 'vitest'
import { coveringAuthorization, permittedSince } from './covering-authorization.ts'
import type { DebitAuthorization } from './debit-attempt.ts'
import { agreement, attempt, facts, item } from './testing/agreed-debit.ts'

const at = (day: number) => new Date(`2026-06-${String(day).padStart(2, '0')}T12:00:00-04:00`)

/** A permission of days of June. */
const of = (from: number, to: number | null, more: Partial<DebitAuthorization> = {}): DebitAuthorization => ({
  ...agreement,
  authorizationNo: `of ${from}`,
  grantedAt: at(from),
  revokedAt: to === null ? null : at(to),
  ...more,
})

describe('since when a payment is allowed without a break (12 CFR 1041.9(b)(2))', () => {
  const covering = of(12, null)
  const since = (...before: readonly DebitAuthorization[]) =>
    permittedSince({ ...facts, authorizations: [covering, ...before] }, covering, item)

  test.each([
    ['by itself', [], 12],
    ['signed anew, one after the other', [of(1, 5), of(5, 9), of(9, 12)], 1],
    ['in whatever order they are read', [of(9, 12), of(1, 5), of(5, 9)], 1],
    ['one that still holds', [of(3, null)], 3],
    ['not across days without one', [of(1, 5), of(9, 12)], 9],
    ['not from one that had ended', [of(9, 11)], 12],
    ['not from one for another account', [of(9, 12, { accountKey: 'account-9' })], 12],
    ['not from one for other payments', [of(9, 12, { scope: [] })], 12],
  ] as const)('%s', (_name, before, day) => {
    expect(since(...before)).toEqual(at(day))
  })

  test('under a former key of the account as well', () => {
    const account = facts.account && { ...facts.account, formerKeys: ['account-0'] }
    const before = of(9, 12, { accountKey: 'account-0' })
    expect(permittedSince({ ...facts, account, authorizations: [before, covering] }, covering, item)).toEqual(
      at(9),
    )
  })
})

describe('the authorization that covers a debit', () => {
  const covering = (...authorizations: readonly DebitAuthorization[]) =>
    coveringAuthorization({ ...facts, authorizations }, attempt)?.authorizationNo

  test('is the newest of those that hold, in whatever order they are read', () => {
    expect(covering(of(3, null), of(9, null), of(5, null))).toBe('of 9')
    expect(covering(of(9, null), of(3, null))).toBe('of 9')
    expect(covering(of(3, null), of(9, 10))).toBe('of 3')
  })

  test('holds from the instant of its grant, and for a debit from the day it names', () => {
    expect(covering({ ...agreement, grantedAt: facts.now })).toBe('agreement')
    expect(covering({ ...agreement, holdsFrom: attempt.effectiveDate })).toBe('agreement')
    expect(covering({ ...agreement, grantedAt: new Date(facts.now.getTime() + 1) })).toBeUndefined()
  })
})
