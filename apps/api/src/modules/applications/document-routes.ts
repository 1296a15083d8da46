import {
  acceptDocumentCall,
  documentRequestFileCall,
  listDocumentRequestCall,
  listRequestedDocumentCall,
  refuseDocumentCall,
  requestDocumentsCall,
  uploadRequestedDocumentCall,
} from '@dolphin/contract/document-requests'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { assert } from '@dolphin/domain/assert'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import { actorName } from '../../http/actor.ts'
import { operationsFileRoute, operationsRoute, type RouteDefinition, sessionRoute } from '../../http/route.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { isInQuarantine } from '../documents/document-vault.ts'
import { findAnyLoan } from '../loans/any-loan.ts'
import { findBorrowerLoan } from '../loans/loan-access.ts'
import { acceptDocument, copyRequestFiles, refuseDocument } from './document-decision.ts'
import { listRequestFiles } from './document-files.ts'
import { recordRequestedDocument, storeRequestedDocument } from './document-upload.ts'
import { findLoanToDecide } from '../loans/review-item.ts'
import { borrowerDocuments, staffDocuments, type StaffView } from './document-views.ts'
import { requestDocuments } from './request-documents.ts'

/** Documents that a review asks for, as their borrower sees and sends them. */
export function requestedDocumentRoutes(deps: Deps): RouteDefinition[] {
  return [
    sessionRoute(listRequestedDocumentCall, async ({ query, actor, now }) => {
      const { db } = deps.database
      const loan = await findBorrowerLoan(db, actor, { loanNo: query.loanNo })
      return loan.ok ? ok(await borrowerDocuments(deps, db, loan.value, now)) : loan
    }),
    sessionRoute(uploadRequestedDocumentCall, async ({ body, actor, origin, upload, write }) => {
      const wish = { actor, ...body }
      const kept = await storeRequestedDocument(deps, wish, { upload, ip: origin.ip })
      // A repeated request gets the first reply, whatever came of the document since.
      return write(async (unit) => {
        if (!kept.ok) return kept
        const loan = await recordRequestedDocument(deps, unit, wish, kept.value)
        return loan.ok ? ok(await borrowerDocuments(deps, unit.tx, loan.value, unit.now)) : loan
      })
    }),
  ]
}

/** The same for staff: asking, looking, accepting and refusing. */
export function documentRequestStaffRoutes(deps: Deps): RouteDefinition[] {
  const view = async (unit: UnitOfWork, loan: Result<Loan>): Promise<Result<StaffView>> =>
    loan.ok ? ok(await staffDocuments(deps, unit.tx, loan.value, unit.now)) : loan
  return [
    ...lookRoutes(deps),
    operationsRoute(requestDocumentsCall, ({ body, actor, write }) => {
      const answerBy = parseLocalDate(body.answerBy)
      assert(answerBy !== undefined, 'the contract takes days of the calendar alone')
      const order = { ...body, answerBy, actor: actorName(actor) }
      return write(async (unit) => {
        const free = await findLoanToDecide(unit, order.loanNo, order.actor)
        return free.ok ? view(unit, await requestDocuments(deps, unit, order)) : free
      })
    }),
    operationsRoute(acceptDocumentCall, async ({ body, actor, write }) => {
      const released = await copyRequestFiles(deps, body)
      const decision = { ...body, actor: actorName(actor) }
      return write(async (unit) => view(unit, await acceptDocument(deps, unit, decision, released)))
    }),
    operationsRoute(refuseDocumentCall, ({ body, actor, write }) =>
      write(async (unit) =>
        view(unit, await refuseDocument(deps, unit, { ...body, actor: actorName(actor) })),
      ),
    ),
  ]
}

function lookRoutes(deps: Deps): RouteDefinition[] {
  const { db } = deps.database
  return [
    operationsRoute(listDocumentRequestCall, async ({ query, now }) => {
      const loan = await findAnyLoan(db, query.loanNo)
      return loan.ok ? ok(await staffDocuments(deps, db, loan.value, now)) : loan
    }),
    operationsFileRoute(documentRequestFileCall, async ({ params }) => {
      const loan = await findAnyLoan(db, params.loanNo)
      if (!loan.ok) return loan
      const files = await listRequestFiles(db, loan.value)
      const document = files.find((file) => file.document.documentNo === params.documentNo)?.document
      const bytes = document && (await deps.objects.get(document.objectKey))
      if (document === undefined || bytes === undefined) return refuse('notFound')
      const ending = isInQuarantine(document) ? 'quarantined' : String(document.evidence['kind'])
      const fileName = `${document.title} ${document.documentNo}.${ending}`
      return ok({ fileName, contentType: document.mediaType, bytes })
    }),
  ]
}
