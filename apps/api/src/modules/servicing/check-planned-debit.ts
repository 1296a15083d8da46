import { listDebitNotices } from '@dolphin/database/payments/debit-facts-repository'
import type { DebitAuthorization as StoredAuthorization } from '@dolphin/database/servicing/debit-authorization-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { StoredInstallment } from '@dolphin/database/plans/plan-repository'
import type { BankingHours } from '@dolphin/domain/calendar/cut-off'
import type {
  AgreedDebit,
  DebitAttempt,
  DebitAuthorization,
  DebitEligibilityFacts,
} from '@dolphin/domain/payments/debit-eligibility/debit-attempt'
import {
  checkDebitEligibility,
  type EligibilityResult,
} from '@dolphin/domain/payments/debit-eligibility/debit-eligibility'
import {
  type DebitNoticeKind,
  type GivenNotice,
  VARIABLE_AMOUNT_DAYS,
} from '@dolphin/domain/payments/debit-eligibility/notice-timing'
import {
  FAILED_STATUSES,
  isPayment,
  TransactionMode,
  TransactionPurpose,
  TransactionStatus,
  UNCHECKED_STATUSES,
} from '@dolphin/domain/payments/codes'
import { rulesOfOthers } from '@dolphin/domain/payments/debit-eligibility/hold-cause'
import { addDays, type LocalDate } from '@dolphin/domain/calendar/local-date'
import type { Cents } from '@dolphin/domain/money/cents'
import { dateIn, NEW_YORK, startOfDay } from '@dolphin/domain/time/new-york'
import { validationOf } from './account-validation-of.ts'
import { accountAttempts, codeOf, openReturns, singleScope } from './account-history.ts'
import { numbersMade } from './agreed-installments.ts'
import type { DebitLoan } from './debit-loan.ts'
import {
  debitNoticeOf,
  debitNoticePrefix,
  type DebitPlan,
  itemOf,
  planDebits,
  type PlannedDebit,
  presentmentOf,
} from './planned-debits.ts'

/** The instant and the purpose of an eligibility check. */
export interface EligibilityMoment {
  readonly hours: BankingHours
  readonly now: Date
  /** In the batch window, or beforehand. */
  readonly when: DebitAttempt['when']
}

/** What a borrower was told of a debit: its amount, under the key of that notice. */
interface ToldDebit {
  readonly dedupKey: string
  readonly amount: Cents
  readonly at: Date
}

/** Notices that were sent of debits, by what they have in common whatever the amount, each in their order. */
export type SentNotices = ReadonlyMap<string, readonly ToldDebit[]>

/** A notice leaves at most ten days ahead (12 CFR 1005.10(d)(1)); with room for a debit that slips. */
const TOLD_BEFORE_DAYS = 30

const NO_NOTICES: SentNotices = new Map()

/**
 * The debits of a loan that are due, each with what those before it leave to take. One that something of the borrower's or
 * the bank's holds, or that is never sent, lessens no other: pages, mails and the batch count it as the borrower's to send.
 * Source: domain.md §14.
 */
export const plannedDebits = (
  of: DebitLoan,
  dateOf: DebitPlan['dateOf'],
  at: Pick<EligibilityMoment, 'hours' | 'now'>,
): PlannedDebit[] => planDebits(of, { dateOf, isTaken: (debit) => isToBeTaken(debit, at) })

/** Whether nothing but our own doing can keep a debit from its batch, as far as it is known: what is not is never announced. */
export const isToBeTaken = (debit: PlannedDebit, at: Pick<EligibilityMoment, 'hours' | 'now'>): boolean =>
  rulesOfOthers(checkPlannedDebit(debit, NO_NOTICES, { ...at, when: 'plan' })).length === 0

/** The notices of many debits, in one query. */
export async function findDebitNotices(
  executor: Executor,
  portfolioId: number,
  debits: readonly PlannedDebit[],
): Promise<SentNotices> {
  const [first] = debits.map(({ effectiveDate }) => effectiveDate).toSorted((left, right) => left - right)
  if (first === undefined) return new Map()
  const loanNos = [...new Set(debits.map(({ of: { loan } }) => loan.loanNo))]
  const since = startOfDay(addDays(first, -TOLD_BEFORE_DAYS), NEW_YORK)
  const prefixes = new Set(debits.map(debitNoticePrefix))
  const told = new Map<string, ToldDebit[]>()
  for (const { dedupKey, at } of await listDebitNotices(executor, portfolioId, { loanNos, since })) {
    const notice = debitNoticeOf(dedupKey)
    if (notice === undefined || !prefixes.has(notice.prefix)) continue
    told.set(notice.prefix, [...(told.get(notice.prefix) ?? []), { dedupKey, amount: notice.amount, at }])
  }
  return told
}

/** The notices of one debit for whatever amount, in their order. */
export const toldOf = (debit: PlannedDebit, notices: SentNotices): readonly ToldDebit[] =>
  notices.get(debitNoticePrefix(debit)) ?? []

/** The result of the eligibility check to a debit of ACH, out of the rows that were read. Source: domain.md §9. */
export function checkPlannedDebit(
  debit: PlannedDebit,
  notices: SentNotices,
  moment: EligibilityMoment,
): EligibilityResult {
  const { of, item, purpose, presentment, effectiveDate, amount, entryDescription } = debit
  const attempt: DebitAttempt = {
    purpose,
    item,
    presentment,
    effectiveDate,
    amount,
    entryDescription,
    accountKey: debit.transaction?.accountKey ?? of.account?.accountKey ?? '',
    rail: TransactionMode.ach,
    when: moment.when,
    sameDay: false,
  }
  return checkDebitEligibility(eligibilityFacts(debit, notices, moment), attempt)
}

function eligibilityFacts(
  debit: PlannedDebit,
  notices: SentNotices,
  { hours, now }: EligibilityMoment,
): DebitEligibilityFacts {
  const { of, item, installment, owed, inFlight } = debit
  const { loan, account, formerKeys } = of
  const sent = of.transactions.filter((one) => isPayment(one) && one.traceNumber !== null)
  return {
    loanState: loan,
    paymentMode: of.paymentMode,
    account:
      account === undefined
        ? null
        : {
            key: account.accountKey,
            formerKeys,
            validation: validationOf(account, of.suspensionLiftedAt),
            isLinkEnded: account.linkEndedAt !== null,
          },
    authorizations: of.authorizations.map((one) => authorizationOf(of, debit, one, hours)),
    accountAttempts: accountAttempts(of),
    renewals: of.renewals.map(({ grantedAt }) => grantedAt),
    openReturns: openReturns(of, hours),
    legalFacts: of.loan.legalFacts,
    isBankEntryOpen: of.isBankEntryOpen,
    earlier: sent
      .filter((one) => itemOf(of.transactions, one) === item)
      .map((one) => ({
        effectiveDate: one.effectiveDate,
        amount: one.amount,
        returnedAs: one.status === TransactionStatus.rejected ? (codeOf(one.returnCode) ?? 'R31') : null,
        returnedAt: one.status === TransactionStatus.rejected ? one.updatedAt : null,
        presentment: presentmentOf(of, one),
      })),
    owed,
    inFlight,
    regular:
      installment === undefined
        ? null
        : { date: agreedDayOf(of, installment), amount: installment.amount, rail: TransactionMode.ach },
    otherDebits: otherDebitDays(debit, hours),
    debitedBefore: sent.length > 0,
    notices: noticesOf(debit, notices, hours),
    hasPaidBeside: hasPaidBeside(debit, notices, hours),
    hours,
    now,
  }
}

/** The day that was agreed for a payment, before we moved it. */
export const agreedDayOf = (
  { agreedDays }: Pick<DebitLoan, 'agreedDays'>,
  { number, dueDate }: Pick<StoredInstallment, 'number' | 'dueDate'>,
): LocalDate => agreedDays.get(number) ?? dueDate

/** Days of the loan's other debits that have not cleared, those of agreed payments without a transaction too. */
export function otherDebitDays(
  { of: { transactions, due }, item, transaction }: Pick<PlannedDebit, 'of' | 'item' | 'transaction'>,
  { calendar }: Pick<BankingHours, 'calendar'>,
): LocalDate[] {
  const others = transactions.filter(
    (one) =>
      isPayment(one) &&
      UNCHECKED_STATUSES.includes(one.status) &&
      one.transactionNo !== transaction?.transactionNo,
  )
  const made = numbersMade(transactions)
  const scheduled = due.filter(({ number }) => !made.has(number) && `installment/${number}` !== item)
  return [
    ...others.map(({ effectiveDate }) => effectiveDate),
    ...scheduled.map(({ dueDate }) => calendar.onOrAfter(dueDate)),
  ]
}

/** One notice serves as each kind that the rules ask for: it tells date, amount and account. */
const SERVES: readonly DebitNoticeKind[] = ['firstWithdrawal', 'unusualWithdrawal', 'variableAmount']

function noticesOf(debit: PlannedDebit, notices: SentNotices, { timeZone }: BankingHours): GivenNotice[] {
  const { effectiveDate } = debit
  return toldOf(debit, notices).flatMap(({ amount, at }) =>
    SERVES.map(
      (kind): GivenNotice => ({
        kind,
        channel: 'electronic',
        sentOn: dateIn(at, timeZone),
        effectiveDate,
        amount,
      }),
    ),
  )
}

const BESIDE: readonly string[] = [
  TransactionPurpose.receipt,
  TransactionPurpose.payNow,
  TransactionPurpose.payDown,
]

/**
 * Money that the borrower sent, or confirmed once, since a debit was first announced, or its notice would have been due. On
 * its way it counts as well: should it come back, the debit is larger again.
 */
function hasPaidBeside(debit: PlannedDebit, notices: SentNotices, { timeZone }: BankingHours): boolean {
  const [first] = toldOf(debit, notices)
  const since = first?.at ?? startOfDay(addDays(debit.effectiveDate, -VARIABLE_AMOUNT_DAYS), timeZone)
  return debit.of.transactions.some(
    (one) =>
      isPayment(one) &&
      BESIDE.includes(one.purpose) &&
      !FAILED_STATUSES.includes(one.status) &&
      one.transactionNo !== debit.transaction?.transactionNo &&
      one.createdAt >= since,
  )
}

function authorizationOf(
  of: DebitLoan,
  debit: PlannedDebit,
  { authorizationNo, kind, medium, accountKey, grantedAt, revokedAt, amount }: StoredAuthorization,
  { timeZone }: BankingHours,
): DebitAuthorization {
  const scope =
    kind === 'singlePayment' ? singleScope(of.transactions, authorizationNo, amount) : scheduleScope(debit)
  const holdsFrom = dateIn(grantedAt, timeZone)
  return { authorizationNo, kind, medium, accountKey, grantedAt, revokedAt, holdsFrom, scope }
}

/** The permission of the schedule covers its live payments; only the one that is asked about matters here. */
const scheduleScope = ({ item, installment }: PlannedDebit): AgreedDebit[] =>
  installment === undefined ? [] : [{ item, date: installment.dueDate, amount: installment.amount }]
