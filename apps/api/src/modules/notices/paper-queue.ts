import { Readable } from 'node:stream'
import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { markPaperNoticeCall, printPaperNoticeCall } from '@dolphin/contract/notices'
import type { Executor } from '@dolphin/database/driver/executor'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { findCustomer } from '@dolphin/database/identity/customer-repository'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { lockNotice } from '@dolphin/database/notices/delivery-repository'
import { findMail } from '@dolphin/database/notices/mail-repository'
import type { NoticeKey } from '@dolphin/database/notices/outbox-repository'
import {
  lockPaperNotice,
  markPaperMailed,
  markPaperPrinted,
  type PaperNotice,
} from '@dolphin/database/notices/paper-notice-repository'
import { assert } from '@dolphin/domain/assert'
import type { DocumentModel } from '@dolphin/domain/documents/document-model'
import { paperNotice } from '@dolphin/domain/documents/paper-notice'
import { documentLender } from '@dolphin/domain/documents/party'
import { renderNotice } from '@dolphin/domain/notices/render-notice'
import { ok } from '@dolphin/domain/outcome'
import type { PostalAddress } from '@dolphin/domain/portfolios/portfolio'
import { dateIn } from '@dolphin/domain/time/new-york'
import { csvFile } from '@dolphin/integrations/archive/table-files'
import { type ArchiveFile, zipStream } from '@dolphin/integrations/archive/zip-stream'
import type { Deps } from '../../deps.ts'
import type { FileReply } from '../../http/route.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { loadAnswers } from '../borrowers/answers.ts'
import { applicantOf } from '../borrowers/applicant.ts'
import { mailingAddress } from '../borrowers/mailing-address.ts'
import { closeWorkItems } from '../work-items/work-item-service.ts'
import { subjectOfNotice } from './other-way.ts'
import { languageOf, wordsOf } from './send-notice.ts'

type PaperDeps = Pick<Deps, 'units' | 'cipher' | 'portfolios' | 'documents' | 'clock' | 'database'>

interface Addressee {
  readonly name: string
  readonly address: PostalAddress
}

/** A letter ready to be rendered; without an addressee where no address is on file. */
interface Letter {
  readonly notice: PaperNotice
  readonly to: Addressee | null
  readonly model: DocumentModel | null
}

/**
 * Prints notices of the paper queue: a ZIP with a PDF for each, and addresses.csv. Who printed it, and for which
 * address, is noted; printing again before it is mailed is allowed. Errors: `notFound` where one is not in the queue.
 */
export async function printPaperNotices(
  deps: PaperDeps,
  { portfolioId, noticeNos }: CallRequest<typeof printPaperNoticeCall>['body'],
  by: string,
): Promise<Result<FileReply>> {
  const printed = await deps.units.write(async (unit) => {
    const letters: Letter[] = []
    for (const noticeId of noticeNos) {
      const letter = await printOne(deps, unit, { portfolioId, noticeId }, by)
      if (letter === undefined) return refuse('notFound')
      letters.push(letter)
    }
    return ok({ letters, at: unit.now })
  })
  if (!printed.ok) return printed
  const { letters, at } = printed.value
  return ok({
    fileName: `paper-notices-${portfolioId}.zip`,
    contentType: 'application/zip',
    bytes: Readable.from(zipStream(filesOf(deps, letters, at), at)),
  })
}

const fileNameOf = ({ loanNo, kind, noticeId }: PaperNotice): string => `${loanNo}-${kind}-${noticeId}.pdf`

async function* filesOf(
  { documents }: PaperDeps,
  letters: readonly Letter[],
  at: Date,
): AsyncGenerator<ArchiveFile> {
  yield csvFile(
    'addresses.csv',
    ['notice', 'file', 'loanNo', 'kind', 'name', 'street', 'city', 'state', 'zip'],
    letters.map(({ notice, to }) => [
      notice.noticeId,
      to === null ? 'no address on file' : fileNameOf(notice),
      notice.loanNo,
      notice.kind,
      to?.name,
      to?.address.street,
      to?.address.city,
      to?.address.state,
      to?.address.zip,
    ]),
  )
  for (const { notice, model } of letters) {
    if (model !== null) yield { name: fileNameOf(notice), bytes: (await documents.render(model, at)).pdf }
  }
}

async function printOne(
  deps: PaperDeps,
  unit: UnitOfWork,
  key: NoticeKey,
  by: string,
): Promise<Letter | undefined> {
  const notice = await lockPaperNotice(unit.tx, deps.cipher, key)
  if (notice === undefined || notice.mailedAt !== null) return undefined
  const to = await addresseeOf(deps, unit.tx, notice)
  const address = to === null ? null : to.address
  if (to === null) return { notice, to, model: null }
  await markPaperPrinted(unit.tx, deps.cipher, key, { address, by, at: unit.now })
  await audit(unit, notice, 'paperNoticePrinted', by)
  return { notice, to, model: await letterOf(deps, unit, notice, to) }
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

/** The words as they were sent; where the notice never left, as they would be sent now. */
async function letterOf(
  deps: PaperDeps,
  { tx, now }: UnitOfWork,
  { portfolioId, noticeId, loanNo }: PaperNotice,
  to: Addressee,
): Promise<DocumentModel> {
  const queued = await lockNotice(tx, deps.cipher, { portfolioId, noticeId })
  assert(queued !== undefined, 'a paper notice was queued as a notice')
  const { data, template } = wordsOf(deps.portfolios, queued)
  const { portfolio } = data
  const locale = await languageOf(tx, queued)
  const sent = await findMail(tx, deps.cipher, { portfolioId, mailId: noticeId })
  const words = renderNotice(template, portfolio.lender, locale, queued.payload)
  return paperNotice({
    lender: documentLender(portfolio.lender, portfolio.theme.primaryColor),
    to,
    date: dateIn(now, portfolio.timeZone),
    loanNo,
    locale,
    subject: sent?.subject ?? words.subject,
    text: sent?.content.text ?? words.text,
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
    await audit(unit, notice, 'paperNoticeMailed', by)
    const which = { portfolioId, kind: 'undeliveredNotice', subject: subjectOfNotice(notice) } as const
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
  action: 'paperNoticePrinted' | 'paperNoticeMailed',
  actor: string,
): Promise<void> =>
  appendAudit(unit.tx, {
    portfolioId,
    subject: loanNo,
    action,
    actor,
    facts: { noticeId, notice: kind },
    at: unit.now,
  })
