import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  findOpenSigningSession,
  insertSigningSession,
} from '@dolphin/database/agreements/signing-session-repository'
import { insertLoanChange, type LoanChange } from '@dolphin/database/servicing/loan-change-repository'
import { assert } from '@dolphin/domain/assert'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import { ok } from '@dolphin/domain/outcome'
import { shownTerms } from '@dolphin/domain/servicing/changes/amendment-terms'
import type { ChangePlan } from '@dolphin/domain/servicing/changes/change-plan'
import type { Deps } from '../../deps.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { newDocumentNo, recordDocument } from '../documents/document-vault.ts'
import { closeWorkItems } from '../work-items/work-item-service.ts'
import type { RenderedAmendment } from './amendment-document.ts'
import type { LoadedLoan } from './load-serviced-loan.ts'
import { type NotifyDeps, notifyToSign } from './notify-change.ts'

/** An amendment to be sent to the borrower of a locked loan. */
export interface AmendmentToSend {
  readonly loaded: LoadedLoan
  readonly plan: ChangePlan
  readonly rendered: RenderedAmendment
  /** What was asked for, as an employee entered it. */
  readonly request: LoanChange['request']
  readonly actor: string
}

/**
 * Sends an amendment: it waits for the borrower's signature until its last moment, and the schedule stays as it is
 * until then. Errors: `changeAlreadyOpen` while another one waits, `changeTooLate` where no time is left to sign.
 * Source: domain.md §10.
 */
export async function sendAmendment(
  deps: NotifyDeps & Pick<Deps, 'keys'>,
  unit: UnitOfWork,
  amendment: AmendmentToSend,
): Promise<Result<LoanChange>> {
  const { loaded, plan, rendered, actor } = amendment
  const { loan } = loaded
  if ((await findOpenSigningSession(unit.tx, loan)) !== undefined) return refuse('changeAlreadyOpen', WAITS)
  if (rendered.signBy <= unit.now) return refuse('changeTooLate')
  const documentNo = await openSession(unit, loaded, rendered)
  const { portfolioId, customerKey, loanNo, openId } = loan
  assert(openId !== null, 'a funded loan has a customer')
  const { changeNo, requestCode, signBy } = rendered
  const sent: LoanChange = {
    portfolioId,
    customerKey,
    changeNo,
    loanNo,
    openId,
    changeType: plan.changeType,
    status: 'toSign',
    request: amendment.request,
    result: { ...shownTerms(plan) },
    holdsFrom: plan.holdsFrom,
    cutOffAt: signBy,
    planNoBefore: loaded.current.plan.planNo,
    planNo: null,
    transactionNo: null,
    requestCode,
    documentNo,
    actor,
    requestedAt: unit.now,
    closedAt: null,
  }
  assert(await insertLoanChange(unit.tx, sent), 'no other amendment waits')
  const facts = { changeNo, changeType: plan.changeType, requestCode, sha256: rendered.shown.sha256 }
  const action = 'amendmentSent'
  await appendAudit(unit.tx, { portfolioId, subject: loanNo, action, actor, facts, at: unit.now })
  const solved = { portfolioId, kind: 'amendmentNotSigned', loanNo } as const
  await closeWorkItems(unit, solved, { by: actor, reason: `amendment ${changeNo} was sent` })
  await notifyToSign(deps, unit, { loaded, plan }, sent)
  return ok(sent)
}

const WAITS = {
  errors: [
    {
      elementKey: 'changeTypeCode',
      message: {
        en: 'Another amendment waits for the signature of the borrower. Take it back first (905).',
        es: 'Otra modificación espera la firma del prestatario. Retírela primero (905).',
      },
    },
  ],
}

/** Records what is shown and opens its signing; answers the number of the document. */
async function openSession(
  unit: UnitOfWork,
  { loan }: LoadedLoan,
  {
    changeNo,
    title,
    requestCode,
    termsDigest,
    inputKey,
    shown,
    proof,
    proofCodeDigest,
    signBy,
  }: RenderedAmendment,
): Promise<string> {
  const { portfolioId, customerKey, loanNo, openId } = loan
  const documentNo = await newDocumentNo(unit.tx)
  const proofDocumentNo = await newDocumentNo(unit.tx)
  const about = { portfolioId, loanNo, openId, sealedAt: null, evidence: { requestCode } }
  await recordDocument(unit, shown, {
    ...about,
    evidence: {},
    documentNo,
    documentType: DocumentType.amendment,
    title,
    role: 'record',
  })
  await recordDocument(unit, proof, {
    ...about,
    documentNo: proofDocumentNo,
    documentType: DocumentType.electronicRecordsConsent,
    title: 'Electronic records test',
    role: 'proof',
  })
  const opened = await insertSigningSession(unit.tx, {
    portfolioId,
    customerKey,
    requestCode,
    loanNo,
    openId,
    termsDigest,
    documentNo,
    documentHash: shown.sha256,
    evidence: { changeNo, inputKey, proofDocumentNo, proofCodeDigest },
    openedAt: unit.now,
    expiresAt: signBy,
  })
  assert(opened, 'no other amendment waits')
  return documentNo
}
