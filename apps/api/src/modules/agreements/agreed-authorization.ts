import {
  insertDebitAuthorization,
  revokeDebitAuthorizations,
} from '@dolphin/database/servicing/debit-authorization-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { updateLoan } from '@dolphin/database/loans/loan-repository'
import { findCurrentPlan, savePlan } from '@dolphin/database/plans/plan-repository'
import { assert } from '@dolphin/domain/assert'
import { PaymentMode } from '@dolphin/domain/payments/codes'
import type { Deps } from '../../deps.ts'
import { loadAnswers } from '../borrowers/answers.ts'
import { typedBankOf } from '../borrowers/applicant.ts'
import { planFacts } from '../plans/plan-facts.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { accountKeyOf } from '../servicing/account-key.ts'
import { newServicingNo } from '../servicing/servicing-number.ts'

/** What the signer answered to automatic payments. */
export interface AgreedAuthorization {
  readonly given: boolean
  readonly grantedAt: Date
  /** The signed authorization; null where it was declined. */
  readonly documentNo: string | null
}

/**
 * Records the permission to debit that was signed with the agreement of a locked loan; a permission of an earlier
 * signing ends. Without one nothing is debited, so a plan to be paid by ACH is paid by money order until the
 * borrower picks another way. Source: domain.md §8 (declinable without losing the loan), §10; 12 CFR 1005.10(b), (e).
 */
export async function recordAgreedAuthorization(
  deps: Pick<Deps, 'cipher'>,
  unit: UnitOfWork,
  loan: Loan,
  { given, grantedAt, documentNo }: AgreedAuthorization,
): Promise<void> {
  const { portfolioId, customerKey, loanNo, openId } = loan
  assert(openId !== null, 'a signed loan has a customer')
  const ended = { by: `customer:${openId}`, reason: 'signed anew', at: unit.now }
  await revokeDebitAuthorizations(unit.tx, loan, ended)
  if (!given) return await payByMoneyOrder(unit, loan)
  const bank = typedBankOf(await loadAnswers(unit.tx, deps.cipher, loan))
  assert(bank !== undefined, 'a loan is signed with its bank section')
  await insertDebitAuthorization(unit.tx, {
    portfolioId,
    customerKey,
    loanNo,
    openId,
    authorizationNo: await newServicingNo(unit, 'A'),
    kind: 'agreement',
    accountKey: accountKeyOf(deps, bank),
    amount: null,
    grantedAt,
    documentNo,
  })
}

/** Plans are never rewritten, so this is another one; its terms are the signed ones. */
async function payByMoneyOrder(unit: UnitOfWork, loan: Loan): Promise<void> {
  const current = await findCurrentPlan(unit.tx, loan)
  assert(current !== undefined, 'a signed loan has a plan')
  const { plan, installments } = current
  if (planFacts(plan).paymentMode !== PaymentMode.ach) return
  const { supersededAt: _superseded, ...kept } = plan
  const planNo = `${plan.planNo}.noach`
  await savePlan(
    unit.tx,
    {
      ...kept,
      planNo,
      disclosure: { ...plan.disclosure, paymentMode: PaymentMode.moneyOrder, signedPlanNo: plan.planNo },
      createdAt: unit.now,
    },
    installments,
  )
  await updateLoan(unit.tx, loan, { planNo }, unit.now)
}
