import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { writeNoteCall } from '@dolphin/contract/customer-files'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { addCustomerNote, type CustomerNote } from '@dolphin/database/find/customer-note-repository'
import { assert } from '@dolphin/domain/assert'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { fileOf } from './file-of.ts'

type Note = CallReply<typeof writeNoteCall>

/** A note as staff read it. */
export const noteView = ({ noteNo, loanNo, text, author, at }: CustomerNote, timeZone: string): Note => ({
  noteNo,
  loanNo,
  text,
  author,
  at: isoInZone(at, timeZone),
})

/**
 * Writes a note into a customer's file. Errors: `notFound`, also for an application without an account, which has no file
 * of notes yet; `loanNotFound` for a loan of someone else.
 */
export async function writeNote(
  deps: Pick<Deps, 'cipher' | 'portfolios'>,
  { tx, now }: UnitOfWork,
  { file, loan, text }: CallRequest<typeof writeNoteCall>['body'],
  author: string,
): Promise<Result<Note>> {
  const found = await fileOf(deps, tx, file)
  if (!found.ok) return found
  const { portfolioId, customer, loans } = found.value
  if (customer === undefined) return refuse('notFound')
  if (loan !== null && !loans.some(({ loanNo }) => loanNo === loan)) return refuse('loanNotFound')
  const { openId } = customer
  const note = await addCustomerNote(tx, deps.cipher, {
    portfolioId,
    openId,
    loanNo: loan,
    text,
    author,
    at: now,
  })
  await appendAudit(tx, {
    portfolioId,
    subject: loan ?? `customer:${openId}`,
    action: 'noteWritten',
    actor: author,
    facts: { noteNo: note.noteNo },
    at: now,
  })
  const data = deps.portfolios.byId(portfolioId)
  assert(data !== undefined, 'a file belongs to a portfolio')
  return ok(noteView(note, data.portfolio.timeZone))
}
