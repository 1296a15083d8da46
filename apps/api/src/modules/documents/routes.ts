import type { Localized } from '@dolphin/domain/portfolios/localized'
import { documentFileCall, documentListCall, verifyDocumentCall } from '@dolphin/contract/documents'
import {
  findDocumentByHash,
  findOwnDocument,
  listOwnDocuments,
} from '@dolphin/database/documents/document-repository'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone } from '@dolphin/domain/time/new-york'
import { sha256Hex } from '@dolphin/integrations/objects/object-key'
import type { Deps } from '../../deps.ts'
import { isForBorrower, isRecord } from './document-vault.ts'
import { documentView } from './document-view.ts'
import type { Owner } from '@dolphin/database/driver/owner'
import { refuse } from '../../refusal.ts'
import { customerFileRoute, customerRoute, publicRoute, type RouteDefinition } from '../../http/route.ts'
import { findBorrowerLoan } from '../loans/loan-access.ts'

const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'text/plain': 'txt',
  'text/csv': 'csv',
  'image/png': 'png',
  'image/jpeg': 'jpg',
}

/** Documents that are true on one day only: generated when they are opened, and not stored. Servicing generates them. */
export interface DocumentsOfTheDay {
  list(owner: Owner): Promise<readonly DocumentEntry[]>
  /** Undefined where the number names none of this customer's. */
  open(
    owner: Owner,
    documentNo: string,
  ): Promise<{ readonly fileName: string; readonly bytes: Uint8Array } | undefined>
}

type DocumentEntry = ReturnType<typeof documentView>

type NeededDeps = Pick<
  Deps,
  'database' | 'objects' | 'documents' | 'seals' | 'limits' | 'portfolios' | 'cipher' | 'calendar' | 'clock'
>

/** A borrower's documents, and the public check of a document. */
export function documentRoutes(deps: NeededDeps, ofTheDay: DocumentsOfTheDay): RouteDefinition[] {
  const { db } = deps.database
  return [
    customerRoute(documentListCall, async ({ actor, query }) => {
      if (query.loanNo !== undefined) {
        const loan = await findBorrowerLoan(db, actor, { loanNo: query.loanNo })
        if (!loan.ok) return loan
      }
      const all = (await listOwnDocuments(db, actor)).filter(isForBorrower)
      const asked = all.filter(({ loanNo }) => query.loanNo === undefined || loanNo === query.loanNo)
      const today = (await ofTheDay.list(actor)).filter(
        ({ loanNo }) => query.loanNo === undefined || loanNo === query.loanNo,
      )
      return ok({ documents: [...today, ...asked.map(documentView)] })
    }),
    customerFileRoute(documentFileCall, async ({ actor, params }) => {
      const document = await findOwnDocument(db, actor, params.documentNo)
      if (document === undefined) {
        const document = await ofTheDay.open(actor, params.documentNo)
        return document === undefined
          ? refuse('notFound')
          : ok({ ...document, contentType: 'application/pdf' })
      }
      const bytes = await deps.objects.get(document.objectKey)
      if (bytes === undefined) return refuse('notFound')
      const { title, documentNo, mediaType } = document
      const fileName = `${title} ${documentNo}.${EXTENSIONS[mediaType] ?? 'bin'}`
      // What is to be read on the way to a signature opens in the browser; what is kept is saved.
      return ok({ fileName, contentType: mediaType, bytes, inline: !isRecord(document) })
    }),
    verifyRoute(deps),
  ]
}

/**
 * Is this PDF ours, and whole? The bytes are looked at in the worker and not kept. Source: design/security.md
 * T17.
 */
function verifyRoute({ database, documents, seals, limits }: NeededDeps): RouteDefinition {
  const certificates = [...seals.values()].map(({ certificatePem }) => certificatePem)
  return publicRoute(verifyDocumentCall, async ({ upload, origin, now, portfolio }) => {
    const wait = await limits.take(database.db, 'documentChecks', origin.ip, now)
    if (wait !== undefined) return refuse('tooManyRequests', { retryAfterSeconds: wait.seconds })
    if (upload === undefined) return fileRefused({ en: 'Choose a file !', es: '¡Elija un archivo!' })
    if (Buffer.from(upload.bytes.subarray(0, 5)).toString('latin1') !== '%PDF-') {
      return fileRefused({ en: 'Choose a PDF file !', es: '¡Elija un archivo PDF!' })
    }
    const verdict = await documents.verify(upload.bytes, certificates)
    const sha256 = sha256Hex(upload.bytes)
    const known = await findDocumentByHash(database.db, sha256)
    const signedAt = verdict.signedAt ?? known?.sealedAt ?? null
    return ok({
      ours: verdict.ours || known !== undefined,
      whole: verdict.valid || known !== undefined,
      sha256,
      documentType: known?.documentType ?? null,
      signedAt: signedAt === null ? null : isoInZone(signedAt, portfolio.timeZone),
    })
  })
}

const fileRefused = (message: Localized) =>
  refuse('unsupportedFile', { errors: [{ elementKey: 'file', message }] })
