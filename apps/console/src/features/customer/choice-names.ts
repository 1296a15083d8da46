import type { OptOut } from '@dolphin/domain/identity/codes'
import type { CollectingSubStatus } from '@dolphin/domain/loans/codes'
import type { LegalFactKind } from '@dolphin/domain/loans/legal-facts'
import type { SuspendReason } from '@dolphin/domain/servicing/acts/status-moves'
import { ChangeType, PaymentMode } from '@dolphin/domain/payments/codes'
import type { ReceiptReversalReason } from '@dolphin/domain/payments/receipt-reversal'
import type { ReversalReason } from '@dolphin/domain/payments/reversal'

export const MODE_NAMES: Readonly<Partial<Record<PaymentMode, string>>> = {
  [PaymentMode.ach]: 'ACH debit',
  [PaymentMode.cashierCheck]: 'Cashier’s check',
  [PaymentMode.debitCard]: 'Debit card',
  [PaymentMode.moneyGram]: 'MoneyGram',
  [PaymentMode.moneyOrder]: 'Money order',
  [PaymentMode.personalCheck]: 'Personal check',
  [PaymentMode.westernUnion]: 'Western Union',
  [PaymentMode.wire]: 'Wire',
}

export const REFUND_NAMES: Readonly<Record<number, string>> = {
  [ChangeType.refundOverpayment]: 'Overpaid (301)',
  [ChangeType.refundDuplicateDebit]: 'Taken twice (302)',
  [ChangeType.refundFee]: 'Fee (303)',
  [ChangeType.refundInterest]: 'Interest (304)',
  [ChangeType.refundGoodwill]: 'Goodwill (305)',
  [ChangeType.refundAfterCancellation]: 'After cancellation (306)',
}

export const CHANGE_NAMES: Readonly<Record<number, string>> = {
  [ChangeType.skip]: 'Skip a payment (201)',
  [ChangeType.makeup]: 'Make up a missed payment (202)',
  [ChangeType.changeAmount]: 'Another amount (203)',
  [ChangeType.changeMode]: 'Another way of paying (204)',
  [ChangeType.changeDate]: 'Another day (205)',
  [ChangeType.partialMakeup]: 'Make up in part (206)',
}

export const SUSPEND_NAMES: Readonly<Record<SuspendReason, string>> = {
  badStanding: 'Bad standing',
  hardReturn: 'Hard return',
  cccs: 'Credit counseling',
  noFuturePayment: 'No future payment',
  miscellaneous: 'Other',
}

export const LEGAL_FACT_NAMES: Readonly<Record<LegalFactKind, string>> = {
  bankruptcy: 'Bankruptcy',
  activeDuty: 'Active duty',
}

export const STEP_NAMES: Readonly<Record<CollectingSubStatus, string>> = {
  notified: 'Notified: collecting begins',
  accepted: 'Accepted: a promise was made',
  rePlanned: 'Re-planned: a new schedule was agreed',
  cleared: 'Cleared: payments go on',
  rejected: 'Rejected: no agreement',
  pocketed: 'With a collector',
  settled: 'Settled for less: the rest is written off',
}

export const OPT_OUT_CHOICES: Readonly<Record<OptOut, string>> = {
  doNotCall: 'Calls and texts (2)',
  uncontactable: 'Any contact (4)',
  marketing: 'Marketing (8)',
  operation: 'Service texts (16)',
}

export const REVERSAL_NAMES: Readonly<Record<ReversalReason, string>> = {
  duplicate: 'It was sent twice',
  receiver: 'Wrong bank account',
  amount: 'Wrong amount',
  date: 'Wrong day',
}

export const RECEIPT_REVERSAL_NAMES: Readonly<Record<ReceiptReversalReason, string>> = {
  bounced: 'The check bounced',
  chargedBack: 'The money was charged back',
  wrongLoan: 'It was posted on the wrong loan',
  wrongAmount: 'It was posted with the wrong amount',
}

export const HOLD_SCOPE_NAMES = {
  person: 'All of the person',
  loan: 'The loan',
  application: 'The application',
} as const

export const PERSON_FIELD_NAMES = {
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  birthDate: 'Birth date',
  ssn: 'SSN',
  street: 'Street',
  unit: 'Unit',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
} as const
