import type { LoanChange } from '@dolphin/database/servicing/loan-change-repository'
import { type LocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { type Cents, parseMoney } from '@dolphin/domain/money/cents'
import { ChangeType, PaymentMode } from '@dolphin/domain/payments/codes'
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
export function confirmedDebitOf({ transactionNo, result }: Saved):
  | { readonly quotedFor: LocalDate; readonly amount: Cents }
  | undefined {
  const debit = result['debit']
  if (transactionNo === null || !isRecord(debit)) return undefined
  const quotedFor = parseLocalDate(String(debit['quotedFor']))
  const amount = parseMoney(String(debit['amount']))
  return quotedFor === undefined || amount === undefined ? undefined : { quotedFor, amount }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
