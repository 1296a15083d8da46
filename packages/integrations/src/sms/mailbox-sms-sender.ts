import type { SmsSender } from './sms-sender.ts'

/** The default without a provider: nothing leaves the machine; the outbox keeps what /dev/mailbox shows. */
export const mailboxSmsSender: SmsSender = { send: () => Promise.resolve(undefined) }
