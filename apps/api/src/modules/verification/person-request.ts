import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  type IbvRequest,
  insertIbvRequest,
  listIbvRequests,
} from '@dolphin/database/verification/ibv-repository'
import { SectionKey } from '@dolphin/domain/applications/codes'
import { isSectionEditable } from '@dolphin/domain/applications/sections'
import { Ticket } from '@dolphin/domain/channel/ticket'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone } from '@dolphin/domain/time/new-york'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { type Result, refuse } from '../../refusal.ts'
import { newId } from '../../security/secrets.ts'
import { actorName } from '../../http/actor.ts'
import { lockBorrowerLoan } from '../loans/loan-access.ts'
import { ensureLoanLink } from '../loans/loan-link.ts'
import { postProgress } from '../loans/loan-moves.ts'
import { loadProgress } from '../borrowers/section-progress.ts'
import { PERSON_PROVIDER } from '../borrowers/statement-provider.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { LinkWish, RequestCodeReply } from './link-request.ts'
import { offeredFallbacks } from './fallback-options.ts'
import { REVIEW_MS } from './statement-upload.ts'
import type { VerificationDeps } from './verification-deps.ts'

/**
 * The last rung: asks a person to verify the income, with nothing linked and nothing sent. It stands in progress among
 * the loan's verifications and waits with the statements; asking again is the same request. domain.md §5.
 *
 * Errors: as for a bank link; `verificationProviderUnavailable` where the portfolio offers no person.
 */
export async function requestManualReview(
  deps: VerificationDeps,
  unit: UnitOfWork,
  { actor, portfolio, loanNo }: LinkWish,
): Promise<Result<RequestCodeReply>> {
  const found = await lockBorrowerLoan(unit.tx, actor, { loanNo })
  if (!found.ok) return found
  const loan = found.value
  if (!offeredFallbacks(deps, loan.portfolioId).some(({ kind }) => kind === 'person')) {
    return refuse('verificationProviderUnavailable')
  }
  const { progress } = await loadProgress(unit.tx, deps.cipher, loan)
  if (!isSectionEditable(SectionKey.ibv, progress)) return refuse('loanStatusInvalid')
  const { path } = await ensureLoanLink(deps, unit, loan, 'application')
  const open = (await listIbvRequests(unit.tx, loan)).find(isWaiting)
  const requestCode = open?.requestCode ?? newId(deps.random)
  const expiresAt = open?.expiresAt ?? new Date(unit.now.getTime() + REVIEW_MS)
  if (open === undefined) {
    await insertIbvRequest(unit.tx, {
      portfolioId: loan.portfolioId,
      customerKey: loan.customerKey,
      requestCode,
      loanNo,
      provider: PERSON_PROVIDER,
      providerReference: '',
      status: IbvStatus.inProgress,
      createdAt: unit.now,
      expiresAt,
    })
    await appendAudit(unit.tx, {
      portfolioId: loan.portfolioId,
      subject: loanNo,
      action: STORED_NAMES.auditAction.manualReviewRequested,
      actor: actorName(actor),
      facts: { requestCode },
      at: unit.now,
    })
    await postProgress(deps, unit, loan)
  }
  return ok({
    requestCode,
    purpose: 'IBV',
    expiresAt: isoInZone(expiresAt, portfolio.timeZone),
    ticket: Ticket.inProgress,
    url: path,
    linkToken: null,
  })
}

const isWaiting = ({ provider, status }: IbvRequest): boolean =>
  provider === PERSON_PROVIDER && status === IbvStatus.inProgress
