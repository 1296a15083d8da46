import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { type FieldCipher, type FieldPlace, openJson, sealJson } from '../driver/field-cipher.ts'
import { holderOf } from '../driver/record-keys.ts'
import { sealText } from '../driver/sealed-texts.ts'
import type { Owner } from '../driver/owner.ts'
import { mails } from '../schema/message.ts'

/** A mail, or a text message, as it was sent. */
export interface StoredMail {
  readonly portfolioId: number
  readonly customerKey: string
  readonly mailId: string
  readonly kind: string
  readonly channel: 'mail' | 'sms'
  readonly openId: string | null
  readonly loanNo: string | null
  readonly recipient: string
  readonly subject: string
  readonly content: { readonly html: string; readonly text: string }
  readonly sentAt: Date
}

type Row = typeof mails.$inferSelect

const place = (
  { mailId, ...row }: Pick<Row, 'portfolioId' | 'mailId' | 'loanNo' | 'openId'>,
  column: string,
): FieldPlace => ({ table: 'mails', id: `${row.portfolioId}/${mailId}`, column, of: holderOf(row) })

const fromRow = (cipher: FieldCipher, row: Row): StoredMail => ({
  ...row,
  recipient: cipher.open(place(row, 'recipient'), row.recipient),
  content: openJson(cipher, place(row, 'content'), row.content) as StoredMail['content'],
})

/** Keeps a mail that went out; again is harmless. */
export async function insertMail(executor: Executor, cipher: FieldCipher, mail: StoredMail): Promise<void> {
  await executor
    .insert(mails)
    .values({
      ...mail,
      recipient: cipher.seal(place(mail, 'recipient'), mail.recipient),
      subject: sealText(cipher, holderOf(mail), mail.subject),
      content: sealJson(cipher, place(mail, 'content'), mail.content),
    })
    .onConflictDoNothing()
}

/** A mail as it was sent; undefined where it never was. */
export async function findMail(
  executor: Executor,
  cipher: FieldCipher,
  { portfolioId, mailId }: Pick<StoredMail, 'portfolioId' | 'mailId'>,
): Promise<StoredMail | undefined> {
  const [row] = await executor
    .select()
    .from(mails)
    .where(and(eq(mails.portfolioId, portfolioId), eq(mails.mailId, mailId)))
  return row && fromRow(cipher, row)
}

/** Newest mails of all customers, of all kinds or of these: for the development mailbox and its like only. */
export async function listMails(
  executor: Executor,
  cipher: FieldCipher,
  limit: number,
  kinds?: readonly string[],
): Promise<StoredMail[]> {
  const rows = await executor
    .select()
    .from(mails)
    .where(kinds && inArray(mails.kind, [...kinds]))
    .orderBy(desc(mails.sentAt), desc(mails.mailId))
    .limit(limit)
  return rows.map((row) => fromRow(cipher, row))
}

/** Mails sent to a customer, newest first: what Documents shows. */
export async function listOwnMails(
  executor: Executor,
  cipher: FieldCipher,
  { portfolioId, openId }: Owner,
): Promise<StoredMail[]> {
  const rows = await executor
    .select()
    .from(mails)
    .where(and(eq(mails.portfolioId, portfolioId), eq(mails.openId, openId)))
    .orderBy(desc(mails.sentAt), desc(mails.mailId))
  return rows.map((row) => fromRow(cipher, row))
}
