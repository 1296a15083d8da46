import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { previewFileActCall } from '@dolphin/contract/file-acts'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { type FileAct, LOAN_ACTS, type LoanAct } from '@dolphin/domain/servicing/acts/codes'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import { inLanguage } from '../../reader-words.ts'
import type { Result } from '../../refusal.ts'
import { triedOut, type UnitOfWork } from '../../unit-of-work.ts'
import type { CarriedOut } from '../approvals/approval-kind.ts'
import { reasonOf } from '../approvals/assess-approval.ts'
import type { Enterer } from '../approvals/enter-approval.ts'
import { changeAccountWithEffects, enterOptOutWithEffects } from '../identity/account-effects.ts'
import { previewPrenote } from '../payments/enter-prenote.ts'
import { lockPostingLoans } from '../payments/posting-locks.ts'
import { previewReversal } from '../payments/reversals/enter-reversal.ts'
import { previewCorrection } from '../privacy/correct-person.ts'
import { previewErasure } from '../privacy/erase-person.ts'
import { previewHold } from '../privacy/legal-hold.ts'
import { previewPosting } from '../payments/posting-effects.ts'
import { comparedWithOwed, withLoanEffects } from '../servicing/loan-effects.ts'
import { orderOf } from '../servicing/posting-order.ts'
import { endLegalFact, noteLegalFact } from '../servicing/legal-facts.ts'
import { collectLoan, suspendLoan, terminateLoan } from '../servicing/standing-service.ts'
import { revokeByStaff, stopDebitByStaff } from '../servicing/stop-debits.ts'

type Body = CallRequest<typeof previewFileActCall>['body']
type OnLoan = Exclude<Body, { readonly act: Exclude<FileAct, LoanAct> }>
type Reply = CallReply<typeof previewFileActCall>

const NOT_FOUND: readonly string[] = ['loanNotFound', 'accountNotFound', 'notFound']

/**
 * What an act would change as things stand: carried out by the code of its own call, and undone. What it would be refused
 * for is a part of the answer. Errors: `loanNotFound`, `accountNotFound`, `notFound`.
 */
export async function previewFileAct(
  deps: Deps,
  unit: UnitOfWork,
  body: Body,
  enterer: Enterer,
): Promise<Result<Reply>> {
  const tried = await triedOut(unit, (part) => carryOut(deps, part, body, enterer))
  if (tried.ok) return ok({ ...tried.value, blocked: null, errors: [] })
  if (NOT_FOUND.includes(tried.error.name)) return tried
  const errors = inLanguage<Reply['errors']>(tried.error.detail.errors ?? [], 'en')
  return ok({ differences: [], effects: [], blocked: reasonOf(tried.error), errors })
}

async function carryOut(
  deps: Deps,
  unit: UnitOfWork,
  body: Body,
  enterer: Enterer,
): Promise<Result<CarriedOut>> {
  if (isOnLoan(body)) {
    const right = 'rightLoanNo' in body ? { rightLoanNo: body.rightLoanNo } : { rightLoanNo: null }
    const found = await lockPostingLoans(unit.tx, body.loanNo, right)
    return found.ok ? await onLoan(deps, unit, { loan: found.value, body, enterer }) : found
  }
  switch (body.act) {
    case 'optOut':
      return await enterOptOutWithEffects(deps, unit, body, enterer.by)
    case 'freeze':
    case 'deactivate':
    case 'activate': {
      const { act: change, portfolioId, openId } = body
      const order = { portfolioId, openId, change, note: '', actor: enterer.by }
      return await changeAccountWithEffects(deps, unit, order)
    }
    case 'reverseEntry':
      return await previewReversal(deps, unit, body, enterer.by)
    case 'sendPrenote':
      return await previewPrenote(deps, unit, body.loanNo, enterer.by)
    case 'setHold':
      return await previewHold(deps, unit, { ...body, act: 'set' }, enterer)
    case 'liftHold':
      return await previewHold(deps, unit, { ...body, act: 'lift' }, enterer)
    case 'correctPerson':
      return await previewCorrection(deps, unit, body, enterer.by)
    case 'erasePerson':
      return await previewErasure(deps, unit, body, enterer.by)
  }
}

const isOnLoan = (body: Body): body is OnLoan => (LOAN_ACTS as readonly string[]).includes(body.act)

interface LoanPreview {
  readonly loan: Loan
  readonly body: OnLoan
  readonly enterer: Enterer
}

async function onLoan(
  deps: Deps,
  unit: UnitOfWork,
  { loan, body, enterer }: LoanPreview,
): Promise<Result<CarriedOut>> {
  const actor = enterer.by
  if ('changeTypeCode' in body) {
    const { act: kind, ...order } = body
    const one = { loan, order: orderOf({ ...order, kind }), actor }
    return await previewPosting(deps, unit, one, comparedWithOwed)
  }
  const work = () => moveStatus(deps, unit, body, enterer)
  const done = await withLoanEffects(deps, unit, loan, { work, compare: comparedWithOwed })
  return done.ok && body.act === 'collect' && body.subStatus === 'settled'
    ? ok(withWriteOff(done.value))
    : done
}

async function moveStatus(
  deps: Deps,
  unit: UnitOfWork,
  body: Exclude<OnLoan, { readonly changeTypeCode: unknown }>,
  enterer: Enterer,
): Promise<Result<unknown>> {
  const common = { loanNo: body.loanNo, note: '', actor: enterer.by }
  switch (body.act) {
    case 'suspend':
      return await suspendLoan(deps, unit, { ...common, subStatus: body.subStatus })
    case 'cure':
      return await suspendLoan(deps, unit, { ...common, subStatus: null })
    case 'noteLegalFact':
      return await noteLegalFact(deps, unit, { ...common, ...body })
    case 'endLegalFact':
      return await endLegalFact(deps, unit, { ...common, ...body, enteredBy: enterer.by })
    case 'collect':
      return await collectLoan(deps, unit, { ...common, enterer, subStatus: body.subStatus })
    case 'stopDebit':
      return await stopDebitByStaff(deps, unit, { ...common, installmentNo: body.installmentNo })
    case 'revokeAuthorization':
      return await revokeByStaff(deps, unit, common)
    case 'voidLoan':
      return await terminateLoan(deps, unit, { ...common, subStatus: 'voided' })
    case 'endPaid':
      return await terminateLoan(deps, unit, { ...common, subStatus: 'paidOff' })
  }
}

const withWriteOff = (done: CarriedOut): CarriedOut => ({
  ...done,
  effects: [
    ...done.effects,
    'The write-off of all that is left waits for a colleague; confirmed, the loan ends.',
  ],
})
