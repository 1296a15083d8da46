import { ChangeType, PaymentMode } from '@dolphin/domain/payments/codes'
import fc from 'fast-check'

/** What may happen next in the life of one loan. Plain data, so that a broken life is printed, shrunk and replayed. */
export type Act =
  | { readonly act: 'days'; readonly count: number; readonly missesBatch: boolean }
  | { readonly act: 'payOff'; readonly mode: PaymentMode; readonly day: number }
  | { readonly act: 'payDown'; readonly mode: PaymentMode; readonly day: number; readonly share: number }
  | { readonly act: 'inN'; readonly mode: PaymentMode; readonly count: number }
  | { readonly act: 'fixed'; readonly mode: PaymentMode; readonly amount: number }
  | { readonly act: 'move'; readonly day: number }
  | { readonly act: 'holiday'; readonly code: -1 | 1 }
  | { readonly act: 'availability'; readonly code: 0 | 1 }
  | { readonly act: 'wayToPay'; readonly mode: PaymentMode }
  | { readonly act: 'stop' }
  | { readonly act: 'authorize' }
  | { readonly act: 'undo' }
  | { readonly act: 'return'; readonly code: string; readonly which: number }
  | { readonly act: 'receipt'; readonly share: number; readonly isChecked: boolean }

const { ach, wire, debitCard, moneyOrder } = PaymentMode
const mode = fc.constantFrom(ach, ach, wire, debitCard)
const day = fc.nat(4)

const days = fc.record({
  act: fc.constant('days' as const),
  count: fc.integer({ min: 1, max: 6 }),
  missesBatch: fc.boolean(),
})
const quietDays = days.map((one) => ({ ...one, missesBatch: false }))

/** Every act as often as it takes to meet the others: days pass most often. */
export const anAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: quietDays },
  { weight: 2, arbitrary: days },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('payOff' as const), mode, day }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('payDown' as const),
      mode,
      day,
      share: fc.integer({ min: 2, max: 95 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('inN' as const), mode, count: fc.integer({ min: 1, max: 8 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('fixed' as const),
      mode,
      amount: fc.integer({ min: 40, max: 300 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('move' as const), day }) },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('holiday' as const),
      code: fc.constantFrom(-1 as const, 1 as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('availability' as const),
      code: fc.constantFrom(0 as const, 1 as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('wayToPay' as const),
      mode: fc.constantFrom(ach, wire, moneyOrder),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ act: 'stop' as const }) },
  { weight: 1, arbitrary: fc.constant({ act: 'authorize' as const }) },
  { weight: 1, arbitrary: fc.constant({ act: 'undo' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('return' as const),
      code: fc.constantFrom('R01', 'R01', 'R02', 'R07', 'R08', 'R10', 'R16'),
      which: fc.nat(2),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('receipt' as const),
      share: fc.integer({ min: 5, max: 110 }),
      isChecked: fc.boolean(),
    }),
  },
)

/** The kinds of changes that acts make, for the count of what a run has met. */
export const CHANGES_MET: readonly number[] = [
  ChangeType.payOff,
  ChangeType.payOffInN,
  ChangeType.payDown,
  ChangeType.revokeFutureAch,
  ChangeType.changePaymentMode,
  ChangeType.paydayOnHoliday,
  ChangeType.paydayAvailability,
  ChangeType.payFixedAmount,
  ChangeType.changeDate,
]
