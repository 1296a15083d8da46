import { COLLECTING, LIVE, SUSPENDED } from '../codes.ts'
import { isoOf } from '../day.ts'
import { actAfter, effectOf, tracedDebits } from '../entries.ts'
import type { ActFact, BankAnswer, Finding, LoanFacts, NoticeFact } from '../facts.ts'

/**
 * Excuse of `announcedComes`, for what was announced before: the bank has ended debits from the account since, by what it
 * answered of another loan, whose messages say so; no message of this loan takes back what it announced.
 */
export function isEndedElsewhere({ answersElsewhere }: LoanFacts, { order }: NoticeFact): boolean {
  return answersElsewhere.some(
    (answer) =>
      answer.order > order && (ENDING.includes(effectOf(answer).ends) || effectOf(answer).isForFunds),
  )
}

const ENDING: readonly string[] = ['authorization', 'account']

/** What begins automatic payments again after an answer of the bank had ended them. */
const BEGIN_AGAIN: readonly ActFact['kind'][] = [
  'authorized',
  'repaired',
  'corrected',
  'accountCorrected',
  'modeChanged',
  'cured',
]

/** What brings a loan to another account: what comes back of the former one is of no matter to what is to come. */
const OTHER_ACCOUNT: readonly ActFact['kind'][] = ['repaired', 'accountCorrected']

/**
 * What an answer of the bank has ended is off on the page of that evening: no payment comes by itself until it is allowed
 * again, and where the answer suspends the loan, it is suspended. Source: facts/ach.md §2; domain.md §2, §9.
 */
export function answersShow(facts: LoanFacts): Finding[] {
  const { page, isDayOver, status, acts, today } = facts
  if (page === null || !isDayOver || !LIVE.includes(status)) return []
  const isOfFormer = acts.some(({ kind }) => OTHER_ACCOUNT.includes(kind))
  const found = ({ code, on }: BankAnswer, words: string): Finding => ({
    law: 'answersShow',
    words: `the bank said ${code} on ${isoOf(on)}, and ${words}`,
  })
  return tracedDebits(facts).flatMap(({ answer }): Finding[] => {
    if (answer === undefined) return []
    const { ends, suspends } = effectOf(answer)
    const isOfAccount = ends === 'account'
    if (isOfAccount && isOfFormer) return []
    if (actAfter(facts, answer.order, ...BEGIN_AGAIN) !== undefined) return []
    const isEnded = isOfAccount || ends === 'authorization'
    const isResting = status === SUSPENDED || status === COLLECTING
    return [
      ...(isEnded && page.isAutomatic ? [found(answer, 'payments are shown as automatic')] : []),
      ...(suspends && answer.on === today && !isResting ? [found(answer, `the loan is ${status}`)] : []),
    ]
  })
}
