import { assertPlainHeaders, type Mail, type MailSender } from './mail-sender.ts'

/** Where the development mailbox keeps its mails; the same `messageId` must be kept once. */
export type MailboxStore = {
  keep(mail: Mail): Promise<void>
}

/** The default without an SMTP server: nothing leaves the machine, a page of the product shows the mails. */
export function createMailboxSender(store: MailboxStore): MailSender {
  return {
    async send(mail) {
      assertPlainHeaders(mail)
      await store.keep(mail)
      return undefined
    },
    close() {
      return Promise.resolve()
    },
  }
}
