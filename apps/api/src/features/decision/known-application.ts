import type { Loan } from '@dolphin/database/loan-repository'
import { SectionKey } from '@dolphin/domain/application/section-key'
import { ok } from '@dolphin/domain/outcome'
import type { Portfolio } from '@dolphin/domain/portfolio/portfolio'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { Executor } from '@dolphin/database/executor'
import type { Deps } from '../../deps.ts'
import { type Answer, refuse } from '../../http/refusal.ts'
import { type ApplicationAnswers, loadAnswers } from '../../origination/answers.ts'
import { applicantOf, payrollOf, statementsOf, typedBankOf } from '../../origination/applicant.ts'
import { loadPersonRecord } from '../../origination/person-record.ts'
import { verificationWay } from '../../origination/statement-provider.ts'
import { loadIbvProgress, loadVerifiedIncome } from '../../origination/verified-income.ts'
import type { KnownOfApplication } from './application-facts.ts'

const DAY_MS = 86_400_000
/** Bank data older than that say too little about today; the bank is linked again. Our decision. */
const REPORT_LIFE_MS = 30 * DAY_MS

/** What stands before the covered-borrower check is known. */
export type GatheredApplication = Omit<KnownOfApplication, 'military'> & { readonly requestCode: string }

type Parts = Pick<Deps, 'cipher' | 'calendar'>

/**
 * Reads all that a decision is made on.
 *
 * Errors: `sectionsIncomplete` naming the sections, `incomeNotVerified` without a fresh bank report.
 */
export async function gatherApplication(
  { cipher, calendar }: Parts,
  executor: Executor,
  loan: Loan,
  { timeZone }: Pick<Portfolio, 'timeZone'>,
  now: Date,
): Promise<Answer<GatheredApplication>> {
  const answers = await loadAnswers(executor, cipher, loan)
  const said = sectionsOf(answers)
  if (!said.ok) return said
  const income = await loadVerifiedIncome(executor, cipher, calendar, loan)
  if (income === undefined || now.getTime() - income.receivedAt.getTime() > REPORT_LIFE_MS) {
    return refuse('incomeNotVerified')
  }
  const { attempts } = await loadIbvProgress(executor, loan)
  const { report, summary, requestCode } = income
  return ok({
    ...said.value,
    report,
    summary,
    requestCode,
    record: await loadPersonRecord(executor, cipher, loan, said.value.applicant, now),
    ibvAttemptsLast30Days: attempts.filter(
      (one) => verificationWay(one) === 'bank' && now.getTime() - one.createdAt.getTime() < REPORT_LIFE_MS,
    ).length,
    today: dateIn(now, timeZone),
  })
}

function sectionsOf(
  answers: ApplicationAnswers,
): Answer<Pick<KnownOfApplication, 'applicant' | 'payroll' | 'bank' | 'statements'>> {
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
  const message = 'This section is not complete.'
  return refuse('sectionsIncomplete', { errors: missing.map((elementKey) => ({ elementKey, message })) })
}
