import {
  type DeliveryFault,
  faultOfMail,
  isMailboxFull,
  type MailFailureReport,
  statusCodeOf,
} from '@dolphin/domain/notices/delivery-failure'
import type { DeliveryEvent } from '@dolphin/domain/notices/delivery-state'
import type { ProviderReport } from './webhook-message.ts'

const EVENT_OF_FAULT: Readonly<Record<DeliveryFault, DeliveryEvent>> = {
  hard: 'failedHard',
  soft: 'failedSoft',
  message: 'failedByUs',
  sender: 'failedByUs',
}

type Judged = Pick<ProviderReport, 'event' | 'status' | 'mailboxFull'>

/** A failure by the receiving server's own words where it named a status; else as the provider calls it. */
export function judgedFailure(report: MailFailureReport, otherwise: DeliveryEvent): Judged {
  const status = statusCodeOf(report)
  return {
    event: status === undefined ? otherwise : EVENT_OF_FAULT[faultOfMail(report)],
    status: status ?? null,
    mailboxFull: isMailboxFull(report),
  }
}
