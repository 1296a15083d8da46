import { DEBIT } from './codes.ts'
import { ANSWERS, type AnswerEffect } from './bank-answers.ts'
import type { ActFact, BankAnswer, LoanFacts, SentEntry, TransactionFact } from './facts.ts'

/** A debit that the bank received, with the row that it belongs to and the answer that brought it back. */
export interface TracedDebit {
  readonly entry: SentEntry
  readonly row: TransactionFact | undefined
  readonly answer: BankAnswer | undefined
}

/** The bank writes its answer to a debit within so many days. Source: facts/ach.md §2. */
const RETURN_DAYS = 60

/** An answer that the bank may give: the amount that was sent, once, in time. */
export const isRight = ({ amount, code, writtenOn }: BankAnswer, entry: SentEntry): boolean =>
  amount === entry.amount && code in ANSWERS && writtenOn <= entry.day + RETURN_DAYS

/** The debits of a loan in the order in which the bank received them. */
export function tracedDebits({ sent, answers, transactions }: LoanFacts): TracedDebit[] {
  return sent
    .filter(({ direction, isPulled }) => direction === 'debit' && !isPulled)
    .map((entry) => ({
      entry,
      row: transactions.find(({ trace, type }) => type === DEBIT && trace === entry.trace),
      answer: answers.find((answer) => answer.trace === entry.trace && isRight(answer, entry)),
    }))
}

/** What an answer means, by its code. */
export function effectOf({ code }: BankAnswer): AnswerEffect {
  const effect = ANSWERS[code]
  if (effect === undefined) throw new Error(`no effect is written down for ${code}`)
  return effect
}

/** The first presentment of what a transaction presents. */
export function itemOf(transactions: readonly TransactionFact[], row: TransactionFact): TransactionFact {
  const before = transactions.find(({ transactionNo }) => transactionNo === row.originalNo)
  return before === undefined || before.type !== DEBIT ? row : itemOf(transactions, before)
}

/** An act of one of these kinds after a moment of the life. */
export const actAfter = (
  { acts }: Pick<LoanFacts, 'acts'>,
  order: number,
  ...kinds: readonly ActFact['kind'][]
): ActFact | undefined => acts.find((act) => act.order > order && kinds.includes(act.kind))
