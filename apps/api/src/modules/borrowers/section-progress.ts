import type { Executor } from '@dolphin/database/driver/executor'
import type { FieldCipher } from '@dolphin/database/driver/field-cipher'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { SectionKey } from '@dolphin/domain/applications/codes'
import { LoanFlag } from '@dolphin/domain/loans/codes'
import { OFFER_SECTIONS, type SectionProgress, SUBMIT_SECTIONS } from '@dolphin/domain/applications/sections'
import { type ApplicationAnswers, loadAnswers } from './answers.ts'
import { type IbvProgress, loadIbvProgress } from './verified-income.ts'

/** How far an application has come. */
export interface LoanProgress {
  readonly ibv: IbvProgress
  readonly progress: SectionProgress
  /** Everything that calculate-qualified-amount needs is there (domain.md §2, 101 to 102). */
  readonly readyToSubmit: boolean
}

/** The same, with the answers that it was read from. */
export interface AnsweredProgress extends LoanProgress {
  readonly answers: ApplicationAnswers
}

/** The progress of a loan's application: forms complete, bank verified, amount and plan chosen and not stale. */
export function progressOf(loan: Loan, forms: readonly SectionKey[], ibv: IbvProgress): LoanProgress {
  const completed = [...forms, ...(ibv.complete ? [SectionKey.ibv] : []), ...chosenSections(loan)]
  const readyToSubmit = SUBMIT_SECTIONS.every((section) => completed.includes(section))
  return { ibv, progress: { loan, completed, toRepair: [] }, readyToSubmit }
}

/** The same, read. */
export async function loadProgress(
  executor: Executor,
  cipher: FieldCipher,
  loan: Loan,
): Promise<AnsweredProgress> {
  const answers = await loadAnswers(executor, cipher, loan)
  return { answers, ...progressOf(loan, answers.completed, await loadIbvProgress(executor, loan)) }
}

/** Amount, schedule and fees stand once a plan is saved and no flag made it stale. */
function chosenSections({ planNo, flags }: Loan): readonly SectionKey[] {
  if (planNo === null || flags.includes(LoanFlag.recalculateLoanAmount)) return []
  if (flags.includes(LoanFlag.recalculatePaymentPlan)) return [SectionKey.loanDetail]
  return OFFER_SECTIONS
}
