import type { SmtpSettings } from './smtp-sender.ts'

const CONNECT_TIMEOUT_MS = 10_000

/**
 * Connects to the mail server and signs in; no mail is sent. Answers whether the connection was encrypted. Throws the
 * library's error, whose `code` names the step: ECONNECTION, ETLS, EAUTH.
 */
export async function askMailServer({ url, requiresTls }: SmtpSettings): Promise<{ isEncrypted: boolean }> {
  try {
    await verify(url, true)
    return { isEncrypted: true }
  } catch (error) {
    if (requiresTls || !isWithoutTls(error)) throw error
    await verify(url, false)
    return { isEncrypted: false }
  }
}

async function verify(url: string, requireTLS: boolean): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url,
    requireTLS,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: CONNECT_TIMEOUT_MS,
  })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

const isWithoutTls = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ETLS'
