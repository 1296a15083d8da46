import type { LoanChange } from '@dolphin/database/servicing/loan-change-repository'
import { type LocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { type Cents, parseMoney } from '@dolphin/domain/money/cents'
import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { ChangeType, PaymentMode, TransactionStatus } from '@dolphin/domain/payments/codes'
import type { DebitToConfirm } from '@dolphin/domain/servicing/changes/confirm-again'
import type { ModificationKind, ModificationMode } from '@dolphin/domain/servicing/changes/modification-life'

type Saved = Pick<LoanChange, 'changeType' | 'result' | 'transactionNo'>

/** The row of the life table that a saved change follows. Source: domain.md §14. */
export function modificationOf(change: Saved): {
  readonly kind: ModificationKind
  readonly mode: ModificationMode
} {
  const isOurs = change.transactionNo !== null || change.result['paymentModeAfter'] === PaymentMode.ach
  return { kind: kindOf(change.changeType), mode: isOurs && !isExpected(change) ? 'debit' : 'borrower' }
}

function kindOf(changeType: number): ModificationKind {
  switch (changeType) {
    case ChangeType.payOff:
      return 'payoff'
    case ChangeType.payDown:
      return 'extraPayment'
    case ChangeType.changePaymentMode:
    case ChangeType.changeMode:
      return 'paymentMode'
    case ChangeType.revokeFutureAch:
      return 'revocation'
    default:
      return 'schedule'
  }
}

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

const NOT_SENT: readonly number[] = [TransactionStatus.rejected, TransactionStatus.pastDue]

/** The debit of an open change that was dropped because it missed its day; null of any other. */
export function debitToConfirm(
  change: Saved,
  transactions: readonly Pick<MoneyTransaction, 'transactionNo' | 'status'>[],
): DebitToConfirm | null {
  const { changeType, transactionNo } = change
  const confirmed = confirmedDebitOf(change)
  const debit = transactions.find((one) => one.transactionNo === transactionNo)
  if (confirmed === undefined || debit === undefined || !NOT_SENT.includes(debit.status)) return null
  return changeType === ChangeType.payOff || changeType === ChangeType.payDown
    ? { changeType, ...confirmed }
    : null
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
