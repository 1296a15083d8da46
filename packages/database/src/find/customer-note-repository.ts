import { and, desc, eq } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import type { FieldCipher, FieldPlace } from '../driver/field-cipher.ts'
import { newestBy, type NewestRows } from '../driver/newest-rows.ts'
import { holderOf } from '../driver/record-keys.ts'
import type { Owner } from '../driver/owner.ts'
import { nextNumber } from '../driver/serial.ts'
import { customerNotes } from '../schema/find.ts'

/** A note of an employee about a customer, or about one of the customer's loans. */
export type CustomerNote = typeof customerNotes.$inferSelect

const place = ({
  portfolioId,
  openId,
  noteNo,
  loanNo,
}: Pick<CustomerNote, 'portfolioId' | 'openId' | 'noteNo' | 'loanNo'>): FieldPlace => ({
  table: 'customer_notes',
  id: `${portfolioId}/${openId}/${noteNo}`,
  column: 'text',
  of: holderOf({ portfolioId, loanNo, openId }),
})

/** Adds a note; its text is sealed. */
export async function addCustomerNote(
  executor: Executor,
  cipher: FieldCipher,
  note: Omit<CustomerNote, 'noteNo'>,
): Promise<CustomerNote> {
  const noteNo = await nextNumber(executor, 'note', 'N')
  const added = { ...note, noteNo }
  await executor.insert(customerNotes).values({ ...added, text: cipher.seal(place(added), note.text) })
  return added
}

/** Notes about a customer, the newest first; each text opens when it is asked for. */
export async function listClosedNotes(
  executor: Executor,
  cipher: FieldCipher,
  { portfolioId, openId }: Owner,
  newest: NewestRows,
): Promise<(Omit<CustomerNote, 'text'> & { readonly open: () => string })[]> {
  const rows = await newestBy(executor.select().from(customerNotes).$dynamic(), customerNotes.at, {
    where: and(eq(customerNotes.portfolioId, portfolioId), eq(customerNotes.openId, openId)),
    newest,
    order: [desc(customerNotes.noteNo)],
  })
  return rows.map(({ text, ...row }) => ({ ...row, open: () => cipher.open(place(row), text) }))
}

/** Notes about a customer, the newest first. */
export async function listCustomerNotes(
  executor: Executor,
  cipher: FieldCipher,
  owner: Owner,
  newest: NewestRows,
): Promise<CustomerNote[]> {
  const notes = await listClosedNotes(executor, cipher, owner, newest)
  return notes.map(({ open, ...note }) => ({ ...note, text: open() }))
}
