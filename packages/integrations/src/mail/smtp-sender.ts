import { faultOfMail, statusCodeOf } from '@dolphin/domain/notices/delivery-failure'
import type { SendMailOptions } from 'nodemailer'
import { assertPlainHeaders, type Mail, MailFailure, type MailSender } from './mail-sender.ts'

const CONNECT_TIMEOUT_MS = 10_000
const SOCKET_TIMEOUT_MS = 30_000

export interface SmtpSettings {
  /** `smtp://user:password@host:587` or `smtps://…:465`. */
  readonly url: string
  /** Refuses a server that offers no encryption, before a password or a mail leaves. */
  readonly requiresTls: boolean
}

/**
 * Sends by an SMTP server.
 *
 * Every wait is bounded, so a silent server costs a job half a minute and no more. Attachments come as
 * bytes only: reading a file or an address named in a mail is switched off.
 */
export async function createSmtpSender({ url, requiresTls }: SmtpSettings): Promise<MailSender> {
  // Loaded by who has a mail server.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    requireTLS: requiresTls,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail) {
      assertPlainHeaders(mail)
      try {
        const { response } = await transport.sendMail(messageOf(mail))
        return queueIdOf(response)
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

function messageOf(mail: Mail): SendMailOptions {
  const { to, from, replyTo, returnPath, envelopeId, subject, text, html, messageId, headers = {} } = mail
  return {
    to,
    from,
    subject,
    text,
    html,
    messageId,
    headers: { ...headers },
    attachments: (mail.attachments ?? []).map(({ fileName, contentType, content }) => ({
      filename: fileName,
      contentType,
      content: Buffer.from(content),
    })),
    ...(replyTo === undefined ? {} : { replyTo }),
    ...(returnPath === undefined ? {} : { envelope: { from: returnPath, to } }),
    ...(envelopeId === undefined
      ? {}
      : {
          dsn: {
            id: envelopeId,
            return: 'headers' as const,
            notify: mail.asksForDelivery === true ? ['success', 'failure', 'delay'] : ['failure', 'delay'],
            recipient: to,
          },
        }),
  }
}

/** "250 Ok 0100018f…", "250 2.0.0 Ok: queued as 4XyZ": what providers answer. */
const QUEUE_ID = /^250[ -](?:\d\.\d\.\d )?ok:?\s+(?:queued as )?([\w.@-]{6,200})$/i

const queueIdOf = (response: string): string | undefined => QUEUE_ID.exec(response.trim())?.[1]

const PERMANENT = 500
/** Only these answers are about the recipient or the mail; all before them are about us. RFC 5321 §3.3. */
const ABOUT_RECIPIENT = ['RCPT TO', 'DATA']

/** nodemailer's message quotes the server and may hold the address, so only codes are kept. */
function asMailFailure(error: unknown): MailFailure {
  const { responseCode, response, command } = (error instanceof Error ? error : {}) as {
    readonly responseCode?: unknown
    readonly response?: unknown
    readonly command?: unknown
  }
  const reply = typeof responseCode === 'number' ? responseCode : undefined
  if (reply === undefined || typeof command !== 'string' || !ABOUT_RECIPIENT.includes(command))
    return new MailFailure(false, reply, 'sender')
  const report = { text: typeof response === 'string' ? response : undefined, reply }
  const status = statusCodeOf(report)
  const fault = faultOfMail(report)
  if (reply >= PERMANENT) return new MailFailure(true, reply, fault, status)
  // A server that makes one recipient's mail wait refuses us nothing else.
  return new MailFailure(false, reply, fault === 'sender' ? 'message' : fault, status)
}
