import { CHECKED, DEBIT, NOT_CHECKED, REFUND } from '../codes.ts'
import { isoOf } from '../day.ts'
import { effectOf, isRight, tracedDebits } from '../entries.ts'
import type { EntryFact, Finding, HandFact, LoanFacts } from '../facts.ts'

/** Postings that nothing from outside explains, each outside cause used once. */
function withoutCause<Row extends { readonly amount: bigint }>(
  rows: readonly Row[],
  causes: readonly HandFact[],
): Row[] {
  const left = [...causes]
  return rows.filter((row) => {
    const at = left.findIndex(({ amount }) => amount === null || amount === row.amount)
    if (at < 0) return true
    left.splice(at, 1)
    return false
  })
}

/** A payment that we missed moves at most by its notice and to a free payday; its interest is given up as it is paid. */
const DAYS_OF_A_MISS = 45

/** How the cause of what employees posted begins. */
const BY_PERSON = 'posting '

const isHere = (status: number): boolean => status === NOT_CHECKED || status === CHECKED

/**
 * Every cent in the rows comes from outside: money that the bank moved, money that an employee entered, a fee for a
 * payment that came back, interest given up because we were late. Source: domain.md §9; design/security.md, I3.
 */
export function everyCentHasCause(facts: LoanFacts): Finding[] {
  const { transactions, entries, hand, misses } = facts
  const found = (words: string): Finding => ({ law: 'everyCentHasCause', words })
  const of = (kind: HandFact['kind']) => hand.filter((one) => one.kind === kind)
  const receipts = transactions.filter(
    ({ type, trace, purpose, status }) =>
      type === DEBIT && trace === null && purpose === 'receipt' && isHere(status),
  )
  const unnamed = transactions.filter(
    ({ type, trace, purpose, status }) =>
      type === DEBIT && trace === null && purpose !== 'receipt' && isHere(status),
  )
  const refunds = transactions.filter(
    ({ type, trace, changeNo, status }) =>
      type === REFUND && trace === null && changeNo !== null && isHere(status),
  )
  const isOfPerson = ({ cause }: EntryFact): boolean => cause.startsWith(BY_PERSON)
  const waivers = (kind: string) => entries.filter((one) => one.kind === kind && isOfPerson(one))
  const late = entries.filter((one) => one.kind === 'interestWaiver' && !isOfPerson(one))
  const failed = tracedDebits(facts).filter(
    ({ answer }) => answer !== undefined && effectOf(answer).isForFunds,
  )
  const fees = entries.filter(({ kind }) => kind === 'fee')
  // While an answer of the bank waits for a person no debit leaves, and the days are ours; so are those of a credit that
  // came back.
  const held = facts.answers
    .filter(
      (answer) =>
        !facts.sent.some(
          (entry) => entry.direction === 'debit' && entry.trace === answer.trace && isRight(answer, entry),
        ),
    )
    .map(({ on }) => on)
  // No debit is taken of an account that is being tested.
  const tested = facts.acts.filter(({ kind }) => kind === 'prenote').map(({ on }) => on)
  const ours = [...misses, ...held, ...tested]
  // The days on which a wrong receipt of ours stood.
  const wrong = facts.acts.filter(({ kind }) => kind === 'wrongReceipt').map(({ on }) => on)
  return [
    ...withoutCause(receipts, of('receipt')).map(({ transactionNo, amount }) =>
      found(`receipt ${transactionNo} of ${amount} was entered by no employee`),
    ),
    ...unnamed.map(({ transactionNo }) => found(`${transactionNo} has settled, and no bank has it`)),
    ...withoutCause(refunds, of('refund')).map(({ transactionNo, amount }) =>
      found(`refund ${transactionNo} of ${amount} was entered by no employee`),
    ),
    ...withoutCause(waivers('interestWaiver'), of('interestWaiver')).map(({ entryNo, amount }) =>
      found(`interest ${amount} was waived (${entryNo}) by no employee`),
    ),
    ...withoutCause(waivers('feeWaiver'), of('feeWaiver')).map(({ entryNo, amount }) =>
      found(`fee ${amount} was waived (${entryNo}) by no employee`),
    ),
    ...withoutCause(waivers('writeOff'), of('writeOff')).map(({ entryNo }) =>
      found(`${entryNo} writes off the debt, and no employee did`),
    ),
    ...late
      .filter(({ day }) => !ours.some((on) => on <= day && day - on <= DAYS_OF_A_MISS))
      .filter(({ day }) => !wrong.some((on) => day <= on))
      .map(({ amount, day }) =>
        found(`${amount} of interest was given up on ${isoOf(day)}, and we were not late before it`),
      ),
    ...(fees.length > 0 && failed.length === 0
      ? [found('a fee was charged, and no payment came back for want of money')]
      : []),
  ]
}
