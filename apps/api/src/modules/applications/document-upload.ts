import {
  type DocumentRequest,
  listDocumentRequests,
  storeRequestMove,
} from '@dolphin/database/applications/document-request-repository'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { MOST_FILES_OF_REQUEST, moveDocumentRequest } from '@dolphin/domain/applications/document-request'
import { ok } from '@dolphin/domain/outcome'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import type { DocumentInspection, DocumentProblem } from '@dolphin/integrations/statement/inspect-document'
import type { Deps } from '../../deps.ts'
import { actorName, type SessionActor } from '../../http/actor.ts'
import type { Upload } from '../../http/route.ts'
import { type Result, refuse } from '../../refusal.ts'
import { takeFileBudget } from '../../security/file-budget.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { sentTitle } from '../documents/document-title.ts'
import { newDocumentNo, recordDocument, storeFile, type StoredFile } from '../documents/document-vault.ts'
import { findBorrowerLoan, lockBorrowerLoan } from '../loans/loan-access.ts'
import { postProgress } from '../loans/loan-moves.ts'
import { filesOfTurn, listRequestFiles } from './document-files.ts'
import { syncDocumentItems } from './document-items.ts'

const ELEMENT = 'file'

type Kind = Exclude<DocumentInspection['verdict'], 'refused'>

const MEDIA_TYPES: Readonly<Record<Kind, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  // Not read here: nothing opens it by its type until an employee has accepted it.
  pdf: 'application/octet-stream',
}

const PROBLEMS: Readonly<Record<DocumentProblem, Localized>> = {
  empty: { en: 'This file is empty. Choose another one.', es: 'Este archivo está vacío. Elija otro.' },
  tooLarge: {
    en: 'This file is larger than 10 MB. Send a smaller one.',
    es: 'Este archivo pesa más de 10 MB. Envíe uno más pequeño.',
  },
  otherType: { en: 'Choose a PDF, JPG or PNG file.', es: 'Elija un archivo PDF, JPG o PNG.' },
  otherContent: {
    en: 'This file is not what its name says. Take a picture of the document, or save it again as PDF.',
    es: 'Este archivo no es lo que dice su nombre. Tome una foto del documento o guárdelo otra vez como PDF.',
  },
  truncated: {
    en: 'This picture is not complete. Save it again and send the new file.',
    es: 'Esta imagen no está completa. Guárdela otra vez y envíe el archivo nuevo.',
  },
  tooManyPixels: {
    en: 'This picture has more than 40 million points. Send a smaller one.',
    es: 'Esta imagen tiene más de 40 millones de puntos. Envíe una más pequeña.',
  },
  tooManyBytes: {
    en: 'This picture is too large to read. Send a smaller one, or take a picture of the document.',
    es: 'Esta imagen es demasiado grande para leerla. Envíe una más pequeña o tome una foto del documento.',
  },
  damaged: {
    en: 'This picture is damaged. Take it again and send the new one.',
    es: 'Esta imagen está dañada. Tómela otra vez y envíe la nueva.',
  },
}
const NO_FILE: Localized = { en: 'Choose a file.', es: 'Elija un archivo.' }
const TOO_MANY: Localized = {
  en: `You have sent ${MOST_FILES_OF_REQUEST} files for this document. We look at these first.`,
  es: `Ya envió ${MOST_FILES_OF_REQUEST} archivos para este documento. Primero revisamos estos.`,
}
/** These say of what kind the file is; the others that it cannot be used. */
const OF_TYPE: readonly DocumentProblem[] = ['otherType', 'otherContent']

export interface DocumentWish {
  readonly actor: SessionActor
  readonly loanNo: string
  readonly requestNo: number
}

/** A file that was judged and kept under its content; no row tells of it yet. */
export interface KeptDocument extends StoredFile {
  readonly kind: Kind
}

type UploadDeps = Pick<Deps, 'database' | 'objects' | 'limits' | 'clock' | 'statements'>

/**
 * Judges and stores a file outside of any transaction, once it is sure that somebody asked for it. A picture is stored
 * written anew; a PDF is quarantined until an employee accepts it, as with bank statements.
 *
 * Errors: `loanNotFound`, `notFound`, `documentNotNeeded`, `tooManyRequests`, and what is wrong with the file.
 */
export async function storeRequestedDocument(
  { database, objects, limits, clock, statements }: UploadDeps,
  { actor, loanNo, requestNo }: DocumentWish,
  { upload, ip }: { readonly upload: Upload | undefined; readonly ip: string },
): Promise<Result<KeptDocument>> {
  const found = await findBorrowerLoan(database.db, actor, { loanNo })
  if (!found.ok) return found
  const { portfolioId } = found.value
  const now = clock.now()
  const wait =
    (await limits.take(database.db, 'requestedDocuments', `${portfolioId}/${loanNo}`, now)) ??
    (await takeFileBudget(limits, database.db, { person: actorName(actor), ip }, now))
  if (wait !== undefined) return refuse('tooManyRequests', { retryAfterSeconds: wait.seconds })
  const request = openRequest(await listDocumentRequests(database.db, found.value), requestNo)
  if (!request.ok) return request
  if (upload === undefined) return refuseFile('fileUnreadable', NO_FILE)
  const judged = await statements.inspectDocument(
    { fileName: upload.fileName, bytes: upload.bytes },
    upload.gone,
  )
  if (judged.verdict === 'refused') return refuseProblem(judged.problem)
  const isPdf = judged.verdict === 'pdf'
  const bytes = isPdf ? upload.bytes : judged.bytes
  const [ending, folder] = isPdf ? (['bin', 'quarantine'] as const) : ([judged.verdict, 'documents'] as const)
  return ok({
    kind: judged.verdict,
    ...(await storeFile(objects, portfolioId, { bytes, extension: ending, folder })),
  })
}

function refuseProblem(problem: DocumentProblem) {
  if (problem === 'tooLarge') return refuse('payloadTooLarge', { errors: errorsOf(PROBLEMS.tooLarge) })
  return refuseFile(OF_TYPE.includes(problem) ? 'unsupportedFile' : 'fileUnreadable', PROBLEMS[problem])
}

const errorsOf = (message: Localized) => [{ elementKey: ELEMENT, message }]
const refuseFile = (name: 'fileUnreadable' | 'unsupportedFile', message: Localized) =>
  refuse(name, { errors: errorsOf(message) })

/** A request that a file may still come for. A review that is over has none. */
function openRequest(requests: readonly DocumentRequest[], requestNo: number): Result<DocumentRequest> {
  const request = requests.find((one) => one.requestNo === requestNo)
  if (request === undefined) return refuse('notFound')
  return moveDocumentRequest(request.state, 'uploaded') === undefined
    ? refuse('documentNotNeeded')
    : ok(request)
}

/**
 * Records a kept file with its request. The same file a second time changes nothing; another one stands beside it. After the
 * last day it is taken as well: the application is open until it is decided.
 *
 * Errors: as storeRequestedDocument, where the request was met meanwhile; `fileUnreadable` beyond the most files.
 */
export async function recordRequestedDocument(
  deps: Pick<Deps, 'calendar' | 'portfolios' | 'clock' | 'tickets'>,
  unit: UnitOfWork,
  { actor, loanNo, requestNo }: DocumentWish,
  kept: KeptDocument,
): Promise<Result<Loan>> {
  const found = await lockBorrowerLoan(unit.tx, actor, { loanNo })
  if (!found.ok) return found
  const loan = found.value
  const request = openRequest(await listDocumentRequests(unit.tx, loan), requestNo)
  if (!request.ok) return request
  const sent = filesOfTurn(await listRequestFiles(unit.tx, loan), request.value)
  if (sent.some(({ sha256 }) => sha256 === kept.sha256)) return ok(loan)
  if (sent.length >= MOST_FILES_OF_REQUEST) return refuseFile('fileUnreadable', TOO_MANY)
  const documentNo = await addDocument(unit, loan, request.value, kept)
  await storeRequestMove(unit.tx, request.value, { state: 'received', changedAt: unit.now })
  const { portfolioId } = loan
  const by = actorName(actor)
  const facts = { requestNo, documentNo, kind: kept.kind }
  const action = 'requestedDocumentUploaded'
  await appendAudit(unit.tx, { portfolioId, subject: loanNo, action, actor: by, at: unit.now, facts })
  await syncDocumentItems(deps, unit, loan, by)
  await postProgress(deps, unit, loan)
  return ok(loan)
}

async function addDocument(
  unit: UnitOfWork,
  { portfolioId, loanNo, openId }: Loan,
  { requestNo, turn, documentType }: DocumentRequest,
  { kind, ...kept }: KeptDocument,
): Promise<string> {
  const documentNo = await newDocumentNo(unit.tx)
  const isPdf = kind === 'pdf'
  await recordDocument(unit, kept, {
    portfolioId,
    loanNo,
    openId: isPdf ? null : openId,
    documentNo,
    role: isPdf ? 'quarantined' : 'record',
    documentType,
    title: sentTitle(documentType).en,
    mediaType: MEDIA_TYPES[kind],
    sealedAt: null,
    evidence: { kind, requestNo, turn },
  })
  return documentNo
}
