import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { batchCutOffOn } from '@dolphin/domain/calendar/cut-off'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import {
  type AccountAttempt,
  accountEligibility,
  FAILURES_THAT_SUSPEND_DEBITS,
} from '@dolphin/domain/payments/debit-eligibility/account-eligibility'
import { isReturnCode, returnRule } from '@dolphin/domain/payments/debit-eligibility/return-codes'
import { isPayment } from '@dolphin/domain/payments/codes'
import type { Deps } from '../../deps.ts'
import { hoursOf } from '../../modules/portfolios/banking-hours.ts'
import type { MoneyRows, SentEntry, TimedTransaction, Violation } from './money-rows.ts'

type Authorization = MoneyRows['authorizations'][number]

const isDebit = ({ transaction }: SentEntry): boolean => isPayment(transaction)

/** I6, I7, I8: what was cut into files of debits, each entry by itself. `agreedAmounts`: by loan and number. */
export function entryViolations(
  { portfolios, calendar }: Pick<Deps, 'portfolios' | 'calendar'>,
  rows: MoneyRows,
  agreedAmounts: ReadonlyMap<string, bigint>,
): Violation[] {
  const authorizationsByNo = new Map(rows.authorizations.map((one) => [one.authorizationNo, one]))
  return rows.sent.filter(isDebit).flatMap((sent): Violation[] => {
    const { transaction, file } = sent
    const { loanNo, transactionNo } = transaction
    const data = portfolios.byId(transaction.portfolioId)
    const authorization = authorizationsByNo.get(transaction.authorizationNo ?? '')
    const wrong: readonly (readonly [Violation['rule'], string | undefined])[] = [
      ['I6', data === undefined ? 'it is of no portfolio' : dayFault(sent, data, calendar)],
      ['I6', authorizationFault(sent, authorization, rows, agreedAmounts)],
      ['I6', validationFault(sent, authorization, rows, calendar)],
      ['I7', suspensionFault(sent, authorization, rows)],
      [
        'I8',
        authorization !== undefined &&
        authorization.revokedAt !== null &&
        authorization.revokedAt <= file.createdAt
          ? `its permission ${authorization.authorizationNo} was revoked before ${file.fileNo} was cut`
          : undefined,
      ],
    ]
    return wrong.flatMap(([rule, words]) =>
      words === undefined ? [] : [{ rule, loanNo, words: `debit ${transactionNo}: ${words}` }],
    )
  })
}

function dayFault(
  { entry, file }: SentEntry,
  data: PortfolioData,
  calendar: Deps['calendar'],
): string | undefined {
  const { effectiveDate } = entry
  if (!calendar.isBankingDay(effectiveDate)) return `${formatLocalDate(effectiveDate)} is no banking day`
  if (effectiveDate <= file.businessDate) return 'it takes effect before its batch'
  return file.createdAt < batchCutOffOn(hoursOf(data, calendar), file.businessDate)
    ? undefined
    : `${file.fileNo} was cut after the cut-off`
}

function authorizationFault(
  { transaction, entry, file }: SentEntry,
  authorization: Authorization | undefined,
  { accounts }: MoneyRows,
  agreedAmounts: ReadonlyMap<string, bigint>,
): string | undefined {
  if (authorization === undefined) return 'it has no permission'
  const { kind, openId, loanNo, accountKey, grantedAt, amount } = authorization
  if (openId !== transaction.openId || (kind !== 'renewed' && loanNo !== transaction.loanNo))
    return 'its permission is of another loan'
  if (grantedAt > file.createdAt) return 'its permission was given after it was cut'
  const keys = accounts.filter((one) => one.loanNo === transaction.loanNo).map((one) => one.accountKey)
  if (transaction.accountKey === null || !keys.includes(transaction.accountKey) || !keys.includes(accountKey))
    return 'its permission is for another account'
  const agreed =
    kind === 'singlePayment'
      ? amount
      : agreedAmounts.get(`${transaction.loanNo}/${transaction.installmentNumber ?? ''}`)
  if (agreed === undefined || agreed === null)
    return kind === 'singlePayment' ? undefined : 'no agreed payment has its number'
  return entry.amount > agreed ? `it takes ${entry.amount} and ${agreed} was agreed` : undefined
}

const PRENOTE_BANKING_DAYS = 3

/** Of a debit allowed on the site: its account was known to be open by then. */
function validationFault(
  { transaction, entry, file }: SentEntry,
  authorization: Authorization | undefined,
  { accounts }: MoneyRows,
  calendar: Deps['calendar'],
): string | undefined {
  if (authorization?.medium === 'paper') return undefined
  const isValid = accounts.some(
    ({ loanNo, accountKey, createdAt, validatedBy, prenoteEffectiveDate: asked, prenoteReturnedAt }) =>
      loanNo === transaction.loanNo &&
      accountKey === transaction.accountKey &&
      createdAt <= file.createdAt &&
      (validatedBy !== null ||
        (asked !== null &&
          calendar.addBankingDays(asked, PRENOTE_BANKING_DAYS) <= entry.effectiveDate &&
          (prenoteReturnedAt === null || prenoteReturnedAt > file.createdAt))),
  )
  return isValid ? undefined : 'its account was not validated'
}

/** How an earlier debit stood at an instant, as far as was known then. */
function attemptAt(
  { transactionNo, effectiveDate, at, returnCode }: TimedTransaction,
  now: Date,
): AccountAttempt {
  const { sent, checked, rejected } = at
  const isBack = rejected !== null && rejected <= now
  const isCleared = checked !== null && checked <= now
  const nsf = returnCode !== null && isReturnCode(returnCode) && returnRule(returnCode).insufficientFunds
  const returned = nsf ? 'insufficientFunds' : 'otherReturn'
  const outcome = isBack ? returned : isCleared ? 'cleared' : 'open'
  const knownAt = isBack ? rejected : isCleared ? checked : null
  return { transactionNo, sentAt: sent ?? now, effectiveDate, outcome, knownAt }
}

function suspensionFault(
  { transaction, file }: SentEntry,
  authorization: Authorization | undefined,
  { sent, authorizations }: MoneyRows,
): string | undefined {
  const originatedAt = file.createdAt
  const isOfAccount = (one: { openId: string; accountKey: string | null }): boolean =>
    one.openId === transaction.openId && one.accountKey === transaction.accountKey
  const attempts = sent
    .filter((one) => isDebit(one) && isOfAccount(one.transaction) && one.file.createdAt < originatedAt)
    .map((one) => attemptAt(one.transaction, originatedAt))
  const renewals = authorizations
    .filter((one) => one.kind === 'renewed' && isOfAccount(one) && one.grantedAt <= originatedAt)
    .map(({ grantedAt }) => grantedAt)
  const { consecutiveFailures, debitsSuspendedSince } = accountEligibility(attempts, renewals)
  if (debitsSuspendedSince === null || consecutiveFailures < FAILURES_THAT_SUSPEND_DEBITS) return undefined
  const isConfirmed =
    authorization?.kind === 'singlePayment' && authorization.grantedAt > debitsSuspendedSince
  return isConfirmed ? undefined : `two debits in a row had failed by ${debitsSuspendedSince.toISOString()}`
}
