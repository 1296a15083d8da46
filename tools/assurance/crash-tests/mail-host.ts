import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Mail, MailSender } from '@dolphin/integrations/mail/mail-sender'

const logOf = (dataDir: string): string => join(dataDir, 'mail-host.jsonl')

/** A mail host that outlives the lender's process: what it took stands in a file. */
export const mailHostSender = (dataDir: string): MailSender => ({
  send(mail) {
    appendFileSync(logOf(dataDir), `${JSON.stringify(mail)}\n`)
    return Promise.resolve(undefined)
  },
  close: () => Promise.resolve(),
})

/** Every mail that was taken, in order; one that came twice is there twice. */
export function mailsTaken(dataDir: string): readonly Mail[] {
  if (!existsSync(logOf(dataDir))) return []
  const lines = readFileSync(logOf(dataDir), 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as Mail)
}

/** Begins anew. */
export const forgetMails = (dataDir: string): void => rmSync(logOf(dataDir), { force: true })
