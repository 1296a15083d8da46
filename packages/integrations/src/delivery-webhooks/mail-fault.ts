import { faultOfMail, type MailFailureReport, statusCodeOf } from '@dolphin/domain/notices/delivery-failure'
import { type DeliveryFault, EVENT_OF_FAULT } from '@dolphin/domain/notices/faults/delivery-fault'
import type { ProviderReport } from './webhook-message.ts'

type Judged = Pick<ProviderReport, 'event' | 'status' | 'mailboxFull'>

/** A failure for a known reason; `status` names it in the provider's words. */
export const failure = (fault: DeliveryFault, status: string | null): Judged => ({
  event: EVENT_OF_FAULT[fault],
  status,
  mailboxFull: fault === 'mailbox',
})

/** A failure by the receiving server's own words where they say why; else as the provider calls it. */
export function judgedFailure(report: MailFailureReport, otherwise: DeliveryFault): Judged {
  const fault = faultOfMail(report)
  return failure(fault === 'unclear' ? otherwise : fault, statusCodeOf(report) ?? null)
}
