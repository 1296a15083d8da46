import { and, desc, eq, lt } from 'drizzle-orm'
import type { Executor } from './executor.ts'
import { type FieldCipher, type FieldPlace } from './field-cipher.ts'
import type { Owner } from './owner.ts'
import { secureMessages } from './schema/secure-message.ts'
import { nextSerial } from './serial.ts'

type Row = typeof secureMessages.$inferSelect

/** One message between a customer and the lender, its text readable. */
export type SecureMessage = Row

const DIGITS = 10

const place = ({ portfolioId, openId, messageNo }: Row): FieldPlace => ({
  table: 'secure_messages',
  id: `${portfolioId}/${openId}/${messageNo}`,
  column: 'text',
})

/** Adds a message under the next number. Only its text is sealed: who wrote when is no secret to the lender. */
export async function addSecureMessage(
  executor: Executor,
  cipher: FieldCipher,
  message: Omit<SecureMessage, 'messageNo' | 'readAt'>,
): Promise<SecureMessage> {
  const serial = await nextSerial(executor, 'message')
  const row: SecureMessage = {
    ...message,
    messageNo: `M${serial.toString().padStart(DIGITS, '0')}`,
    readAt: null,
  }
  await executor.insert(secureMessages).values({ ...row, text: cipher.seal(place(row), row.text) })
  return row
}

/** A customer's messages, newest first; `before` goes on from a message number. */
export async function listSecureMessages(
  executor: Executor,
  cipher: FieldCipher,
  { portfolioId, openId }: Owner,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Promise<SecureMessage[]> {
  const rows = await executor
    .select()
    .from(secureMessages)
    .where(
      and(
        eq(secureMessages.portfolioId, portfolioId),
        eq(secureMessages.openId, openId),
        before === undefined ? undefined : lt(secureMessages.messageNo, before),
      ),
    )
    .orderBy(desc(secureMessages.messageNo))
    .limit(limit)
  return rows.map((row) => ({ ...row, text: cipher.open(place(row), row.text) }))
}
