import { expect, test } from 'vitest'
import { AccountStatus, OptInFlag, optOutsOfFlags } from '../identity/codes.ts'
import { ADVERTISING_CONSENTS, advertisingObstacle } from './advertising.ts'

const AGREED = {
  accountStatus: AccountStatus.active,
  optInFlags: OptInFlag.marketing,
  consented: true,
  addressStopped: false,
} as const

test.each([
  [{}, null],
  [{ optInFlags: OptInFlag.marketing | OptInFlag.doNotCall | OptInFlag.operation }, null],
  [{ consented: false }, 'noConsent'],
  [{ optInFlags: 0 }, 'noConsent'],
  [{ addressStopped: true }, 'addressStopped'],
  [{ optInFlags: OptInFlag.marketing | OptInFlag.uncontactable }, 'uncontactable'],
  [{ accountStatus: AccountStatus.frozen }, 'accountNotActive'],
  [{ accountStatus: AccountStatus.inactive, consented: false }, 'accountNotActive'],
] as const)(
  'an advertisement goes to an active account that agreed, and nowhere else: %o',
  (change, obstacle) => {
    expect(advertisingObstacle({ ...AGREED, ...change })).toBe(obstacle)
  },
)

test('each channel has a consent of its own', () => {
  expect(ADVERTISING_CONSENTS).toEqual({ mail: 'marketingMail', sms: 'marketingCallsAndTexts' })
})

test('who holds no flag of marketing opted out of it; the other flags forbid (product.md §3)', () => {
  expect(optOutsOfFlags(0)).toEqual([8])
  expect(optOutsOfFlags(8)).toEqual([])
  expect(optOutsOfFlags(2 | 16)).toEqual([2, 8, 16])
  expect(optOutsOfFlags(2 | 4 | 8 | 16)).toEqual([2, 4, 16])
})
