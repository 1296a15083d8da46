import { latestIbvReportAt } from '@dolphin/database/verification/ibv-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { SectionKey } from '@dolphin/domain/applications/codes'
import { ok } from '@dolphin/domain/outcome'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { Executor } from '@dolphin/database/driver/executor'
import { DAY_MS } from '@dolphin/domain/time/durations'
import type { Deps } from '../../deps.ts'
import { type Result, refuse } from '../../refusal.ts'
import { type ApplicationAnswers, loadAnswers } from '../borrowers/answers.ts'
import { type Applicant, applicantOf, payrollOf, statementsOf, typedBankOf } from '../borrowers/applicant.ts'
import { loadPersonRecord } from './person-record.ts'
import { countTries } from '../borrowers/links-left.ts'
import { type IbvProgress, loadVerifiedIncome } from '../borrowers/verified-income.ts'
import type { KnownOfApplication } from './application-facts.ts'

/** Bank data older than that say too little about today; the bank is linked again. Our decision. */
const REPORT_LIFE_MS = 30 * DAY_MS

/** What stands before the covered-borrower check is known. */
export type GatheredApplication = Omit<KnownOfApplication, 'military'> & { readonly requestCode: string }

type NeededDeps = Pick<Deps, 'cipher' | 'calendar'>

/** When it is, and how the bank verification stands then. */
export interface GatheredAt {
  readonly now: Date
  /** Of the portfolio. */
  readonly timeZone: string
  readonly progress: IbvProgress
}

/**
 * Who applies, once enough is known for a decision; it reads no more than that takes.
 *
 * Errors: as gatherApplication.
 */
export async function findReadyApplicant(
  { cipher }: Pick<NeededDeps, 'cipher'>,
  executor: Executor,
  loan: Loan,
  now: Date,
): Promise<Result<Applicant>> {
  const [answers, receivedAt] = await Promise.all([
    loadAnswers(executor, cipher, loan),
    latestIbvReportAt(executor, loan),
  ])
  const said = sectionsOf(answers)
  if (!said.ok) return said
  return isFresh(receivedAt, now) ? ok(said.value.applicant) : refuse('incomeNotVerified')
}

/**
 * Reads all that a decision is made on.
 *
 * Errors: `sectionsIncomplete` naming the sections, `incomeNotVerified` without a fresh bank report.
 */
export async function gatherApplication(
  { cipher, calendar }: NeededDeps,
  executor: Executor,
  loan: Loan,
  { now, timeZone, progress }: GatheredAt,
): Promise<Result<GatheredApplication>> {
  const answers = await loadAnswers(executor, cipher, loan)
  const said = sectionsOf(answers)
  if (!said.ok) return said
  const income = await loadVerifiedIncome(executor, cipher, calendar, loan)
  if (income === undefined || !isFresh(income.receivedAt, now)) return refuse('incomeNotVerified')
  const { report, summary, requestCode } = income
  return ok({
    ...said.value,
    report,
    summary,
    requestCode,
    record: await loadPersonRecord({ tx: executor, now }, cipher, loan, said.value.applicant),
    ibvAttemptsLast30Days: countTries(
      progress.attempts.filter((one) => now.getTime() - one.createdAt.getTime() < REPORT_LIFE_MS),
    ),
    today: dateIn(now, timeZone),
  })
}

const isFresh = (receivedAt: Date | undefined, now: Date): boolean =>
  receivedAt !== undefined && now.getTime() - receivedAt.getTime() <= REPORT_LIFE_MS

function sectionsOf(
  answers: ApplicationAnswers,
): Result<Pick<KnownOfApplication, 'applicant' | 'payroll' | 'bank' | 'statements'>> {
  const applicant = applicantOf(answers)
  const payroll = payrollOf(answers)
  const bank = typedBankOf(answers)
  const statements = statementsOf(answers)
  if (applicant && payroll && bank && statements) return ok({ applicant, payroll, bank, statements })
  const missing = [
    ...(applicant ? [] : [SectionKey.personal]),
    ...(payroll ? [] : [SectionKey.employment]),
    ...(bank ? [] : [SectionKey.bank]),
    ...(statements ? [] : [SectionKey.question]),
  ]
  const message = { en: 'This section is not complete.', es: 'Esta sección no está completa.' }
  return refuse('sectionsIncomplete', { errors: missing.map((elementKey) => ({ elementKey, message })) })
}
