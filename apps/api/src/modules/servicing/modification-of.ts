import type { LoanChange } from '@dolphin/database/servicing/loan-change-repository'
import type { BankingHours } from '@dolphin/domain/calendar/cut-off'
import { addDays, type LocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { type Cents, min, parseMoney } from '@dolphin/domain/money/cents'
import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { ChangeType, FAILED_STATUSES, PaymentMode } from '@dolphin/domain/payments/codes'
import {
  confirmAgainBy,
  confirmationEndsAt,
  type DebitToConfirm,
  expectationEndsAt,
} from '@dolphin/domain/servicing/changes/confirm-again'
import { assert } from '@dolphin/domain/assert'
import type { ModificationKind, ModificationMode } from '@dolphin/domain/servicing/changes/modification-life'
import { modificationKind, type OpenModification } from '@dolphin/domain/servicing/changes/standing-beside'
import { dateIn } from '@dolphin/domain/time/new-york'

type Saved = Pick<LoanChange, 'changeType' | 'result' | 'transactionNo'>

/** The row of the life table that a saved change follows. Source: domain.md §14. */
export function modificationOf(change: Saved): {
  readonly kind: ModificationKind
  readonly mode: ModificationMode
} {
  const kind = modificationKind(change.changeType)
  const isOurs =
    kind === 'revocation' ||
    change.transactionNo !== null ||
    change.result['paymentModeAfter'] === PaymentMode.ach
  return { kind, mode: isOurs && !isExpected(change) ? 'debit' : 'borrower' }
}

/**
 * The open change as the domain asks about it; what it holds up is possible once it is done or cannot be undone: once its
 * debit is checked, or the days are over in which it can be confirmed again.
 */
export function openModification(
  change: LoanChange,
  transactions: readonly Pick<MoneyTransaction, 'transactionNo' | 'status' | 'amount' | 'effectiveDate'>[],
  hours: BankingHours,
): OpenModification {
  const confirmed = confirmedDebitOf(change)
  const undoUntil = addDays(dateIn(change.cutOffAt, hours.timeZone), 1)
  const of = modificationOf(change)
  if (confirmed === undefined) return { ...of, possibleOn: undoUntil }
  const toConfirm = debitToConfirm(change, transactions)
  if (toConfirm !== null)
    return { ...of, possibleOn: hours.calendar.next(confirmAgainBy(hours, toConfirm.quotedFor)) }
  const debit = transactions.find(({ transactionNo }) => transactionNo === change.transactionNo)
  const takenOn = debit?.effectiveDate ?? confirmed.quotedFor
  const days = of.kind === 'payoff' ? CHECKED_AFTER_BANKING_DAYS : 0
  return { ...of, possibleOn: hours.calendar.addBankingDays(takenOn, days) }
}

/** A debit is checked so long after it settled. Source: domain.md §9. */
const CHECKED_AFTER_BANKING_DAYS = 2

/** Whether the change is a payment that the borrower sends, or that we charge by phone. */
export const isExpected = ({ result }: Pick<LoanChange, 'result'>): boolean => isRecord(result['expected'])

/** The single debit of a change: how much was confirmed, and for which day. Undefined without one. */
export function confirmedDebitOf({
  transactionNo,
  result,
}: Saved): { readonly quotedFor: LocalDate; readonly amount: Cents } | undefined {
  const debit = result['debit']
  if (transactionNo === null || !isRecord(debit)) return undefined
  const quotedFor = parseLocalDate(String(debit['quotedFor']))
  const amount = parseMoney(String(debit['amount']))
  return quotedFor === undefined || amount === undefined ? undefined : { quotedFor, amount }
}

/** When an open change ends without its money, and why; undefined while its debit is on its way, or without one. */
export function endOfWait(
  change: Saved,
  transactions: readonly Pick<MoneyTransaction, 'transactionNo' | 'status' | 'amount'>[],
  hours: BankingHours,
): { readonly at: Date; readonly why: 'notConfirmed' | 'notReceived' } | undefined {
  const toConfirm = debitToConfirm(change, transactions)
  if (toConfirm !== null) return { at: confirmationEndsAt(hours, toConfirm.quotedFor), why: 'notConfirmed' }
  if (!isExpected(change)) return undefined
  const { by } = change.result['expected'] as { readonly by: string }
  const day = parseLocalDate(by)
  assert(day !== undefined, 'a stored last day is a date')
  return { at: expectationEndsAt(hours, day), why: 'notReceived' }
}

/** The debit of an open change that was dropped because it missed its day; null of any other. */
export function debitToConfirm(
  change: Saved,
  transactions: readonly Pick<MoneyTransaction, 'transactionNo' | 'status' | 'amount'>[],
): DebitToConfirm | null {
  const { changeType, transactionNo } = change
  const confirmed = confirmedDebitOf(change)
  const debit = transactions.find((one) => one.transactionNo === transactionNo)
  if (confirmed === undefined || debit === undefined || !FAILED_STATUSES.includes(debit.status)) return null
  return changeType === ChangeType.payOff || changeType === ChangeType.payDown
    ? // Money that came since has made it smaller.
      { changeType, ...confirmed, amount: min(confirmed.amount, debit.amount) }
    : null
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
