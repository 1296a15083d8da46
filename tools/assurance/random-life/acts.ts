import { RECEIPT_REVERSAL_REASONS } from '@dolphin/domain/payments/receipt-reversal'
import { PaymentFrequency, PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { CollectingSubStatus, SuspendedSubStatus } from '@dolphin/domain/loans/codes'
import { ChangeType, PaymentMode } from '@dolphin/domain/payments/codes'
import { RETURN_CODES } from '@dolphin/domain/payments/debit-eligibility/return-codes'
import { REVERSAL_REASONS } from '@dolphin/domain/payments/reversal'
import fc from 'fast-check'
import { loanTerms } from './loan-terms.ts'

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
const which = fc.nat(4)
/** The last of a list. */
const LAST = -1
/** A part of a whole. */
const percent = fc.integer({ min: 2, max: 98 })
/** Mostly those that mean something of their own to a change. */
const mode = fc.oneof(
  often(3, fc.constant(ach)),
  often(2, fc.constantFrom(wire, debitCard, personalCheck)),
  often(1, fc.constantFrom(...Object.values(PaymentMode))),
)

/** Help: another day for the next payment. */
const move = act('move', { day: fc.constantFrom(0, 2, 5, LAST) })
/** Help: the next payment goes to the end. */
const skip = act('skip', {})
/** Help: more payments of a smaller amount. */
const longer = act('longer', { pick: which })
/** A payoff on one of the days offered. */
export const payOff = act('payOff', { mode, day: which })

/** What a borrower may ask of a loan that runs. */
const change = fc.oneof(
  often(4, payOff),
  often(
    3,
    act('payDown', {
      mode,
      day: which,
      share: percent,
      effect: fc.constantFrom('shorter', 'smaller', 'due'),
    }),
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
const passDays = daysPass(
  fc.integer({ min: 1, max: 8 }),
  fc.constantFrom('nothing', 'nothing', 'nothing', 'nothing', 'batch', 'notice'),
)

/** A payment of its own that we take: these touch each other's debits. */
export const payment = fc.oneof(
  often(1, payOff),
  often(
    1,
    act('payDown', {
      mode: fc.constant(ach),
      day: which,
      share: percent,
      effect: fc.constantFrom('shorter', 'due'),
    }),
  ),
)

/** A change that is read first and saved as it was shown. */
export const shown = act('shown', { of: change })

/** What a borrower does about a loan. */
export const byBorrower = fc.oneof(
  often(20, change),
  often(2, act('twice', { of: change })),
  often(2, act('atOnce', { one: payment, other: change })),
  often(4, act('signAmendment', { isSigned: fc.boolean() })),
  often(2, act('preview', { of: change })),
  often(2, shown),
  often(4, act('undo', {})),
  often(4, act('authorize', {})),
  often(2, act('repair', { account: fc.nat(3) })),
  often(2, act('disbursementDay', { day: which })),
  often(2, act('byCheck', {})),
  often(2, act('rescind', {})),
  often(3, act('another', { terms: loanTerms })),
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
const REFUNDS = [
  ChangeType.refundOverpayment,
  ChangeType.refundDuplicateDebit,
  ChangeType.refundFee,
  ChangeType.refundInterest,
  ChangeType.refundGoodwill,
  ChangeType.refundAfterCancellation,
] as const

/** Money that the borrower sent, more or less than is owed. */
export const receipt = act('receipt', {
  mode: fc.constantFrom(wire, debitCard, personalCheck),
  share: fc.integer({ min: 5, max: 130 }),
  isChecked: fc.boolean(),
})

/** What employees do about a loan. */
export const byStaff = fc.oneof(
  often(4, receipt),
  often(2, act('checkReceipt', {})),
  often(
    2,
    act('reverseReceipt', {
      reason: fc.constantFrom(...RECEIPT_REVERSAL_REASONS),
      which,
      isPosted: fc.boolean(),
    }),
  ),
  often(2, act('rejectEntry', { which })),
  often(1, act('reverseEntry', { which, reason: fc.constantFrom(...REVERSAL_REASONS) })),
  often(1, act('prenote', {})),
  often(1, act('end', { how: fc.constantFrom('voided', 'paidOff') })),
  often(
    2,
    act('changeByHand', {
      of: fc.constantFrom(...CHANGES_BY_HAND),
      which,
      day: fc.nat(8),
      share: percent,
      mode,
    }),
  ),
  often(1, act('undoByHand', {})),
  often(2, act('refund', { of: fc.constantFrom(...REFUNDS), which, share: percent, isExact: fc.boolean() })),
  often(1, act('waive', { of: fc.constantFrom('feeWaiver', 'interestWaiver'), share: percent })),
  often(1, act('suspend', { why: fc.constantFrom(...Object.values(SuspendedSubStatus)) })),
  often(1, act('cure', {})),
  often(1, act('collect', { step: fc.constantFrom(...Object.values(CollectingSubStatus)) })),
  often(2, act('finishWork', {})),
)

const FREQUENT_RETURNS = ['R01', 'R02', 'R03', 'R07', 'R08', 'R10', 'R14', 'R15', 'R16'] as const
/** Mostly the codes that banks return most. */
const code = fc.oneof(
  often(5, fc.constantFrom(...FREQUENT_RETURNS)),
  often(1, fc.constantFrom(...RETURN_CODES)),
)

/** Notices of change that a bank sends about entries of ours. */
const CORRECTIONS = ['C01', 'C02', 'C03', 'C05', 'C06', 'C07', 'C09'] as const

const isTwice = fc.constantFrom(false, false, true)
/** A payment comes back. */
export const returned = act('return', { code, which, isTwice })
/** The newest payment comes back for want of money. */
export const unfunded = act('return', { code: fc.constantFrom('R01', 'R09'), which: fc.constant(0), isTwice })

/** What the borrower's bank says. */
export const byBank = fc.oneof(
  often(6, returned),
  often(1, act('heldReturn', { code, which })),
  often(2, act('heldArrive', {})),
  often(2, act('wrongReturn', { code, which, isRighted: fc.boolean() })),
  often(1, act('returnedCredit', { code: fc.constantFrom('R02', 'R03', 'R20', 'R23') })),
  often(1, act('noticeOfChange', { code: fc.constantFrom(...CORRECTIONS), which })),
)

/** What time brings: days, a batch by hand, a server that is down for days, and one that dies between two writes. */
export const byTime = fc.oneof(
  often(12, passDays),
  often(2, act('batch', {})),
  often(1, act('down', { count: fc.integer({ min: 1, max: 6 }) })),
  often(
    1,
    act('crash', { during: fc.constantFrom('batch', 'round'), after: fc.integer({ min: 0, max: 9 }) }),
  ),
)

/** Any act. Days pass most often, so that the others meet a loan at every age. */
export const anAct = fc.oneof(often(14, byTime), often(12, byBorrower), often(5, byStaff), often(6, byBank))
export type Act = typeof anAct extends fc.Arbitrary<infer One> ? One : never
export type ChangeAct = typeof change extends fc.Arbitrary<infer One> ? One : never
/** The act of a name. */
export type ActOf<Name extends Act['act']> = Extract<Act, { readonly act: Name }>

const EVERY_ACT: Readonly<Record<Act['act'], true>> = {
  days: true,
  batch: true,
  down: true,
  crash: true,
  payOff: true,
  payDown: true,
  inN: true,
  fixed: true,
  move: true,
  skip: true,
  longer: true,
  holiday: true,
  availability: true,
  payday: true,
  payroll: true,
  wayToPay: true,
  stop: true,
  preview: true,
  shown: true,
  twice: true,
  atOnce: true,
  undo: true,
  authorize: true,
  repair: true,
  disbursementDay: true,
  byCheck: true,
  rescind: true,
  signAmendment: true,
  another: true,
  receipt: true,
  checkReceipt: true,
  reverseReceipt: true,
  rejectEntry: true,
  reverseEntry: true,
  prenote: true,
  end: true,
  changeByHand: true,
  undoByHand: true,
  refund: true,
  waive: true,
  suspend: true,
  cure: true,
  collect: true,
  finishWork: true,
  return: true,
  wrongReturn: true,
  returnedCredit: true,
  noticeOfChange: true,
  heldReturn: true,
  heldArrive: true,
}
/** The names of all acts. */
export const ACT_NAMES: readonly string[] = Object.keys(EVERY_ACT)
