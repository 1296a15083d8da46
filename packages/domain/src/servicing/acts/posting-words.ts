import { codeWords } from '../../form/code-words.ts'
import { inWords } from '../../approvals/figures.ts'
import { ChangeType } from '../../payments/codes.ts'
import type { PostingAct } from './codes.ts'

const KIND_TITLES: Readonly<Record<PostingAct, string>> = {
  receipt: 'Money received',
  checkReceipt: 'Check paid by its bank',
  reverseReceipt: 'Receipt reversed',
  refund: 'Refund',
  feeWaiver: 'Waiver of fees',
  interestWaiver: 'Waiver of interest',
  writeOff: 'Write-off of all that is left',
  rejectEntry: 'Entry that the bank did not carry out',
  scheduleChange: 'Change of the schedule',
  cancelChange: 'Change taken back',
}

const CODE_WORDS: Readonly<Partial<Record<number, string>>> = {
  [ChangeType.skip]: 'skip',
  [ChangeType.makeup]: 'make up',
  [ChangeType.changeAmount]: 'amount',
  [ChangeType.changeMode]: 'way of paying',
  [ChangeType.changeDate]: 'date',
  [ChangeType.partialMakeup]: 'make up in part',
  [ChangeType.refundOverpayment]: 'overpayment',
  [ChangeType.refundDuplicateDebit]: 'duplicate debit',
  [ChangeType.refundFee]: 'fee',
  [ChangeType.refundInterest]: 'interest',
  [ChangeType.refundGoodwill]: 'goodwill',
  [ChangeType.refundAfterCancellation]: 'after cancellation',
}

/** What a posting by hand is, in words for staff: "Refund 302, duplicate debit". Source: domain.md §10. */
export function postingTitle(kind: PostingAct, changeType: number): string {
  const words = CODE_WORDS[changeType]
  const code = changeType === ChangeType.none ? '' : ` ${changeType}`
  return `${KIND_TITLES[kind]}${code}${words === undefined ? '' : `, ${words}`}`
}

/** The fields of a posting that staff read beside its title and its amount, each with its label. */
export const POSTING_LABELS = {
  effectiveDate: 'Counts from',
  transactionNo: 'Transaction',
  installmentNo: 'Installment',
  paymentMode: 'Way of paying',
  reversalReason: 'Why it is reversed',
  rightLoanNo: 'Moves to loan',
} as const

/** One of them as staff read it: codes in words, days as YYYY-MM-DD; null where the posting does not have it. */
export function postingWords(field: string, value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  if (field === 'reversalReason') return inWords(`${value}`)
  const words = codeWords(field, value)
  return words === undefined ? `${value}` : words
}
