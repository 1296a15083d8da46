import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { batchCutOffOn } from '@dolphin/domain/calendar/cut-off'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import {
  type AccountAttempt,
  accountStanding,
  FAILURES_THAT_BAR,
} from '@dolphin/domain/payments/debit-guard/account-standing'
import { isReturnCode, returnRule } from '@dolphin/domain/payments/debit-guard/return-codes'
import { TransactionType } from '@dolphin/domain/payments/codes'
import type { Deps } from '../../deps.ts'
import { hoursOf } from '../../modules/portfolios/banking-hours.ts'
import type { MoneyRows, SentEntry, TimedMovement, Violation } from './money-rows.ts'

type Authorization = MoneyRows['authorizations'][number]

const isDebit = ({ movement }: SentEntry): boolean => movement.type === TransactionType.debit

/** I6, I7, I8: what was cut into files of debits, each entry by itself. `agreedAmounts`: by loan and number. */
export function entryViolations(
  { portfolios, calendar }: Pick<Deps, 'portfolios' | 'calendar'>,
  rows: MoneyRows,
  agreedAmounts: ReadonlyMap<string, bigint>,
): Violation[] {
  const permissions = new Map(rows.authorizations.map((one) => [one.authorizationNo, one]))
  return rows.sent.filter(isDebit).flatMap((sent): Violation[] => {
    const { movement, file } = sent
    const { loanNo, transactionNo } = movement
    const data = portfolios.byId(movement.portfolioId)
    const permission = permissions.get(movement.authorizationNo ?? '')
    const wrong: readonly (readonly [Violation['rule'], string | undefined])[] = [
      ['I6', data === undefined ? 'it is of no portfolio' : dayFault(sent, data, calendar)],
      ['I6', permissionFault(sent, permission, rows, agreedAmounts)],
      ['I7', barredFault(sent, permission, rows)],
      [
        'I8',
        permission !== undefined && permission.revokedAt !== null && permission.revokedAt <= file.createdAt
          ? `its permission ${permission.authorizationNo} was revoked before ${file.fileNo} was cut`
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

function permissionFault(
  { movement, entry, file }: SentEntry,
  permission: Authorization | undefined,
  { accounts }: MoneyRows,
  agreedAmounts: ReadonlyMap<string, bigint>,
): string | undefined {
  if (permission === undefined) return 'it has no permission'
  const { kind, openId, loanNo, accountKey, grantedAt, amount } = permission
  if (openId !== movement.openId || (kind !== 'renewed' && loanNo !== movement.loanNo))
    return 'its permission is of another loan'
  if (grantedAt > file.createdAt) return 'its permission was given after it was cut'
  const keys = accounts.filter((one) => one.loanNo === movement.loanNo).map((one) => one.accountKey)
  if (movement.accountKey === null || !keys.includes(movement.accountKey) || !keys.includes(accountKey))
    return 'its permission is for another account'
  const agreed =
    kind === 'singlePayment'
      ? amount
      : agreedAmounts.get(`${movement.loanNo}/${movement.installmentNumber ?? ''}`)
  if (agreed === undefined || agreed === null)
    return kind === 'singlePayment' ? undefined : 'no agreed payment has its number'
  return entry.amount > agreed ? `it takes ${entry.amount} and ${agreed} was agreed` : undefined
}

/** How an earlier debit stood at an instant, as far as was known then. */
function attemptAt(
  { transactionNo, effectiveDate, at, returnCode }: TimedMovement,
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

function barredFault(
  { movement, file }: SentEntry,
  permission: Authorization | undefined,
  { sent, authorizations }: MoneyRows,
): string | undefined {
  const cutAt = file.createdAt
  const isOfAccount = (one: { openId: string; accountKey: string | null }): boolean =>
    one.openId === movement.openId && one.accountKey === movement.accountKey
  const attempts = sent
    .filter((one) => isDebit(one) && isOfAccount(one.movement) && one.file.createdAt < cutAt)
    .map((one) => attemptAt(one.movement, cutAt))
  const renewals = authorizations
    .filter((one) => one.kind === 'renewed' && isOfAccount(one) && one.grantedAt <= cutAt)
    .map(({ grantedAt }) => grantedAt)
  const { consecutiveFailures, barredSince } = accountStanding(attempts, renewals)
  if (barredSince === null || consecutiveFailures < FAILURES_THAT_BAR) return undefined
  const isConfirmed = permission?.kind === 'singlePayment' && permission.grantedAt > barredSince
  return isConfirmed ? undefined : `two debits in a row had failed by ${barredSince.toISOString()}`
}
