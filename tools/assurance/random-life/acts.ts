import { RECEIPT_REVERSAL_REASONS } from '@dolphin/domain/payments/receipt-reversal'
import { PaymentFrequency, PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { CollectingSubStatus, SuspendedSubStatus } from '@dolphin/domain/loans/codes'
import { ChangeType, PaymentMode } from '@dolphin/domain/payments/codes'
import { RETURN_CODES } from '@dolphin/domain/payments/debit-eligibility/return-codes'
import fc from 'fast-check'

/** An act by its name, as plain data, so that a broken life is printed, shrunk and replayed. */
export const act = <const Name extends string, Fields extends object>(
  name: Name,
  fields: { [Field in keyof Fields]: fc.Arbitrary<Fields[Field]> },
): fc.Arbitrary<{ readonly act: Name } & Fields> =>
  fc.record<Fields>(fields).map((values) => ({ act: name, ...values }))

/** An arbitrary with how often it is chosen. */
export const often = <Value>(weight: number, arbitrary: fc.Arbitrary<Value>) => ({ weight, arbitrary })

const { ach, wire, debitCard, personalCheck } = PaymentMode
/** Which of a list, counted round. */
export const which = fc.nat(4)
/** The last of a list. */
const LAST = -1
/** A part of a whole. */
export const percent = fc.integer({ min: 2, max: 98 })
/** Mostly those that mean something of their own to a change. */
export const mode = fc.oneof(
  often(3, fc.constant(ach)),
  often(2, fc.constantFrom(wire, debitCard, personalCheck)),
  often(1, fc.constantFrom(...Object.values(PaymentMode))),
)

/** Help: another day for the next payment. */
export const move = act('move', { day: fc.constantFrom(0, 2, 5, LAST) })
/** Help: the next payment goes to the end. */
export const skip = act('skip', {})
/** Help: more payments of a smaller amount. */
export const longer = act('longer', { pick: which })
/** A payoff on one of the days offered. */
export const payOff = act('payOff', { mode, day: which })

/** What a borrower may ask of a loan that runs. */
const change = fc.oneof(
  often(4, payOff),
  often(
    3,
    act('payDown', { mode, day: which, share: percent, effect: fc.constantFrom('shorter', 'smaller') }),
  ),
  often(1, act('inN', { mode, count: fc.integer({ min: 1, max: 8 }) })),
  often(1, act('fixed', { mode, amount: fc.integer({ min: 40, max: 300 }) })),
  often(2, move),
  often(1, skip),
  often(1, longer),
  often(1, act('holiday', { code: fc.constantFrom(-1, 1) })),
  often(1, act('availability', { code: fc.constantFrom(0, 1) })),
  often(1, act('payday', { days: fc.nat(13) })),
  often(
    1,
    act('payroll', {
      frequency: fc.constantFrom(...Object.values(PayrollFrequency)),
      payments: fc.constantFrom(PaymentFrequency.weekly, PaymentFrequency.biWeekly),
      days: fc.nat(13),
    }),
  ),
  often(1, act('wayToPay', { mode })),
  often(3, act('stop', {})),
)

/** So many banking days, and what the lender misses in them. */
export const daysPass = (count: fc.Arbitrary<number>, missed: fc.Arbitrary<'nothing' | 'batch' | 'notice'>) =>
  fc.tuple(count, missed).map(([number, what]) => ({
    act: 'days' as const,
    count: number,
    missesBatch: what === 'batch',
    missesNotice: what === 'notice',
  }))
/** Mostly whole days. */
export const passDays = daysPass(
  fc.integer({ min: 1, max: 8 }),
  fc.constantFrom('nothing', 'nothing', 'nothing', 'nothing', 'batch', 'notice'),
)

const byBorrower = fc.oneof(
  often(10, change),
  often(1, act('preview', { of: change })),
  often(2, act('undo', {})),
  often(2, act('authorize', {})),
  often(1, act('repair', { account: fc.nat(3) })),
  often(1, act('disbursementDay', { day: which })),
  often(1, act('byCheck', {})),
  often(1, act('rescind', {})),
  often(1, act('another', {})),
)

const CHANGES_BY_HAND = [
  ChangeType.skip,
  ChangeType.makeup,
  ChangeType.changeAmount,
  ChangeType.changeMode,
  ChangeType.changeDate,
  ChangeType.partialMakeup,
] as const
/** What an employee sends back. */
export const REFUNDS = [
  ChangeType.refundOverpayment,
  ChangeType.refundDuplicateDebit,
  ChangeType.refundFee,
  ChangeType.refundInterest,
  ChangeType.refundGoodwill,
  ChangeType.refundAfterCancellation,
] as const

const byStaff = fc.oneof(
  often(
    4,
    act('receipt', {
      mode: fc.constantFrom(wire, debitCard, personalCheck),
      share: fc.integer({ min: 5, max: 130 }),
      isChecked: fc.boolean(),
    }),
  ),
  often(2, act('checkReceipt', {})),
  often(
    2,
    act('reverseReceipt', {
      reason: fc.constantFrom(...RECEIPT_REVERSAL_REASONS),
      which,
      isPosted: fc.boolean(),
    }),
  ),
  often(2, act('rejectEntry', {})),
  often(
    1,
    act('changeByHand', {
      of: fc.constantFrom(...CHANGES_BY_HAND),
      which,
      day: fc.nat(8),
      share: percent,
      mode,
    }),
  ),
  often(1, act('undoByHand', {})),
  often(1, act('refund', { of: fc.constantFrom(...REFUNDS), which, share: percent })),
  often(1, act('waive', { of: fc.constantFrom('feeWaiver', 'interestWaiver'), share: percent })),
  often(1, act('suspend', { why: fc.constantFrom(...Object.values(SuspendedSubStatus)) })),
  often(1, act('cure', {})),
  often(1, act('collect', { step: fc.constantFrom(...Object.values(CollectingSubStatus)) })),
  often(2, act('finishWork', {})),
)

const FREQUENT_RETURNS = ['R01', 'R01', 'R02', 'R03', 'R07', 'R08', 'R10', 'R16'] as const
/** Mostly the codes that banks return most. */
export const code = fc.oneof(
  often(3, fc.constantFrom(...FREQUENT_RETURNS)),
  often(1, fc.constantFrom(...RETURN_CODES)),
)

/** Notices of change that a bank sends about entries of ours. */
const CORRECTIONS = ['C01', 'C02', 'C03', 'C05', 'C06', 'C07', 'C09'] as const

const byBank = fc.oneof(
  often(5, act('return', { code, which })),
  often(1, act('wrongReturn', { code, which, isRighted: fc.boolean() })),
  often(1, act('returnedCredit', { code: fc.constantFrom('R02', 'R03', 'R20', 'R23') })),
  often(1, act('noticeOfChange', { code: fc.constantFrom(...CORRECTIONS), which })),
)

/** Any act. Days pass most often, so that the others meet a loan at every age. */
export const anAct = fc.oneof(
  often(12, passDays),
  often(1, act('batch', {})),
  often(12, byBorrower),
  often(5, byStaff),
  often(6, byBank),
)
export type Act = typeof anAct extends fc.Arbitrary<infer One> ? One : never
export type ChangeAct = typeof change extends fc.Arbitrary<infer One> ? One : never
/** The act of a name. */
export type ActOf<Name extends Act['act']> = Extract<Act, { readonly act: Name }>
