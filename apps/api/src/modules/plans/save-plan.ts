import { createHash } from 'node:crypto'
import { type Loan, updateLoan } from '@dolphin/database/loans/loan-repository'
import { findCurrentPlan, type PlanWithInstallments, savePlan } from '@dolphin/database/plans/plan-repository'
import { assert } from '@dolphin/domain/assert'
import { canonicalTerms } from '@dolphin/domain/disclosure/terms-canonical'
import { flagsRaisedBy } from '@dolphin/domain/loans/loan-flag'
import { LoanFlag } from '@dolphin/domain/loans/codes'
import { InstallmentFlag, PaymentMode, TransactionStatus } from '@dolphin/domain/payments/codes'
import { ZERO_CENTS } from '@dolphin/domain/money/cents'
import { ok } from '@dolphin/domain/outcome'
import {
  isModeOffered,
  MODE_REFUSAL_TEXTS,
  type NamedMode,
  whyModeRefused,
} from '@dolphin/domain/payments/mode-refusal'
import { AGREEMENT_VERSION } from '@dolphin/domain/payments/payment-order'
import type { Plan, PlanChoice, PlanRefusal } from '@dolphin/domain/plans/plan'
import { significantDigits } from '@dolphin/domain/verification/account-match'
import type { Deps } from '../../deps.ts'
import { type Result, refuse } from '../../refusal.ts'
import { newId } from '../../security/secrets.ts'
import { voidOutdatedSigningSession } from '../loans/open-signing-session.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { loadPlanBasis, type LoanPlanBasis, type PlanDeps } from './plan-basis.ts'
import { cachedPlan } from './plan-cache.ts'
import { planFactsToStored } from './plan-facts.ts'

export type SavePlanDeps = PlanDeps & Pick<Deps, 'random' | 'tickets'>

export interface SavedPlan extends PlanWithInstallments {
  /** As it is after saving. */
  readonly loan: Loan
  readonly basis: LoanPlanBasis
}

/** The plan of a choice within the loan's offer, or the refusal that the page shows. */
export function planWithin(basis: LoanPlanBasis, choice: PlanChoice): Result<Plan> {
  const { minimum, maximum, step } = basis
  const { amount } = choice
  if (amount < minimum || amount > maximum || amount % step !== 0n) return planRefusal('amountOutOfRange')
  const plan = cachedPlan(basis, choice)
  return plan.ok ? plan : planRefusal(plan.error)
}

function refuseMode(mode: NamedMode): Result<never> {
  const why = whyModeRefused(mode)
  assert(why !== undefined, 'a way to pay is refused for a reason')
  return refuse('paymentModeRefused', {
    errors: [{ elementKey: 'paymentMode', message: MODE_REFUSAL_TEXTS[why] }],
  })
}

/** How a rule of the plan refuses. */
export function planRefusal(refusal: PlanRefusal): Result<never> {
  switch (refusal) {
    case 'amountOutOfRange': {
      const message = {
        en: 'This amount is not available. Choose one within your range.',
        es: 'Este monto no está disponible. Elija uno dentro de su rango.',
      }
      return refuse('amountOutOfRange', { errors: [{ elementKey: 'amount', message }] })
    }
    case 'dateNotAvailable': {
      const message = {
        en: 'This date cannot be chosen. Pick one of the offered dates.',
        es: 'Esta fecha no se puede elegir. Elija una de las ofrecidas.',
      }
      return refuse('dateNotAvailable', { errors: [{ elementKey: 'firstDate', message }] })
    }
    case 'frequencyNotOffered':
    case 'numberNotOffered':
    case 'installmentTooLarge':
    case 'rateTooHigh':
      return refuse('planNotOffered')
  }
}

/** The terms that the borrower chose, and how they pay. */
export interface ChosenPlan {
  readonly choice: PlanChoice
  /** By ACH where the borrower names none. */
  readonly paymentMode?: NamedMode | undefined
}

/**
 * Saves a choice as the plan of a locked loan: plan and installments are stored, the loan holds amount and terms
 * digest, flag 10002 goes down, and a signing session opened for other terms is voided (flags 10003, 10000). The same terms
 * again change nothing. Source: domain.md §2, §7; design/security.md I4.
 */
export async function savePlanChoice(
  deps: SavePlanDeps,
  unit: UnitOfWork,
  loan: Loan,
  { choice, paymentMode = PaymentMode.ach }: ChosenPlan,
): Promise<Result<SavedPlan>> {
  const basis = await loadPlanBasis(deps, unit.tx, loan, unit.now)
  if (!basis.ok) return basis
  if (!isModeOffered(paymentMode)) return refuseMode(paymentMode)
  const plan = planWithin(basis.value, choice)
  if (!plan.ok) return plan
  const termsDigest = digestOf(deps, basis.value, plan.value)
  const current = await findCurrentPlan(unit.tx, loan)
  const isSame =
    current?.plan.termsDigest === termsDigest && current.plan.disclosure['paymentMode'] === paymentMode
  const planNo = isSame ? current.plan.planNo : newId(deps.random)
  if (!isSame)
    await store(unit, loan, { basis: basis.value, plan: plan.value }, { planNo, termsDigest, paymentMode })
  const voided = await voidOutdatedSigningSession(deps, unit, loan, termsDigest)
  const flags = flagsAfter(loan, voided)
  const patch = { approvedAmount: choice.amount, planNo, termsDigest, flags }
  await updateLoan(unit.tx, loan, patch, unit.now)
  const saved = await findCurrentPlan(unit.tx, loan)
  assert(saved !== undefined, 'a plan that was saved is there')
  return ok({ ...saved, loan: { ...loan, ...patch }, basis: basis.value })
}

/** Terms that are not those of the open signing: they are signed anew, under another request code. */
const VOIDED = [...flagsRaisedBy('termsChanged'), ...flagsRaisedBy('signingOutdated')]

function flagsAfter(loan: Loan, voided: boolean): LoanFlag[] {
  const kept = loan.flags.filter((flag) => flag !== LoanFlag.recalculatePaymentPlan)
  return [...new Set([...kept, ...(voided ? VOIDED : [])])]
}

function digestOf(
  { cipher }: Pick<Deps, 'cipher'>,
  { bank }: LoanPlanBasis,
  { choice, schedule, disclosure, coupon }: Plan,
): string {
  const text = canonicalTerms({
    amount: choice.amount,
    schedule,
    disclosure,
    couponCode: coupon?.couponCode,
    accountFingerprint: cipher.blindIndex(
      'loans.account',
      `${bank.routingNumber}/${significantDigits(bank.accountNumber)}`,
    ),
    documentVersion: AGREEMENT_VERSION,
  })
  return createHash('sha256').update(text).digest('hex')
}

interface PlanNames {
  readonly planNo: string
  readonly termsDigest: string
  readonly paymentMode: PaymentMode
}

interface PlannedLoan {
  readonly basis: LoanPlanBasis
  readonly plan: Plan
}

async function store(
  unit: UnitOfWork,
  { portfolioId, customerKey, loanNo }: Loan,
  { basis: { product }, plan }: PlannedLoan,
  { planNo, termsDigest, paymentMode }: PlanNames,
): Promise<void> {
  const { choice, schedule, disclosure } = plan
  const last = schedule.installments.at(-1)
  assert(last !== undefined, 'a plan has installments')
  await savePlan(
    unit.tx,
    {
      portfolioId,
      customerKey,
      loanNo,
      planNo,
      termsDigest,
      amount: choice.amount,
      frequency: choice.frequency,
      installmentCount: choice.count,
      installmentAmount: schedule.levelPayment,
      firstDate: choice.firstDate,
      lastDate: last.dueDate,
      amountFinanced: disclosure.amountFinanced,
      financeCharge: disclosure.financeCharge,
      totalOfPayments: disclosure.totalOfPayments,
      apr: disclosure.apr,
      disclosure: planFactsToStored(plan, product, paymentMode),
      createdAt: unit.now,
    },
    schedule.installments.map(({ number, dueDate, principal, interest, payment, balanceAfter }) => ({
      number,
      dueDate,
      principal,
      interest,
      balanceAfter,
      amount: payment,
      fee: ZERO_CENTS,
      status: TransactionStatus.none,
      flags: InstallmentFlag.default,
    })),
  )
}

/** The choice that a stored plan was made of. */
export function choiceOf({ plan }: Pick<PlanWithInstallments, 'plan'>): PlanChoice {
  const { amount, frequency, installmentCount: count, firstDate } = plan
  return { amount, frequency, count, firstDate }
}
