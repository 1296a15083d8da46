import { Readable } from 'node:stream'
import type { CallRequest } from '@dolphin/contract/call'
import type { exportRecordsCall } from '@dolphin/contract/examiner'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { listLoansWithRecords, type RecordPeriod } from '@dolphin/database/examiner/export-repository'
import { findLoan, type Loan } from '@dolphin/database/loans/loan-repository'
import { assert } from '@dolphin/domain/assert'
import { addDays, formatLocalDate, type LocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { ok } from '@dolphin/domain/outcome'
import { dateIn, isoInZone, startOfDay } from '@dolphin/domain/time/new-york'
import { type ArchiveFile, zipStream } from '@dolphin/integrations/archive/zip-stream'
import type { SealIdentity } from '@dolphin/integrations/document/seal-identity'
import { sha256Hex } from '@dolphin/integrations/objects/object-key'
import { type Result, refuse } from '../../refusal.ts'
import type { FileReply } from '../../http/route.ts'
import { findAnyLoan } from '../loans/any-loan.ts'
import { wrongField } from '../payments/posting-work.ts'
import { moneyFiles, authorizationFiles } from './loan-records.ts'
import { textFile } from '@dolphin/integrations/archive/table-files'
import {
  indexPage,
  type PackedFile,
  type PackHead,
  README,
  signedManifest,
  sumsFile,
} from './pack-documents.ts'
import { documentFiles, historyFiles, originationFiles } from './document-records.ts'
import { registerFiles } from './registers.ts'
import type { Deps } from '../../deps.ts'

type Body = CallRequest<typeof exportRecordsCall>['body']

/** Who asks for a pack, and when. */
export interface PackRequest {
  readonly body: Body
  /** From actorName. */
  readonly actor: string
  readonly now: Date
}

/** What goes into a pack. */
interface PackScope {
  readonly portfolioId: number
  readonly loanNos: readonly string[]
  readonly period: RecordPeriod
  /** Of a pack about one loan. */
  readonly loanNo: string | undefined
  readonly words: string
}

/**
 * The examiner pack: one ZIP of a loan's records, or of all loans of which something happened in a period, with the
 * registers, an index page, and a manifest signed with the portfolio's seal. It is made while it is sent. That it was
 * asked for is audited first. Errors: `loanNotFound`, `notFound`, `invalidInput`.
 */
export async function makeExaminerPack(deps: Deps, request: PackRequest): Promise<Result<FileReply>> {
  const scope = await scopeOf(deps, request)
  if (!scope.ok) return scope
  const { portfolioId, words } = scope.value
  const data = deps.portfolios.byId(portfolioId)
  const identity = deps.seals.get(portfolioId)
  assert(data !== undefined && identity !== undefined, 'every portfolio has a seal')
  await auditExport(deps, scope.value, request)
  const { timeZone, lender } = data.portfolio
  const head: PackHead = {
    portfolioId,
    lender: lender.legalName,
    scope: words,
    createdAt: isoInZone(request.now, timeZone),
    createdBy: request.actor,
  }
  const files = packFiles(deps, scope.value, head, identity)
  return ok({
    fileName: `examiner-pack-${portfolioId}-${words.replaceAll(/[^0-9A-Za-z-]+/g, '-')}.zip`,
    contentType: 'application/zip',
    bytes: Readable.from(zipStream(files, request.now)),
  })
}

async function scopeOf(
  deps: Deps,
  { body: { loanNo, portfolioId, from, to }, now }: PackRequest,
): Promise<Result<PackScope>> {
  const { db } = deps.database
  if (loanNo !== undefined) {
    if (portfolioId !== undefined) return wrongField('portfolioId', 'Name a loan or a portfolio, not both.')
    const found = await findAnyLoan(db, loanNo)
    if (!found.ok) return found
    const { portfolioId: own, createdAt } = found.value
    const zone = deps.portfolios.byId(own)?.portfolio.timeZone
    assert(zone !== undefined, 'a loan has a portfolio')
    const period = periodOf(dateIn(createdAt, zone), dateIn(now, zone), zone)
    return ok({ portfolioId: own, loanNos: [loanNo], loanNo, period, words: `loan ${loanNo}` })
  }
  if (portfolioId === undefined) return wrongField('loanNo', 'Name a loan or a portfolio.')
  const zone = deps.portfolios.byId(portfolioId)?.portfolio.timeZone
  if (zone === undefined) return refuse('notFound')
  const [first, last] = [from, to].map((text) => (text === undefined ? undefined : parseLocalDate(text)))
  if (first === undefined || last === undefined || first > last)
    return wrongField('from', 'Name the period by its first and last day.')
  const period = periodOf(first, last, zone)
  const loanNos = await listLoansWithRecords(db, portfolioId, period)
  return ok({ portfolioId, loanNos, loanNo: undefined, period, words: `${from ?? ''} to ${to ?? ''}` })
}

function periodOf(first: LocalDate, last: LocalDate, zone: string): RecordPeriod {
  const to = addDays(last, 1)
  return { from: first, to, since: startOfDay(first, zone), until: startOfDay(to, zone) }
}

async function auditExport(
  { units }: Deps,
  { portfolioId, loanNo, loanNos, period }: PackScope,
  { actor }: PackRequest,
): Promise<void> {
  await units.write(async (unit) => {
    await appendAudit(unit.tx, {
      portfolioId,
      subject: loanNo ?? 'portfolio',
      action: 'recordsExported',
      actor,
      facts: {
        loans: loanNos.length,
        from: formatLocalDate(period.from),
        to: formatLocalDate(addDays(period.to, -1)),
      },
      at: unit.now,
    })
    return ok(undefined)
  })
}

async function* packFiles(
  deps: Deps,
  scope: PackScope,
  head: PackHead,
  identity: SealIdentity,
): AsyncGenerator<ArchiveFile> {
  const packed: PackedFile[] = []
  const counted = (file: ArchiveFile): ArchiveFile => {
    packed.push({ name: file.name, sha256: sha256Hex(file.bytes), sizeBytes: file.bytes.length })
    return file
  }
  for await (const file of recordFiles(deps, scope)) yield counted(file)
  yield counted(textFile('README.txt', README))
  yield counted(textFile('certificate.pem', identity.certificatePem))
  yield counted(
    indexPage(
      head,
      packed.map(({ name }) => name),
    ),
  )
  yield counted(sumsFile(packed))
  yield* signedManifest(head, packed, identity)
}

async function* recordFiles(deps: Deps, scope: PackScope): AsyncGenerator<ArchiveFile> {
  const { portfolioId, loanNos } = scope
  for (const loanNo of loanNos) {
    const loan = await findLoan(deps.database.db, { portfolioId, loanNo })
    if (loan !== undefined) yield* loanFiles(deps, loan)
  }
  yield* registerFiles(deps, scope)
}

async function* loanFiles(deps: Deps, loan: Loan): AsyncGenerator<ArchiveFile> {
  const folder = `loans/${loan.loanNo}`
  yield* originationFiles(deps, loan, folder)
  yield* moneyFiles(deps, loan, folder)
  yield* authorizationFiles(deps, loan, folder)
  yield* historyFiles(deps, loan, folder)
  yield* documentFiles(deps, loan, folder)
}
