import { PaymentMode } from '@dolphin/domain/payments/codes'
import fc from 'fast-check'
import {
  type Act,
  act,
  anAct,
  byBank,
  byBorrower,
  byStaff,
  byTime,
  daysPass,
  often,
  payment,
  payOff,
  receipt,
  returned,
  shown,
  unfunded,
} from './acts.ts'
import { loanTerms } from './loan-terms.ts'

/** An act with the loan that it is about: so many before the latest, counted round. */
export type LifeStep = Act & { readonly about: number }

/** Mostly the latest loan; the others are met by chance, however many there are. */
const anyLoan = fc.oneof(often(3, fc.constant(0)), often(1, fc.nat(3)))

/** Acts about one of the borrower's loans. */
const aboutOne = (acts: fc.Arbitrary<readonly Act[]>, loan: fc.Arbitrary<number>): fc.Arbitrary<LifeStep[]> =>
  fc.tuple(acts, loan).map(([all, about]) => all.map((one) => ({ ...one, about })))

const quietDays = (min: number, max: number) => daysPass(fc.integer({ min, max }), fc.constant('nothing'))

/** Time that ends at any moment of a payment: before its batch, between batch and settlement, or after a batch that was missed. */
const someTime = fc.oneof(
  often(4, fc.tuple(quietDays(1, 8))),
  often(3, fc.tuple(quietDays(1, 8), act('batch', {}))),
  often(2, fc.tuple(daysPass(fc.integer({ min: 1, max: 3 }), fc.constantFrom('batch', 'notice')))),
  often(1, fc.tuple(byTime)),
  often(2, fc.constant([])),
)

/** What changes what is to come: mostly a payment of the borrower's own. */
const first = fc.oneof(often(3, payOff), often(5, byBorrower), often(1, byStaff))
/** What answers it. */
const answer = fc.oneof(often(4, byBank), often(3, byBorrower), often(3, byStaff), often(3, byTime))

/** One act, time, what comes of it, and time again: acts that meet each other in the life of one payment. */
const closeTogether = fc
  .tuple(
    fc.array(first, { minLength: 1, maxLength: 2 }),
    someTime,
    fc.array(answer, { minLength: 1, maxLength: 4 }),
    quietDays(1, 6),
  )
  .map(([acts, time, answers, later]): Act[] => [...acts, ...time, ...answers, later])

/** The bank speaks first: of a payment that was taken meanwhile, or of the money that was paid out. */
const bankFirst = fc
  .tuple(quietDays(3, 8), byBank, fc.array(answer, { maxLength: 2 }), quietDays(1, 6))
  .map(([before, news, answers, later]): Act[] => [before, news, ...answers, later])

/** An account without money: what is tried next comes back too. */
const runDry = fc
  .tuple(quietDays(5, 9), unfunded, quietDays(8, 11), unfunded, quietDays(1, 2))
  .map((acts): Act[] => acts)

/** A batch that is missed. */
const missedBatch = daysPass(fc.constant(1), fc.constant('batch'))

/** What may meet a payment on its way. */
const meeting = fc.oneof(
  often(3, returned),
  often(3, receipt),
  often(3, missedBatch),
  often(2, payment),
  often(2, byBorrower),
  often(1, byStaff),
)

/** The most days of choice ahead of a payment of one's own that are drawn. */
const FURTHEST_DAY = 3

/** Days until a payment of one's own is met: before its batch, on it, or after. */
const untilMet = (day: number) =>
  fc.oneof(
    often(3, fc.tuple(quietDays(1, day + 2))),
    often(1, fc.constant([])),
    often(1, fc.tuple(act('batch', {}))),
  )

/** A payment of the borrower's own is met at any stage; perhaps it is asked for again. */
const paymentMet = fc
  .nat(FURTHEST_DAY)
  .chain((day) =>
    fc.tuple(
      quietDays(1, 6),
      payment.map((one) => ({ ...one, day })),
      untilMet(day),
      meeting,
      quietDays(3, 6),
      fc.oneof(fc.constant([]), fc.tuple(payment, quietDays(1, 3))),
    ),
  )
  .map(([before, paid, until, met, later, again]): Act[] => [before, paid, ...until, met, later, ...again])

/** A loan ends as most do, early, and its borrower takes another; both go on to be met. */
const oneAfterAnother = fc
  .tuple(
    act('payOff', { mode: fc.constant(PaymentMode.ach), day: fc.nat(1) }),
    quietDays(4, 8),
    act('another', { terms: loanTerms }),
    daysPass(fc.integer({ min: 1, max: 8 }), fc.constantFrom('nothing', 'batch')),
  )
  .map((acts): Act[] => acts)

/** A change that is read and saved, and what comes of it: nothing yet, days, its batch, or a payment that comes back. */
const changeAndAfter = fc
  .tuple(
    shown,
    fc.oneof(
      often(2, fc.constant([])),
      often(3, fc.tuple(quietDays(1, 5))),
      often(1, fc.tuple(act('batch', {}))),
      often(3, fc.tuple(quietDays(0, 3), returned)),
    ),
  )
  .map(([one, after]): Act[] => [one, ...after])

/** Up to three changes, with returns between. */
const changesInTurn = fc
  .tuple(
    quietDays(1, 8),
    fc.array(changeAndAfter, { minLength: 1, maxLength: 3, size: 'max' }),
    quietDays(1, 5),
  )
  .map(([before, changes, later]): Act[] => [before, ...changes.flat(), later])

const MOST_STEPS = 5

/**
 * Days on which lives begin: an ordinary one before the clocks of spring, one before those of autumn, the end of a year, and
 * before a leap day.
 */
const START_DAYS = ['2026-03-03', '2026-10-27', '2026-12-22', '2027-03-09', '2028-02-23'] as const

/** A life: from the signature or from the money's arrival on, and what happens then. */
const lifeOf = (acts: fc.Arbitrary<LifeStep[]>) =>
  fc.record(
    {
      begins: fc.oneof(often(1, fc.constant('signed' as const)), often(4, fc.constant('funded' as const))),
      startsOn: fc.oneof(often(2, fc.constant(START_DAYS[0])), often(3, fc.constantFrom(...START_DAYS))),
      portfolioId: fc.oneof(often(5, fc.constant(118)), often(1, fc.constant(110))),
      terms: loanTerms,
      acts,
    },
    { requiredKeys: ['begins', 'acts'] },
  )

const ANY_ACTS = fc
  .array(
    fc.oneof(
      often(6, aboutOne(fc.tuple(anAct), anyLoan)),
      often(3, aboutOne(closeTogether, anyLoan)),
      often(5, aboutOne(bankFirst, anyLoan)),
      often(1, aboutOne(runDry, anyLoan)),
      often(4, aboutOne(paymentMet, anyLoan)),
      often(1, aboutOne(oneAfterAnother, fc.constant(0))),
    ),
    { minLength: 4, maxLength: MOST_STEPS, size: 'max' },
  )
  .map((steps) => steps.flat())

/** What lives are of: anything, or sequences of changes with returns between. */
export const LIVES = {
  any: lifeOf(ANY_ACTS),
  changes: lifeOf(aboutOne(changesInTurn, fc.constant(0))),
} as const
export type LifeKind = keyof typeof LIVES
export type LifePlan = (typeof LIVES)['any'] extends fc.Arbitrary<infer One> ? One : never
