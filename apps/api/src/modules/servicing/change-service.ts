import type { Executor } from '@dolphin/database/driver/executor'
import { findOpenChange } from '@dolphin/database/servicing/loan-change-repository'
import type { SignatureMark } from '@dolphin/domain/documents/document-model'
import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import { NotificationCode } from '@dolphin/domain/loans/codes'
import { ChangeType, PaymentMode } from '@dolphin/domain/payments/codes'
import { assert } from '@dolphin/domain/assert'
import { ok } from '@dolphin/domain/outcome'
import type { ChangePlan } from '@dolphin/domain/servicing/changes/change-plan'
import type { CustomerChangeRequest } from '@dolphin/domain/servicing/changes/change-request'
import { hardshipPlan, type HardshipRequest } from '@dolphin/domain/servicing/changes/hardship'
import { planChange } from '@dolphin/domain/servicing/changes/plan-change'
import type { PlanOutcome } from '@dolphin/domain/servicing/changes/start-in-time'
import { isAnnounced } from '@dolphin/domain/servicing/changes/available-dates'
import { owesNothing } from '@dolphin/domain/servicing/owes-nothing'
import type { ServicedLoan } from '@dolphin/domain/servicing/serviced-loan'
import { markFault } from '../documents/signature-mark.ts'
import { actorName, type CustomerActor } from '../../http/actor.ts'
import { type Result, refuse } from '../../refusal.ts'
import { borrowerAddress } from '../borrowers/borrower-address.ts'
import { findBorrowerLoan, lockBorrowerLoan } from '../loans/loan-access.ts'
import { announceChanged } from './announce-debits.ts'
import { assistanceBasis } from './assistance-basis.ts'
import { changeReply, type ChangeReply, quoteIdOf, refuseChange } from './change-result.ts'
import { type ChangeDocument, makeChangeDocument, recordChangeDocument } from './change-document.ts'
import { confirmDebit, type CheckedConfirmation, storeEligibilityResult } from './confirmed-debit.ts'
import { type LoadedLoan, loadServicedLoan } from './load-serviced-loan.ts'
import { staleSignIn } from './recent-sign-in.ts'
import { saveChange, saveForFailure } from './save-change.ts'
import { calculateStopped, stopDebit } from './stop-debits.ts'
import { notifyChanged } from './notify-change.ts'
import type { UnitOfWork, WriteMoment } from '../../unit-of-work.ts'
import type { RepaymentDeps } from './repayment-deps.ts'

/** A change that a borrower asks for, as the call brings it. */
export interface AskedChange {
  readonly loanNo: string
  readonly mode: FormActionMode
  readonly quoteId?: string | undefined
  readonly mark?: SignatureMark | undefined
  /** Works the change out for the loan as it stands. */
  readonly calculate: (loan: ServicedLoan, loaded: LoadedLoan) => PlanOutcome
  /** Help with a payment. */
  readonly isHardship?: boolean
  /** Kept with the change. */
  readonly request: Readonly<Record<string, unknown>>
}

/** What a change of the customer comes to, from its request. */
export const calculationOf =
  (request: CustomerChangeRequest): AskedChange['calculate'] =>
  (loan) =>
    planChange(loan, request)

const MOVES: readonly number[] = [ChangeType.skip, ChangeType.changeDate]

/** How often the borrower has moved a payment at no charge; one that was taken back does not count. */
export const movesUsed = ({ changes, loan: { openId } }: LoadedLoan): number =>
  changes.filter(
    ({ changeType, status, actor }) =>
      MOVES.includes(changeType) && status !== 'cancelled' && actor === `customer:${openId ?? ''}`,
  ).length

/** What help with a payment comes to. */
export const calculateAssistance =
  (request: HardshipRequest): AskedChange['calculate'] =>
  (loan, loaded) =>
    hardshipPlan(loan, request, movesUsed(loaded))

/**
 * Previews a change (0), which writes nothing, or saves it (1); both use the same calculation. A save that names a
 * quote is refused where the figures have changed. The document is rendered before the transaction and discarded if
 * the loan has moved meanwhile. Errors: those of the calls that change a loan. Source: domain.md §10.
 */
export async function changeLoan(
  deps: RepaymentDeps,
  actor: CustomerActor,
  asked: AskedChange,
  { now, write }: WriteMoment<ChangeReply>,
): Promise<Result<ChangeReply>> {
  const { db } = deps.database
  const found = await findBorrowerLoan(db, actor, asked)
  if (!found.ok) return found
  const loaded = await loadServicedLoan(deps, db, found.value, now)
  if (loaded === undefined) return refuse('loanStatusInvalid')
  if (owesNothing(loaded.account.state)) return refuse('changeTypeRefused')
  const basis = await basisOf(db, asked, loaded, now)
  const worked = forFailure(await calculateStopped(db, asked.calculate, basis, now), basis !== loaded)
  if (!worked.ok) return refuseChange(worked.error)
  const plan = worked.value
  if (asked.mode === FormActionMode.preview) return ok(changeReply(basis, plan, asked.mode))
  const refusal = await saveRefusal(deps, actor, asked, { loaded, plan, now })
  if (refusal !== undefined) return refusal
  const mark = plan.needsSignature ? (asked.mark ?? null) : null
  return await deps.inTurn(asked.loanNo, async () => {
    // One that was saved in the meantime makes the document useless, and a document is the dearest part of a save.
    const open = await findOpenChange(db, loaded.loan)
    if (open?.changeNo !== loaded.openChange?.changeNo) return refuse('changeAlreadyOpen')
    const document = await makeChangeDocument(deps, db, { loaded: basis, plan }, { mark, at: now })
    return await write((unit) => saveAsked(deps, unit, actor, { asked, document }))
  })
}

const basisOf = async (executor: Executor, { isHardship }: AskedChange, loaded: LoadedLoan, now: Date) =>
  isHardship === true ? await assistanceBasis(executor, loaded, now) : loaded

/** The same plan, said to take effect only if the payoff under way fails. */
const forFailure = (worked: PlanOutcome, isForFailure: boolean): PlanOutcome =>
  worked.ok && isForFailure
    ? ok({ ...worked.value, remarks: [{ code: 'onlyIfPayoffFails' }, ...worked.value.remarks] })
    : worked

/** Why a save cannot go on before anything is written. */
async function saveRefusal(
  deps: RepaymentDeps,
  actor: CustomerActor,
  { quoteId, mark }: AskedChange,
  { loaded, plan, now }: { readonly loaded: LoadedLoan; readonly plan: ChangePlan; readonly now: Date },
): Promise<ReturnType<typeof refuse> | undefined> {
  const stale = staleSignIn(actor, now)
  if (stale !== undefined) return stale
  if (quoteId !== undefined && quoteId !== quoteIdOf(loaded.loan.loanNo, plan)) return refuse('quoteOutdated')
  if (plan.authorization === 'needsNew') return refuse('authorizationRequired')
  if (!plan.needsSignature) return undefined
  const borrower = await borrowerAddress(deps.database.db, deps.cipher, loaded.loan)
  const fault =
    mark === undefined
      ? {
          en: 'This change must be signed. Type your full name, or draw your signature.',
          es: 'Este cambio se debe firmar. Escriba su nombre completo o dibuje su firma.',
        }
      : markFault(mark, borrower?.fullName ?? '')
  return fault === undefined
    ? undefined
    : refuse('signatureInvalid', { errors: [{ elementKey: 'mark', message: fault }] })
}

/** The change that is asked for, and its document. */
interface DocumentedChange {
  readonly asked: AskedChange
  readonly document: ChangeDocument
}

async function saveAsked(
  deps: RepaymentDeps,
  unit: UnitOfWork,
  actor: CustomerActor,
  { asked, document }: DocumentedChange,
): Promise<Result<ChangeReply>> {
  const locked = await lockBorrowerLoan(unit.tx, actor, asked)
  if (!locked.ok) return locked
  const loaded = await loadServicedLoan(deps, unit.tx, locked.value, unit.now)
  if (loaded === undefined) return refuse('loanStatusInvalid')
  if (owesNothing(loaded.account.state)) return refuse('changeTypeRefused')
  const basis = await basisOf(unit.tx, asked, loaded, unit.now)
  const worked = forFailure(
    await calculateStopped(unit.tx, asked.calculate, basis, unit.now),
    basis !== loaded,
  )
  if (!worked.ok) return refuseChange(worked.error)
  const plan = worked.value
  if (quoteIdOf(asked.loanNo, plan) !== document.quoteId) return refuse('quoteOutdated')
  const confirmed = await confirmDebitOf(deps, unit, loaded, plan)
  if (!confirmed.ok) return confirmed
  const documentNo = await recordChangeDocument(unit, loaded, document)
  const { openChange } = loaded
  const change = {
    loaded: await stopDebit(deps, unit, { loaded: basis, plan }, actorName(actor)),
    plan,
    changeNo: document.changeNo,
    request: asked.request,
    isHardship: asked.isHardship === true,
    actor: actorName(actor),
    documentNo,
  }
  const saved =
    basis === loaded || openChange === undefined
      ? await saveChange(deps, unit, change)
      : await saveForFailure(unit, openChange, change)
  if (saved === undefined) return refuse('changeAlreadyOpen')
  assert(saved.documentNo === documentNo, 'a change keeps its document')
  if (confirmed.value !== null) await storeEligibilityResult(unit, confirmed.value, saved.transactionNo)
  await notifyChanged(deps, unit, { loaded, plan }, saved)
  // Its last day may be today: the hourly round of tomorrow would be too late.
  if (plan.debit !== null && isAnnounced(loaded.serviced, plan.debit.date))
    await announceChanged(deps, unit, loaded.loan)
  return ok(
    changeReply(loaded, plan, asked.mode, {
      changeNo: saved.changeNo,
      requestCode: null,
      notification: plan.expected === null ? NotificationCode.paymentSuccess : null,
      documentNo,
    }),
  )
}

/** The eligibility result for the single debit of a change; null where we take nothing for it. */
async function confirmDebitOf(
  deps: RepaymentDeps,
  unit: UnitOfWork,
  { loan }: LoadedLoan,
  { debit, deletedNumbers, withdraws }: ChangePlan,
): Promise<Result<CheckedConfirmation | null>> {
  if (debit?.mode !== PaymentMode.ach) return ok(null)
  const { purpose, date, amount, number = null } = debit
  const replaces = deletedNumbers
  return confirmDebit(deps, unit, loan, { purpose, date, amount, number, replaces, withdraws })
}
