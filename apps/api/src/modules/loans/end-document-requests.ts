import {
  listDocumentRequests,
  storeRequestMove,
} from '@dolphin/database/applications/document-request-repository'
import type { LoanKey } from '@dolphin/database/driver/owner'
import { moveDocumentRequest } from '@dolphin/domain/applications/document-request'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { closeWorkItems } from '../work-items/work-item-service.ts'

/** Work items about documents that a review asked for. */
export const DOCUMENT_ITEM_KINDS = ['documentsReceived', 'documentsOverdue'] as const

/** The review of a locked loan ended: what it asked for is not needed any more, and no employee waits for it. */
export async function endDocumentRequests(
  unit: UnitOfWork,
  { portfolioId, loanNo }: LoanKey,
  ending: { readonly by: string; readonly reason: string },
): Promise<void> {
  for (const request of await listDocumentRequests(unit.tx, { portfolioId, loanNo })) {
    const state = moveDocumentRequest(request.state, 'reviewEnded')
    if (state !== undefined) await storeRequestMove(unit.tx, request, { state, changedAt: unit.now })
  }
  for (const kind of DOCUMENT_ITEM_KINDS) await closeWorkItems(unit, { portfolioId, kind, loanNo }, ending)
}
