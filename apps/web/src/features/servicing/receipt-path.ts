import { NotificationCode } from '@dolphin/domain/loans/codes'
import type { AskedChange } from './change-call.ts'
import { isExpectedPayment } from './asked-change.ts'

/** Notification 103 with the change that it tells of; of an expected payment it says so, and confirms nothing. */
export function receiptPath(loanNo: string, changeNo: string | null, asked: AskedChange | undefined): string {
  const query = new URLSearchParams({
    loanNo,
    ...(changeNo === null ? {} : { changeNo }),
    ...(isExpectedPayment(asked) ? { expected: '1' } : {}),
  })
  return `/notification/${NotificationCode.paymentSuccess}?${query}`
}
