import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { authorizationCall } from '@dolphin/contract/servicing'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  insertDebitAuthorization,
  revokeDebitAuthorizations,
} from '@dolphin/database/servicing/debit-authorization-repository'
import type { LoanAccount } from '@dolphin/database/servicing/loan-account-repository'
import { updateLoan } from '@dolphin/database/loans/loan-repository'
import { savePlan } from '@dolphin/database/plans/plan-repository'
import { assert } from '@dolphin/domain/assert'
import { ConsentKind } from '@dolphin/domain/portfolios/consent-template'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import type { DocumentPayment } from '@dolphin/domain/documents/loan-document'
import { renewedAuthorization } from '@dolphin/domain/documents/renewed-authorization'
import { LIVE_STATUSES } from '@dolphin/domain/loans/codes'
import { legalEffects } from '@dolphin/domain/loans/legal-facts'
import { PaymentMode } from '@dolphin/domain/payments/codes'
import { ok } from '@dolphin/domain/outcome'
import { changeBasis } from '@dolphin/domain/servicing/changes/change-basis'
import { projectPayments } from '@dolphin/domain/servicing/projection'
import { isoInZone } from '@dolphin/domain/time/new-york'
import { consentWords } from '../consents/consent-template-view.ts'
import { storeFile, type StoredFile, newDocumentNo, recordDocument } from '../documents/document-vault.ts'
import { markFault } from '../documents/signature-mark.ts'
import { actorName, type CustomerActor } from '../../http/actor.ts'
import { type Result, refuse } from '../../refusal.ts'
import { findBorrowerLoan, lockBorrowerLoan } from '../loans/loan-access.ts'
import { newServicingNo } from './servicing-number.ts'
import { documentHead } from './change-document.ts'
import { type LoadedLoan, loadServicedLoan } from './load-serviced-loan.ts'
import { staleSignIn } from './recent-sign-in.ts'
import { planFacts } from '../plans/plan-facts.ts'
import { servicingFacts, servicingFactsToStored } from './servicing-facts.ts'
import type { UnitOfWork, WriteMoment } from '../../unit-of-work.ts'
import type { RepaymentDeps } from './repayment-deps.ts'

type Reply = CallReply<typeof authorizationCall>
type Body = CallRequest<typeof authorizationCall>['body']

/** A permission that is signed and rendered, before anything is written. */
interface SignedAuthorization {
  readonly loanNo: string
  readonly kept: StoredFile
  readonly title: string
  readonly reference: string
  readonly account: LoanAccount
}

/**
 * Gives a new authorization of ACH debits for the loan's current account: signed on the spot, kept as a document, and
 * payments are automatic from then on. It ends every permission before it. Errors: `loanNotFound`, `loanStatusInvalid`
 * where nothing is owed and in bankruptcy, `consentOutdated` where the text has changed, `signatureInvalid`,
 * `recentSignInRequired`. Source: 12 CFR 1005.10(b), 12 CFR 1041.8(c); domain.md §9.
 */
export async function authorizeDebits(
  deps: RepaymentDeps,
  actor: CustomerActor,
  { loanNo, version, mark }: Body,
  { now, write }: WriteMoment<Reply>,
): Promise<Result<Reply>> {
  const stale = staleSignIn(actor, now)
  if (stale !== undefined) return stale
  const { db } = deps.database
  const found = await findBorrowerLoan(db, actor, { loanNo })
  if (!found.ok) return found
  const loaded = await loadServicedLoan(deps, db, found.value, now)
  const data = deps.portfolios.byId(found.value.portfolioId)
  const account = loaded?.bankAccount
  if (loaded === undefined || data === undefined || account === undefined || !isLive(loaded))
    return refuse('loanStatusInvalid')
  const template = data.consents.find(({ kind }) => kind === ConsentKind.achAuthorization)
  assert(template !== undefined, 'every portfolio has the text of the authorization')
  if (template.version !== version) return refuse('consentOutdated')
  const head = await documentHead(deps, db, loaded.loan, loaded.serviced.today)
  const fault = markFault(mark, head.borrowerName)
  if (fault !== undefined)
    return refuse('signatureInvalid', { errors: [{ elementKey: 'mark', message: fault }] })
  const reference = `${loanNo}/${template.kind}/${version}`
  const model = renewedAuthorization({
    ...head,
    bankName: null,
    accountTail: account.accountTail,
    payments: paymentsToCome(loaded),
    paragraphs: consentWords(template, data.portfolio).text.en.split(/\n\s*\n/),
    reference,
    signed: { mark, at: now },
  })
  const { pdf } = await deps.documents.render(model, now)
  const kept = await storeFile(deps.objects, loaded.loan.portfolioId, { bytes: pdf, extension: 'pdf' })
  const signed = { loanNo, kept, title: model.title, reference, account }
  return write((unit) => saveAuthorization(deps, unit, actor, signed))
}

/** Something is owed and may be asked for: in bankruptcy no debit is authorized. */
const isLive = ({ loan, account }: LoadedLoan): boolean =>
  LIVE_STATUSES.includes(loan.status) &&
  !legalEffects(loan.legalFacts).asksNothing &&
  account.state.principal + account.state.unpaidInterest + account.state.fees > 0n

/** The agreed payments still to come: what the permission covers. */
function paymentsToCome({ serviced, terms }: LoadedLoan): DocumentPayment[] {
  const basis = changeBasis(serviced)
  return projectPayments(terms, basis.state, basis.open).payments.map(({ payment, ...row }) => ({
    ...row,
    amount: payment,
  }))
}

async function saveAuthorization(
  deps: RepaymentDeps,
  unit: UnitOfWork,
  actor: CustomerActor,
  { loanNo, kept, title, reference, account }: SignedAuthorization,
): Promise<Result<Reply>> {
  const locked = await lockBorrowerLoan(unit.tx, actor, { loanNo })
  if (!locked.ok) return locked
  const loaded = await loadServicedLoan(deps, unit.tx, locked.value, unit.now)
  if (loaded === undefined || !isLive(loaded) || loaded.bankAccount?.sequence !== account.sequence)
    return refuse('loanStatusInvalid')
  const { portfolioId, customerKey, openId } = loaded.loan
  assert(openId !== null, 'a funded loan has a customer')
  const documentNo = await newDocumentNo(unit.tx)
  const about = { portfolioId, loanNo, openId, role: 'record' as const, evidence: { reference } }
  await recordDocument(unit, kept, {
    ...about,
    documentNo,
    documentType: DocumentType.achAuthorization,
    title,
    sealedAt: null,
  })
  const by = actorName(actor)
  await revokeDebitAuthorizations(unit.tx, loaded.loan, { by, reason: 'signed anew', at: unit.now })
  const authorizationNo = await newServicingNo(unit, 'A')
  await insertDebitAuthorization(unit.tx, {
    portfolioId,
    customerKey,
    authorizationNo,
    loanNo,
    openId,
    kind: 'renewed',
    accountKey: account.accountKey,
    amount: null,
    grantedAt: unit.now,
    documentNo,
  })
  await payByAch(unit, loaded, authorizationNo)
  const facts = { authorizationNo, documentNo, reference }
  await appendAudit(unit.tx, {
    portfolioId,
    subject: loanNo,
    action: 'debitsAuthorized',
    actor: by,
    facts,
    at: unit.now,
  })
  const authorizedAt = isoInZone(unit.now, loaded.serviced.hours.timeZone)
  return ok({ loanNo, authorizedAt, documentNo, paymentMode: PaymentMode.ach })
}

/** Plans are never rewritten, so this is another one with the same payments. */
async function payByAch(
  unit: UnitOfWork,
  { loan, current }: LoadedLoan,
  authorizationNo: string,
): Promise<void> {
  const { plan, installments } = current
  if (planFacts(plan).paymentMode === PaymentMode.ach) return
  const { supersededAt: _superseded, ...kept } = plan
  const { agreedPlanNo, payroll } = servicingFacts(plan)
  const base = agreedPlanNo ?? plan.planNo
  const planNo = `${base}.${authorizationNo}`
  const stored = servicingFactsToStored({ agreedPlanNo: base, payroll })
  const disclosure = { ...plan.disclosure, ...stored, paymentMode: PaymentMode.ach }
  await savePlan(unit.tx, { ...kept, planNo, disclosure, createdAt: unit.now }, installments)
  await updateLoan(unit.tx, loan, { planNo }, unit.now)
}
