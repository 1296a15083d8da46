import { COLLECTING, LIVE, SUSPENDED } from '../codes.ts'
import { isoOf } from '../day.ts'
import { actAfter, effectOf, tracedDebits } from '../entries.ts'
import type { ActFact, BankAnswer, Finding, LoanFacts } from '../facts.ts'

/**
 * Excuse of `announcedComes`, until payments are allowed again: the bank ended them for this loan or for another of the same
 * account, and what is announced of them all the same is not sent. The announcement does not ask what the batch asks.
 */
export function isEndedByBank(facts: LoanFacts): boolean {
  const own = tracedDebits(facts).flatMap(({ answer }) => answer ?? [])
  const standing = [...own, ...facts.answersElsewhere].filter(
    (answer) => actAfter(facts, answer.order, ...BEGIN_AGAIN) === undefined,
  )
  const isEnding = (answer: BankAnswer): boolean => ENDING.includes(effectOf(answer).ends)
  return standing.some(isEnding) || standing.filter((answer) => effectOf(answer).isForFunds).length > 1
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
    // Excuse, while it is in collection: with no payment ahead the page asks no rule.
    const isEnded = (isOfAccount || ends === 'authorization') && status !== COLLECTING
    const isResting = status === SUSPENDED || status === COLLECTING
    return [
      ...(isEnded && page.isAutomatic ? [found(answer, 'payments are shown as automatic')] : []),
      ...(suspends && answer.on === today && !isResting ? [found(answer, `the loan is ${status}`)] : []),
    ]
  })
}
