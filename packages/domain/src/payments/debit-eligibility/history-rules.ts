import { ELIGIBILITY_TEXTS, returnedWords } from './eligibility-texts.ts'
import { addDays, daysBetween } from '../../calendar/local-date.ts'
import { accountEligibility, FAILURES_THAT_SUSPEND_DEBITS } from './account-eligibility.ts'
import { agreedDebit } from './covering-authorization.ts'
import type { EarlierPresentment } from './debit-attempt.ts'
import {
  type Asked,
  type Ineligible,
  blockedForGood,
  type EligibilityRule,
  isSinglePayment,
  heldUntilChanged,
} from './eligibility-rule.ts'
import {
  CORRECTION_DAYS,
  isRetryTooNear,
  MOST_PRESENTMENTS,
  REPRESENTMENT_DAYS,
  RETRY_DESCRIPTION,
} from './representment.ts'
import { returnRule } from './return-codes.ts'
import { STORED_NAMES } from '../../stored-names.ts'

/** Rules about what came back before. */

/** Earlier first: presentments by their day. */
const byDay = (earlier: readonly EarlierPresentment[]): readonly EarlierPresentment[] =>
  earlier.toSorted((left, right) => left.effectiveDate - right.effectiveDate)

function blockedAccount({ facts }: Asked): Ineligible | null {
  const blocking = facts.openReturns.find(({ code }) => returnRule(code).stops === 'account')
  if (blocking === undefined) return null
  const { words, repair } = returnRule(blocking.code)
  return heldUntilChanged(returnedWords(words, repair ? 'otherAccount' : 'call'))
}

/** An authorization given after the return stands above it. */
const givenAfter = ({ covering }: Asked, instant: Date): boolean =>
  covering !== null && covering.grantedAt > instant

function endedAuthorization(asked: Asked): Ineligible | null {
  const { attempt, facts } = asked
  const ending = facts.openReturns.find(
    ({ code, knownAt }) =>
      returnRule(code).stops === 'authorization' &&
      !(returnRule(code).reaction === 'correctable' && attempt.presentment === 'corrected') &&
      !givenAfter(asked, knownAt),
  )
  return ending === undefined
    ? null
    : heldUntilChanged(returnedWords(returnRule(ending.code).words, 'authorizationAgain'))
}

function stoppedItem(asked: Asked): Ineligible | null {
  const { attempt, facts } = asked
  const stop = facts.openReturns.find(
    ({ code, item, knownAt }) =>
      item === attempt.item && returnRule(code).stops === 'item' && !givenAfter(asked, knownAt),
  )
  return stop === undefined
    ? null
    : heldUntilChanged(returnedWords(returnRule(stop.code).words, 'allowAgain'))
}

function sentBefore({ facts, attempt }: Asked): Ineligible | null {
  const stands = facts.earlier.some(({ returnedAs }) => returnedAs === null)
  const isFirst = attempt.presentment === 'first' && facts.earlier.length > 0
  return stands || isFirst ? blockedForGood(ELIGIBILITY_TEXTS.sentBefore) : null
}

function representment({ facts, attempt }: Asked): Ineligible | null {
  if (attempt.presentment !== 'again') return null
  const earlier = byDay(facts.earlier)
  const original = earlier.at(0)
  const last = earlier.at(-1)
  const code = last?.returnedAs ?? null
  const permitted =
    original !== undefined &&
    code !== null &&
    returnRule(code).reaction === 'representable' &&
    earlier.length < MOST_PRESENTMENTS &&
    daysBetween(original.effectiveDate, attempt.effectiveDate) <= REPRESENTMENT_DAYS &&
    attempt.amount === original.amount &&
    attempt.entryDescription === RETRY_DESCRIPTION
  return permitted ? null : blockedForGood(ELIGIBILITY_TEXTS.noRetry)
}

function correction({ facts, attempt }: Asked): Ineligible | null {
  if (attempt.presentment !== 'corrected') return null
  const wrong = facts.openReturns.find(
    ({ code, item }) => item === attempt.item && returnRule(code).reaction === 'correctable',
  )
  const permitted =
    wrong !== undefined &&
    facts.earlier.every(({ presentment }) => presentment !== 'corrected') &&
    attempt.entryDescription !== RETRY_DESCRIPTION &&
    attempt.effectiveDate <= addDays(wrong.settledOn, CORRECTION_DAYS)
  return permitted ? null : blockedForGood(ELIGIBILITY_TEXTS.noCorrection)
}

function newAuthorization(asked: Asked): Ineligible | null {
  const { facts, attempt } = asked
  if (attempt.presentment !== 'renewed') return null
  const returnedAt = byDay(facts.earlier).at(-1)?.returnedAt ?? null
  return returnedAt !== null && givenAfter(asked, returnedAt)
    ? null
    : heldUntilChanged(ELIGIBILITY_TEXTS.authorizationAgain)
}

/**
 * Barred, only an authorization given after it helps: one signed anew, on its own date, or a payment confirmed since, whose
 * being immediate the rule `immediate` sees to. A payment confirmed before can never go: it is to be confirmed anew.
 */
function twoFailures(asked: Asked): Ineligible | null {
  const { facts, attempt, covering } = asked
  const { consecutiveFailures, debitsSuspendedSince } = accountEligibility(
    facts.accountAttempts,
    facts.renewals,
  )
  if (debitsSuspendedSince === null) return null
  if (isSinglePayment(covering))
    return givenAfter(asked, debitsSuspendedSince) ? null : blockedForGood(ELIGIBILITY_TEXTS.twoFailures)
  const agreed = agreedDebit(covering, attempt.item)
  const renewed =
    covering !== null &&
    agreed !== null &&
    covering.kind === 'renewed' &&
    consecutiveFailures < FAILURES_THAT_SUSPEND_DEBITS &&
    covering.grantedAt >= debitsSuspendedSince &&
    attempt.effectiveDate === facts.hours.calendar.onOrAfter(agreed.date)
  return renewed ? null : heldUntilChanged(ELIGIBILITY_TEXTS.twoFailures)
}

function retryAlone({ facts: { hours, otherDebits }, attempt }: Asked): Ineligible | null {
  const isRetry = attempt.presentment === 'again'
  return isRetry && isRetryTooNear(attempt.effectiveDate, otherDebits, hours.calendar)
    ? heldUntilChanged(ELIGIBILITY_TEXTS.retryWaits)
    : null
}

export const HISTORY_RULES = [
  {
    id: 'usableAccount',
    rule: 'No return stands open that stops the account.',
    citation: 'ach.md §2, R02 to R04, R12 to R17, R20, R28; domain.md §9',
    check: blockedAccount,
  },
  {
    id: 'permissionEnded',
    rule: 'No return stands open that ends the authorization or stops automatic debits.',
    citation: 'ach.md §2, R05, R07, R10, R11, R29, R51; domain.md §9',
    check: endedAuthorization,
  },
  {
    id: 'itemStopped',
    rule: 'The borrower did not stop this payment, and no bank asked to leave it.',
    citation: 'ach.md §2, R06, R08, R24; 12 CFR 1005.10(c)',
    check: stoppedItem,
  },
  {
    id: 'once',
    rule: 'No payment is taken that stands already.',
    citation: 'design/security.md I3; ach.md §2, R24',
    check: sentBefore,
  },
  {
    id: 'representment',
    rule: 'After R01 or R09 only: twice at most, within 180 days, same amount, as RETRY PYMT.',
    citation: 'ach.md §2, re-presentation rules',
    check: representment,
  },
  {
    id: 'correction',
    rule: 'After R11 only: once, within 60 days of the settlement of the return, not as RETRY PYMT.',
    citation: 'ach.md §2, R11; domain.md §9',
    check: correction,
  },
  {
    id: STORED_NAMES.eligibilityRule.newAuthorization,
    rule: 'After any other return: under an authorization given since.',
    citation: 'ach.md §2: only after the cause is fixed; 12 CFR 1005.10(b)',
    check: newAuthorization,
  },
  {
    id: 'twoFailures',
    rule: 'After two failures in a row, over all loans and rails: an authorization signed, or one payment confirmed, since.',
    citation: '12 CFR 1041.8(b) to (d); domain.md §9; design/security.md I7',
    check: twoFailures,
  },
  {
    id: 'retryAlone',
    rule: 'A retry has a day of its own, after every earlier debit of the loan is checked.',
    citation: 'domain.md §14; 12 CFR 1041.8(b)',
    check: retryAlone,
  },
] as const satisfies readonly EligibilityRule<string>[]
