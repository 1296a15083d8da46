import { writtenDay } from '../../calendar/written-day.ts'
import { inEachLanguage, type Localized } from '../../portfolios/localized.ts'
import { validationState } from '../account-validation.ts'
import { TransactionMode } from '../codes.ts'
import { ZERO_CENTS } from '../../money/cents.ts'
import { coveringAuthorization } from './covering-authorization.ts'
import type { DebitAttempt, DebitEligibilityFacts } from './debit-attempt.ts'
import type { EligibilityRuleId } from './debit-eligibility.ts'
import type { Asked } from './eligibility-rule.ts'
import { HISTORY_RULES } from './history-rules.ts'
import { HOLD_CAUSES, type HoldCause } from './hold-cause.ts'
import { LOAN_RULES } from './loan-rules.ts'

/** What is known of a debit's eligibility before its batch. */
export type FactsAhead = Pick<
  DebitEligibilityFacts,
  | 'loanState'
  | 'legalFacts'
  | 'paymentMode'
  | 'account'
  | 'authorizations'
  | 'accountAttempts'
  | 'renewals'
  | 'openReturns'
  | 'isBankEntryOpen'
  | 'hours'
  | 'now'
>

/** A debit to come, as its batch will ask about it. */
export type DebitAhead = Pick<
  DebitAttempt,
  'purpose' | 'item' | 'presentment' | 'accountKey' | 'effectiveDate' | 'amount'
>

/** Why the batch of a debit to come will not take it, as things stand. */
export interface DebitHold {
  readonly rule: EligibilityRuleId
  readonly cause: HoldCause
  /** For the borrower: what it means and what to do. */
  readonly words: Localized
}

/** Whether something other than the lender's own doing stands in the way: the payment is the borrower's to send. */
export const isHeldByOthers = (hold: DebitHold | null): boolean => hold !== null && hold.cause !== 'lender'

/** Rules about what came back that ask for no more than is known ahead. */
const HISTORY_AHEAD: readonly string[] = ['usableAccount', 'permissionEnded', 'itemStopped', 'twoFailures']

/** The rules whose answer can be known before the batch: loan, account, authorization, and what came back. */
const RULES_AHEAD = [...LOAN_RULES, ...HISTORY_RULES.filter(({ id }) => HISTORY_AHEAD.includes(id))]

/** What no rule that is asked ahead looks at. */
const NOT_ASKED = {
  earlier: [],
  otherDebits: [],
  regular: null,
  debitedBefore: true,
  notices: [],
  hasPaidBeside: false,
} as const

/**
 * Why a debit to come is not taken on its day, by the rules that its batch asks, as far as they can be answered now; null
 * where none stands in the way. What lies on the lender's side waits or moves to another day; every other is the
 * borrower's to send, also where something on our side waits beside it. Pages, mails and documents ask this. Source:
 * domain.md §14.
 */
export function holdAhead(facts: FactsAhead, debit: DebitAhead): DebitHold | null {
  const whole: DebitEligibilityFacts = { ...facts, ...NOT_ASKED, owed: debit.amount, inFlight: ZERO_CENTS }
  const attempt: DebitAttempt = {
    ...debit,
    rail: TransactionMode.ach,
    entryDescription: '',
    when: 'send',
    sameDay: false,
  }
  const asked: Asked = { facts: whole, attempt, covering: coveringAuthorization(whole, attempt) }
  const holds = RULES_AHEAD.flatMap(({ id, check }): DebitHold[] => {
    const ineligible = check(asked)
    if (ineligible === null) return []
    const words = id === 'validatedAccount' ? withFirstDay(facts, ineligible.words) : ineligible.words
    return [{ rule: id, cause: HOLD_CAUSES[id], words }]
  })
  // As the round that moves what only we hold.
  return holds.find(isHeldByOthers) ?? holds[0] ?? null
}

/** With the first day on which the account can be debited: the payment gets a day from then on. */
function withFirstDay({ account, hours, now }: FactsAhead, words: Localized): Localized {
  const state = account === null ? undefined : validationState(account.validation, hours, now)
  if (state?.kind !== 'validatedFrom') return words
  const day = writtenDay(state.day)
  const first: Localized = {
    en: `The first day on which we can take it is ${day.en}. We’ll write you its new day.`,
    es: `El primer día en que podemos cobrarlo es el ${day.es}. Le escribiremos su nueva fecha.`,
  }
  return inEachLanguage((locale) => `${words[locale]} ${first[locale]}`)
}
