import { storedLoan } from '@dolphin/testkit/loan-fixture'
import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  findLoanCoupon,
  listOwnRedemptions,
  releaseCoupon,
  reserveCoupon,
  useCoupon,
} from './coupon-repository.ts'
import type { KeyedLoan } from '../driver/owner.ts'

const at = new Date('2026-03-03T15:00:00Z')
let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(async () => await database.close())

const reserve = (
  loan: KeyedLoan,
  couponCode: string,
  openId: string,
  limits = { perCustomer: 1, total: null as number | null },
): Promise<boolean> =>
  database.transaction((tx) =>
    reserveCoupon(
      tx,
      {
        ...loan,
        couponCode,
        openId,
        couponVersion: 1,
        redemptionNo: `${loan.loanNo}/${couponCode}/${openId}`,
        benefit: { kind: 'originationFee' },
        reservedAt: at,
      },
      limits,
    ),
  )

const someLoans = (count: number): Promise<KeyedLoan[]> =>
  Promise.all(Array.from({ length: count }, () => storedLoan(database.db)))

test('of fifty loans of one customer at once, one gets the coupon (design/security.md T22)', async () => {
  const loans = await someLoans(50)
  const won = await Promise.all(loans.map((loan) => reserve(loan, 'ONCE', 'customer-a')))
  expect(won.filter(Boolean)).toHaveLength(1)
  expect(await listOwnRedemptions(database.db, { portfolioId: 118, openId: 'customer-a' })).toHaveLength(1)
}, 60_000)

test('of fifty customers at once, as many get it as the total limit says', async () => {
  const loans = await someLoans(50)
  const limits = { perCustomer: 1, total: 7 }
  const won = await Promise.all(loans.map((loan, index) => reserve(loan, 'SEVEN', `rush-${index}`, limits)))
  expect(won.filter(Boolean)).toHaveLength(7)
  const { rows } = await database.executeSql(
    "select array_agg(place order by place) as places from coupon_redemptions where coupon_code = 'SEVEN'",
  )
  expect(rows).toEqual([{ places: [1, 2, 3, 4, 5, 6, 7] }])
}, 60_000)

test('a released one gives its place back; a used one never turns back to reserved', async () => {
  const [first, second, third] = await someLoans(3)
  if (first === undefined || second === undefined || third === undefined) throw new Error('three loans')
  const limits = { perCustomer: 1, total: 1 }
  expect(await reserve(first, 'ONE', 'customer-b', limits)).toBe(true)
  expect(await reserve(second, 'ONE', 'customer-c', limits)).toBe(false)
  await releaseCoupon(database.db, first, at)
  expect(await findLoanCoupon(database.db, first)).toBeUndefined()
  expect(await reserve(second, 'ONE', 'customer-c', limits)).toBe(true)
  expect(await useCoupon(database.db, second, at)).toBe(true)
  expect(await useCoupon(database.db, second, at)).toBe(false)
  expect(await findLoanCoupon(database.db, second)).toMatchObject({ state: 'used', usedAt: at, place: 1 })
  expect(await reserve(third, 'ONE', 'customer-b', limits)).toBe(false)
})
