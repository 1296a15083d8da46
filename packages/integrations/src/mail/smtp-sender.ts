import { assertPlainHeaders, MailFailure, type MailSender } from './mail-sender.ts'

const CONNECT_TIMEOUT_MS = 10_000
const SOCKET_TIMEOUT_MS = 30_000

/**
 * Sends by the SMTP server of `SMTP_URL` (`smtp://user:password@host:587` or `smtps://…:465`).
 *
 * Every wait is bounded, so a silent server costs a job half a minute and no more. Attachments come as
 * bytes only: reading a file or an address named in a mail is switched off.
 */
export async function createSmtpSender(smtpUrl: string): Promise<MailSender> {
  // Loaded by who has a mail server.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail) {
      assertPlainHeaders(mail)
      const attachments = (mail.attachments ?? []).map(({ fileName, contentType, content }) => ({
        filename: fileName,
        contentType,
        content: Buffer.from(content),
      }))
      const { to, from, subject, text, html, messageId } = mail
      try {
        await transport.sendMail({ to, from, subject, text, html, messageId, attachments })
      } catch (error) {
        throw asMailFailure(error)
      }
    },
    close() {
      transport.close()
      return Promise.resolve()
    },
  }
}

/** nodemailer's message quotes the server and may hold the address, so only the code is kept. */
function asMailFailure(error: unknown): MailFailure {
  const code = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined
  const responseCode = typeof code === 'number' ? code : undefined
  return new MailFailure(responseCode !== undefined && responseCode >= 500, responseCode)
}
