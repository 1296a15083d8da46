import { CollectingSubStatus } from '@dolphin/domain/loans/codes'
import { PaymentMode } from '@dolphin/domain/payments/codes'
import fc from 'fast-check'
import {
  type Act,
  act,
  anAct,
  code,
  daysPass,
  longer,
  mode,
  move,
  often,
  passDays,
  payOff,
  percent,
  REFUNDS,
  skip,
  which,
} from './acts.ts'

const { ach, wire, debitCard, personalCheck } = PaymentMode

/** An act with the loan that it is about: so many before the latest, counted round. */
export type LifeStep = Act & { readonly about: number }

/** Acts about one of the borrower's loans. */
const aboutOne = (acts: fc.Arbitrary<readonly Act[]>, loan: fc.Arbitrary<number>): fc.Arbitrary<LifeStep[]> =>
  fc.tuple(acts, loan).map(([all, about]) => all.map((one) => ({ ...one, about })))

const LATEST = 0
const BEFORE_IT = 1
/** Mostly the latest loan; the others are met by chance, however many there are. */
const anyLoan = fc.oneof(often(3, fc.constant(LATEST)), often(1, fc.nat(3)))

const quietDays = (min: number, max: number) => daysPass(fc.integer({ min, max }), fc.constant('nothing'))
const QUIET = { act: 'days', missesBatch: false, missesNotice: false } as const
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

/**
 * A payment confirmed for a day, on which its batch is missed, and what the borrower does then: the debit leaves late, or
 * has missed its day.
 */
const ofMissedBatch = fc
  .tuple(
    fc.oneof(often(3, fc.constant('payOff' as const)), often(1, fc.constant('payDown' as const))),
    fc.nat(4),
    fc.integer({ min: 1, max: 3 }),
    fc.array(
      fc.oneof(
        often(2, passDays),
        often(1, payOff),
        often(1, act('undo', {})),
        often(1, act('stop', {})),
        often(1, receiptOf(fc.constantFrom(40, 100), fc.boolean())),
      ),
      { maxLength: 2 },
    ),
    quietDays(4, 8),
  )
  .map(([name, day, missed, between, later]): Act[] => [
    name === 'payOff'
      ? { act: name, mode: ach, day }
      : { act: name, mode: ach, day, share: 40, effect: 'shorter' },
    ...(day === 0 ? [] : [{ ...QUIET, count: day }]),
    { ...QUIET, count: missed, missesBatch: true },
    ...between,
    later,
  ])

/** A payment comes back for want of money, and the next one falls due: the retry must find a day of its own. */
const ofReturnedPayment = fc
  .tuple(
    quietDays(1, 8),
    act('return', { code: fc.constantFrom('R01', 'R09'), which: fc.nat(1) }),
    fc.array(fc.oneof(passDays, payOff, move, act('authorize', {})), { maxLength: 1 }),
    quietDays(5, 8),
    quietDays(2, 8),
  )
  .map(([before, returned, between, next, later]): Act[] => [before, returned, ...between, next, later])

/** The amount paid out comes back, and the account is repaired soon or late. */
const ofReturnedCredit = fc
  .tuple(
    quietDays(1, 3),
    act('returnedCredit', { code: fc.constantFrom('R02', 'R03', 'R20', 'R23') }),
    fc.array(passDays, { maxLength: 1 }),
    act('repair', { account: fc.nat(3) }),
    fc.array(fc.oneof(passDays, act('disbursementDay', { day: which }), act('byCheck', {})), {
      maxLength: 2,
    }),
    quietDays(1, 8),
  )
  .map(([arrives, returned, waits, repair, between, later]): Act[] => [
    arrives,
    returned,
    ...waits,
    repair,
    ...between,
    later,
  ])

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
        often(1, aboutOne(ofMissedBatch, anyLoan)),
        often(1, aboutOne(ofReturnedPayment, anyLoan)),
        often(1, aboutOne(ofReturnedCredit, anyLoan)),
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
