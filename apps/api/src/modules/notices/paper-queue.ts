import { Readable } from 'node:stream'
import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { markPaperNoticeCall, printPaperNoticeCall } from '@dolphin/contract/notices'
import type { Executor } from '@dolphin/database/driver/executor'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { findCustomer } from '@dolphin/database/identity/customer-repository'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { lockNotice, type TrackedNotice } from '@dolphin/database/notices/delivery-repository'
import { findMail } from '@dolphin/database/notices/mail-repository'
import type { NoticeKey } from '@dolphin/database/notices/outbox-repository'
import {
  lockPaperNotice,
  markPaperMailed,
  markPaperPrinted,
  type PaperNotice,
  withdrawPaperNotice,
} from '@dolphin/database/notices/paper-notice-repository'
import { assert } from '@dolphin/domain/assert'
import type { DocumentModel } from '@dolphin/domain/documents/document-model'
import { paperNotice } from '@dolphin/domain/documents/paper-notice'
import { documentLender } from '@dolphin/domain/documents/party'
import { statedFact } from '@dolphin/domain/notices/notice-conditions'
import type { NoticeKind } from '@dolphin/domain/notices/notice-kind'
import { renderNotice } from '@dolphin/domain/notices/render-notice'
import { ok } from '@dolphin/domain/outcome'
import { type Locale, LOCALES } from '@dolphin/domain/portfolios/localized'
import type { PostalAddress } from '@dolphin/domain/portfolios/portfolio'
import { dateIn } from '@dolphin/domain/time/new-york'
import { csvFile } from '@dolphin/integrations/archive/table-files'
import { type ArchiveFile, zipStream } from '@dolphin/integrations/archive/zip-stream'
import type { Deps } from '../../deps.ts'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import type { FileReply } from '../../http/route.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { loadAnswers } from '../borrowers/answers.ts'
import { applicantOf } from '../borrowers/applicant.ts'
import { mailingAddress } from '../borrowers/mailing-address.ts'
import { type StoredFile, storeFile } from '../documents/document-vault.ts'
import { closeWorkItems } from '../work-items/work-item-service.ts'
import { subjectOfNotice } from './other-way.ts'
import { languageOf, wordsOf } from './send-notice.ts'

/** Says a notice's values as they are when its letter is printed; null where nothing of it is so any more. */
export type RestateLetter = (
  executor: Executor,
  notice: Pick<TrackedNotice, 'portfolioId' | 'loanNo' | 'kind' | 'dedupKey' | 'payload'>,
) => Promise<TrackedNotice['payload'] | null>

type PaperDeps = Pick<Deps, 'units' | 'cipher' | 'portfolios' | 'documents' | 'objects' | 'seals'> & {
  /** What a notice states of a loan is known above this module. */
  readonly restate: RestateLetter
}

interface Addressee {
  readonly name: string
  readonly address: PostalAddress
}

/** A letter to be rendered; without one where no address is on file, or where it is withdrawn. */
interface Letter {
  readonly notice: PaperNotice
  /** What it says is no longer so: another notice says what is. */
  readonly isWithdrawn: boolean
  readonly written: { readonly to: Addressee; readonly model: DocumentModel } | null
}

/** A letter as it goes into the mail, kept in the object store. */
interface PrintedLetter {
  readonly notice: PaperNotice
  readonly to: Addressee
  readonly pdf: Uint8Array
  readonly kept: StoredFile
}

interface Rendered {
  readonly printed: readonly PrintedLetter[]
  /** By the number of a notice whose letter could not be printed: why. */
  readonly failed: ReadonlyMap<string, string>
}

type PrintBody = CallRequest<typeof printPaperNoticeCall>['body']

/**
 * Prints notices of the paper queue: a ZIP with a PDF for each, and addresses.csv. Each letter is sealed and kept first,
 * so that what is mailed can be shown to the byte; who printed it, and for which address, is noted. Printing again before
 * it is mailed is allowed, and the newest one counts. A letter that cannot be printed stops no other: it stays in the queue,
 * and addresses.csv says why. Errors: `notFound` where one is not in the queue.
 */
export async function printPaperNotices(
  deps: PaperDeps,
  { portfolioId, noticeNos }: PrintBody,
  by: string,
): Promise<Result<FileReply>> {
  const written = await deps.units.write(async (unit) => {
    const letters: Letter[] = []
    for (const noticeId of noticeNos) {
      const letter = await writeLetter(deps, unit, { portfolioId, noticeId })
      if (letter === undefined) return refuse('notFound')
      letters.push(letter)
    }
    return ok({ letters, at: unit.now })
  })
  if (!written.ok) return written
  const { letters, at } = written.value
  const rendered = await renderLetters(deps, portfolioId, letters, at)
  const noted = await deps.units.write((unit) => notePrinted(deps, unit, rendered.printed, by))
  if (!noted.ok) return noted
  return ok({
    fileName: `paper-notices-${portfolioId}.zip`,
    contentType: 'application/zip',
    bytes: Readable.from(zipStream(Readable.from(filesOf(letters, rendered)), at)),
  })
}

const fileNameOf = ({ loanNo, kind, noticeId }: PaperNotice): string => `${loanNo}-${kind}-${noticeId}.pdf`

function fileOf({ notice, written, isWithdrawn }: Letter, failed: Rendered['failed']): string {
  if (isWithdrawn) return `not printed: ${NO_LONGER_SO}`
  if (written === null) return 'no address on file'
  const why = failed.get(notice.noticeId)
  return why === undefined ? fileNameOf(notice) : `not printed: ${why}`
}

function* filesOf(letters: readonly Letter[], { printed, failed }: Rendered): Generator<ArchiveFile> {
  yield csvFile(
    'addresses.csv',
    ['notice', 'file', 'loanNo', 'kind', 'name', 'street', 'city', 'state', 'zip'],
    letters.map(({ notice, written, isWithdrawn }) => [
      notice.noticeId,
      fileOf({ notice, written, isWithdrawn }, failed),
      notice.loanNo,
      notice.kind,
      written?.to.name,
      written?.to.address.street,
      written?.to.address.city,
      written?.to.address.state,
      written?.to.address.zip,
    ]),
  )
  for (const { notice, pdf } of printed) yield { name: fileNameOf(notice), bytes: pdf }
}

async function writeLetter(deps: PaperDeps, unit: UnitOfWork, key: NoticeKey): Promise<Letter | undefined> {
  const notice = await lockPaperNotice(unit.tx, deps.cipher, key)
  if (notice === undefined || notice.mailedAt !== null) return undefined
  const queued = await lockNotice(unit.tx, deps.cipher, key)
  assert(queued !== undefined, 'a paper notice was queued as a notice')
  const payload = await deps.restate(unit.tx, queued)
  if (payload === null) {
    await withdrawPaperNotice(unit.tx, key)
    const which = { ...ITEM, portfolioId: key.portfolioId, subject: subjectOfNotice(notice) }
    await closeWorkItems(unit, which, { by: SYSTEM_ACTOR, reason: NO_LONGER_SO })
    return { notice, isWithdrawn: true, written: null }
  }
  const to = await addresseeOf(deps, unit.tx, notice)
  const model = to && (await letterOf(deps, unit, { queued, payload }, to))
  return { notice, isWithdrawn: false, written: to && model && { to, model } }
}

const ITEM = { kind: 'undeliveredNotice' } as const
const NO_LONGER_SO = 'what it says is no longer so, and another notice says what is'

/** Renders, seals and keeps letters, outside of any transaction. */
async function renderLetters(
  { documents, objects, portfolios, seals }: PaperDeps,
  portfolioId: number,
  letters: readonly Letter[],
  at: Date,
): Promise<Rendered> {
  const portfolio = portfolios.byId(portfolioId)?.portfolio
  const identity = seals.get(portfolioId)
  assert(portfolio !== undefined && identity !== undefined, 'a notice has a portfolio, which has a seal')
  const { legalName, email, address } = portfolio.lender
  const seal = {
    identity,
    at,
    reason: 'Notice by mail',
    name: legalName,
    contact: email,
    location: `${address.city}, ${address.state}`,
  }
  const printed: PrintedLetter[] = []
  const failed = new Map<string, string>()
  for (const { notice, written } of letters) {
    if (written === null) continue
    const pdf = await sealedPdf(documents, written.model, seal).catch((error: unknown) => {
      failed.set(notice.noticeId, error instanceof Error ? error.message : 'it failed')
    })
    if (pdf === undefined) continue
    printed.push({
      notice,
      to: written.to,
      pdf,
      kept: await storeFile(objects, portfolioId, { bytes: pdf, extension: 'pdf' }),
    })
  }
  return { printed, failed }
}

async function sealedPdf(
  documents: PaperDeps['documents'],
  model: DocumentModel,
  seal: Parameters<PaperDeps['documents']['seal']>[1],
): Promise<Uint8Array> {
  const rendered = await documents.render(model, seal.at)
  return (await documents.seal(rendered.pdf, seal)).pdf
}

/** Refused whole where one was mailed meanwhile: the letter of an earlier printing has left. */
async function notePrinted(
  { cipher }: PaperDeps,
  unit: UnitOfWork,
  printed: readonly PrintedLetter[],
  by: string,
): Promise<Result<undefined>> {
  for (const { notice, to, kept } of printed) {
    const locked = await lockPaperNotice(unit.tx, cipher, notice)
    if (locked === undefined || locked.mailedAt !== null) return refuse('notFound')
    await markPaperPrinted(unit.tx, cipher, notice, { ...kept, address: to.address, by, at: unit.now })
    await audit(unit, notice, by, { action: 'paperNoticePrinted', sha256: kept.sha256 })
  }
  return ok(undefined)
}

/** The address on file now: the customer's, else that of the application. */
async function addresseeOf(
  { cipher }: PaperDeps,
  executor: Executor,
  { portfolioId, loanNo }: PaperNotice,
): Promise<Addressee | null> {
  const loan = await findLoan(executor, { portfolioId, loanNo })
  if (loan === undefined) return null
  const { openId } = loan
  const customer = openId === null ? undefined : await findCustomer(executor, cipher, { portfolioId, openId })
  const { firstName, lastName, address } = customer?.profile ?? {}
  if (address !== undefined && firstName !== undefined && lastName !== undefined) {
    const { unit = null, urbanization = null } = address
    return {
      name: `${firstName} ${lastName}`,
      address: mailingAddress({ address: { ...address, unit, urbanization } }),
    }
  }
  const applicant = applicantOf(await loadAnswers(executor, cipher, loan))
  if (applicant === undefined) return null
  return { name: `${applicant.firstName} ${applicant.lastName}`, address: mailingAddress(applicant) }
}

/**
 * The words as they were sent, in the language of then; where the notice never left, or states something of the future, as
 * they would be sent now. A mail does not name its language: its subject does.
 */
async function letterOf(
  deps: PaperDeps,
  { tx, now }: UnitOfWork,
  { queued, payload }: { readonly queued: TrackedNotice; readonly payload: TrackedNotice['payload'] },
  to: Addressee,
): Promise<DocumentModel> {
  const { portfolioId, noticeId, loanNo } = queued
  assert(loanNo !== null, 'a paper notice is about a loan')
  const { data, template } = wordsOf(deps.portfolios, queued)
  const { portfolio } = data
  const sent = await findMail(tx, deps.cipher, { portfolioId, mailId: noticeId })
  const wordsIn = (locale: Locale) => renderNotice(template, portfolio.lender, locale, queued.payload)
  const locale =
    LOCALES.find((one) => wordsIn(one).subject === sent?.subject) ?? (await languageOf(tx, queued))
  const words = renderNotice(template, portfolio.lender, locale, payload)
  const asSent = statedFact(queued.kind as NoticeKind) === undefined ? sent : undefined
  return paperNotice({
    lender: documentLender(portfolio.lender, portfolio.theme.primaryColor),
    to,
    date: dateIn(now, portfolio.timeZone),
    loanNo,
    locale,
    subject: asSent?.subject ?? words.subject,
    text: asSent?.content.text ?? words.text,
  })
}

type Marked = CallReply<typeof markPaperNoticeCall>

/** Notes that printed notices were put into the mail, which solves their work items. */
export async function markPaperNotices(
  { cipher }: Pick<Deps, 'cipher'>,
  unit: UnitOfWork,
  { portfolioId, noticeNos }: CallRequest<typeof markPaperNoticeCall>['body'],
  by: string,
): Promise<Result<Marked>> {
  const mailed: string[] = []
  const left: Marked['left'][number][] = []
  for (const noticeNo of noticeNos) {
    const key = { portfolioId, noticeId: noticeNo }
    const notice = await lockPaperNotice(unit.tx, cipher, key)
    const because = reasonToLeave(notice)
    if (because !== undefined) left.push({ noticeNo, because })
    if (notice === undefined || because !== undefined) continue
    await markPaperMailed(unit.tx, key, { by, at: unit.now })
    await audit(unit, notice, by, { action: 'paperNoticeMailed', sha256: notice.sha256 })
    const which = { ...ITEM, portfolioId, subject: subjectOfNotice(notice) }
    await closeWorkItems(unit, which, { by, reason: 'the notice was mailed on paper' })
    mailed.push(noticeNo)
  }
  return ok({ mailed, left })
}

function reasonToLeave(notice: PaperNotice | undefined): Marked['left'][number]['because'] | undefined {
  if (notice === undefined) return 'notInQueue'
  if (notice.mailedAt !== null) return 'mailedBefore'
  return notice.printedAt === null ? 'notPrinted' : undefined
}

const audit = (
  unit: UnitOfWork,
  { portfolioId, loanNo, noticeId, kind }: PaperNotice,
  actor: string,
  {
    action,
    sha256,
  }: { readonly action: 'paperNoticePrinted' | 'paperNoticeMailed'; readonly sha256: string | null },
): Promise<void> =>
  appendAudit(unit.tx, {
    portfolioId,
    subject: loanNo,
    action,
    actor,
    facts: { noticeId, notice: kind, sha256 },
    at: unit.now,
  })
