import { PaymentFrequency, PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { CollectingSubStatus, SuspendedSubStatus } from '@dolphin/domain/loans/codes'
import { ChangeType, PaymentMode } from '@dolphin/domain/payments/codes'
import { RETURN_CODES } from '@dolphin/domain/payments/debit-eligibility/return-codes'
import fc from 'fast-check'

/** An act by its name, as plain data, so that a broken life is printed, shrunk and replayed. */
const act = <const Name extends string, Fields extends object>(
  name: Name,
  fields: { [Field in keyof Fields]: fc.Arbitrary<Fields[Field]> },
): fc.Arbitrary<{ readonly act: Name } & Fields> =>
  fc.record<Fields>(fields).map((values) => ({ act: name, ...values }))

const often = <Value>(weight: number, arbitrary: fc.Arbitrary<Value>) => ({ weight, arbitrary })

const { ach, wire, debitCard, personalCheck } = PaymentMode
const which = fc.nat(4)
/** The last of a list. */
const LAST = -1
const percent = fc.integer({ min: 2, max: 98 })
/** Mostly those that mean something of their own to a change. */
const mode = fc.oneof(
  often(3, fc.constant(ach)),
  often(2, fc.constantFrom(wire, debitCard, personalCheck)),
  often(1, fc.constantFrom(...Object.values(PaymentMode))),
)

const move = act('move', { day: fc.constantFrom(0, 2, 5, LAST) })
const skip = act('skip', {})
const longer = act('longer', { pick: which })
const payOff = act('payOff', { mode, day: which })

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

const daysPass = (count: fc.Arbitrary<number>, missed: fc.Arbitrary<'nothing' | 'batch' | 'notice'>) =>
  fc.tuple(count, missed).map(([number, what]) => ({
    act: 'days' as const,
    count: number,
    missesBatch: what === 'batch',
    missesNotice: what === 'notice',
  }))
const passDays = daysPass(
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
const REFUNDS = [
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
const code = fc.oneof(
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
const anAct = fc.oneof(
  often(12, passDays),
  often(1, act('batch', {})),
  often(12, byBorrower),
  often(5, byStaff),
  often(6, byBank),
)
export type Act = typeof anAct extends fc.Arbitrary<infer One> ? One : never
/** An act with the loan that it is about: so many before the latest, counted round. */
export type LifeStep = Act & { readonly about: number }
export type ChangeAct = typeof change extends fc.Arbitrary<infer One> ? One : never
/** The act of a name. */
export type ActOf<Name extends Act['act']> = Extract<Act, { readonly act: Name }>

/** Acts about one of the borrower's loans. */
const aboutOne = (acts: fc.Arbitrary<readonly Act[]>, loan: fc.Arbitrary<number>): fc.Arbitrary<LifeStep[]> =>
  fc.tuple(acts, loan).map(([all, about]) => all.map((one) => ({ ...one, about })))

const LATEST = 0
const BEFORE_IT = 1
/** Mostly the latest loan; the others are met by chance, however many there are. */
const anyLoan = fc.oneof(often(3, fc.constant(LATEST)), often(1, fc.nat(3)))

const quietDays = (min: number, max: number) => daysPass(fc.integer({ min, max }), fc.constant('nothing'))
const receiptOf = (share: fc.Arbitrary<number>, isChecked: fc.Arbitrary<boolean>) =>
  act('receipt', { mode: fc.constantFrom(wire, debitCard, personalCheck), share, isChecked })

/** A payment that the borrower confirms, and what becomes of it: what few lives would meet by chance. */
const ofOnePayment = fc
  .tuple(
    fc.oneof(
      often(3, payOff),
      often(2, act('payDown', { mode, day: which, share: percent, effect: fc.constant('shorter' as const) })),
    ),
    fc.array(
      fc.oneof(
        often(4, passDays),
        often(2, act('batch', {})),
        often(3, act('return', { code, which })),
        often(2, act('rejectEntry', {})),
        often(2, act('stop', {})),
        often(2, receiptOf(fc.constantFrom(40, 100), fc.boolean())),
        often(1, payOff),
        often(1, act('undo', {})),
        often(1, move),
        often(1, act('undoByHand', {})),
      ),
      { minLength: 1, maxLength: 4 },
    ),
    quietDays(3, 8),
  )
  .map(([payment, between, later]) => [payment, ...between, later])

/** Help with a payment while another is on its way, and what becomes of that one. */
const ofHelpInFlight = fc
  .tuple(
    fc.array(payOff, { maxLength: 1 }),
    quietDays(1, 8),
    act('batch', {}),
    fc.oneof(often(2, skip), often(1, move), often(1, longer)),
    fc.array(
      fc.oneof(
        often(3, passDays),
        often(3, act('return', { code, which: fc.nat(1) })),
        often(2, act('rejectEntry', {})),
        often(1, act('undo', {})),
        often(1, act('stop', {})),
        often(1, payOff),
      ),
      { minLength: 1, maxLength: 4 },
    ),
    quietDays(2, 8),
  )
  .map(([payment, before, batch, help, between, later]): Act[] => [
    ...payment,
    before,
    batch,
    help,
    ...between,
    later,
  ])

/** The ways in which a loan ends while money of it may still come back or be owed back. */
const ending: fc.Arbitrary<readonly Act[]> = fc.oneof(
  often(3, fc.tuple(act('payOff', { mode: fc.constant(ach), day: fc.nat(1) }), quietDays(4, 8))),
  often(
    2,
    fc.tuple(receiptOf(fc.constantFrom(100, 130), fc.boolean()), act('checkReceipt', {}), quietDays(1, 4)),
  ),
  often(1, fc.tuple(act('rescind', {}), quietDays(4, 6))),
  often(
    1,
    fc.tuple(
      quietDays(7, 8),
      act('return', { code: fc.constantFrom('R01', 'R02'), which: fc.constant(0) }),
      quietDays(1, 2),
      act('collect', { step: fc.constant(CollectingSubStatus.notified) }),
      act('collect', { step: fc.constant(CollectingSubStatus.settled) }),
    ),
  ),
)

/** What still happens to a loan that has ended, while another one begins. */
const afterItsEnd = fc.oneof(
  often(4, act('return', { code, which: fc.nat(1) })),
  often(1, act('wrongReturn', { code, which: fc.nat(1), isRighted: fc.boolean() })),
  often(1, act('refund', { of: fc.constantFrom(...REFUNDS), which, share: percent })),
  often(1, receiptOf(fc.integer({ min: 5, max: 130 }), fc.boolean())),
  often(1, act('authorize', {})),
  often(1, payOff),
  often(1, move),
)

/** One loan ends, another begins, and something comes back of the first: both may owe, and both may be debited. */
const ofTwoLoans = fc
  .tuple(
    aboutOne(ending, fc.constant(LATEST)),
    aboutOne(
      fc.tuple(
        act('another', {}),
        daysPass(fc.integer({ min: 1, max: 8 }), fc.constantFrom('nothing', 'batch')),
      ),
      fc.constant(LATEST),
    ),
    fc.array(
      fc.oneof(
        often(2, aboutOne(fc.tuple(afterItsEnd), fc.constant(BEFORE_IT))),
        often(1, aboutOne(fc.tuple(anAct), fc.nat(1))),
      ),
      { minLength: 1, maxLength: 4 },
    ),
    aboutOne(fc.tuple(quietDays(1, 8)), fc.constant(LATEST)),
  )
  .map(([ends, begins, between, later]) => [...ends, ...begins, ...between.flat(), ...later])

const MOST_STEPS = 18

/** A life: from the signature or from the money's arrival on, and what happens then. */
export const aLife = fc.record({
  begins: fc.oneof(often(1, fc.constant('signed' as const)), often(4, fc.constant('funded' as const))),
  acts: fc
    .array(
      fc.oneof(
        often(10, aboutOne(fc.tuple(anAct), anyLoan)),
        often(2, aboutOne(ofOnePayment, anyLoan)),
        often(1, aboutOne(ofHelpInFlight, anyLoan)),
        often(1, ofTwoLoans),
      ),
      {
        minLength: 5,
        maxLength: MOST_STEPS,
        size: 'max',
      },
    )
    .map((steps) => steps.flat()),
})
export type LifePlan = typeof aLife extends fc.Arbitrary<infer One> ? One : never
