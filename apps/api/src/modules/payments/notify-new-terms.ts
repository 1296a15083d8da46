import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { PlanWithInstallments } from '@dolphin/database/plans/plan-repository'
import { dayIn } from '@dolphin/domain/calendar/written-day'
import { assert } from '@dolphin/domain/assert'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { inEachLanguage, type Locale, type Words } from '@dolphin/domain/portfolios/localized'
import { addressToBorrower } from '../borrowers/address-to-borrower.ts'
import { ensureLoanLink } from '../loans/loan-link.ts'
import { planFacts } from '../plans/plan-facts.ts'
import type { SavePlanDeps } from '../plans/save-plan.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { Deps } from '../../deps.ts'

export type NewTermsDeps = SavePlanDeps & Pick<Deps, 'notices' | 'config' | 'keys'>

/** What was signed, and what is to be signed; undefined where the borrower picks it first. */
interface TermsChange {
  readonly before: PlanWithInstallments
  readonly after: PlanWithInstallments | undefined
}

/** Tells the borrower the new dates and the way to sign them, or to pick a plan again. */
export async function notifyNewTerms(
  deps: NewTermsDeps,
  unit: UnitOfWork,
  loan: Loan,
  change: TermsChange,
): Promise<void> {
  const { path } = await ensureLoanLink(
    deps,
    unit,
    loan,
    change.after === undefined ? 'application' : 'signature',
  )
  const { to, values } = await addressToBorrower(deps, unit, loan, path)
  await deps.notices.send(unit, {
    ...to,
    kind: 'newTerms',
    dedupKey: `newTerms/${loan.loanNo}/${unit.now.toISOString()}`,
    values: { ...values, details: detailsOf(change) },
  })
}

interface Terms {
  readonly day: string
  readonly first: string
  readonly firstAmount: string
  readonly apr: string
  readonly signedApr: string
}

const DETAILS: Readonly<Record<Locale, (terms: Terms) => readonly [string, string, string]>> = {
  en: ({ day, first, firstAmount, apr, signedApr }) => [
    `We can send your money so that it arrives on ${day}.`,
    `Your first payment would be ${firstAmount} on ${first}.`,
    apr === signedApr
      ? `The annual percentage rate stays ${apr}%.`
      : `The annual percentage rate would be ${apr}%. You signed ${signedApr}%.`,
  ],
  es: ({ day, first, firstAmount, apr, signedApr }) => [
    `Podemos enviar su dinero para que llegue el ${day}.`,
    `Su primer pago sería de ${firstAmount} el ${first}.`,
    apr === signedApr
      ? `La tasa de porcentaje anual sigue siendo ${apr}%.`
      : `La tasa de porcentaje anual sería ${apr}%. Usted firmó ${signedApr}%.`,
  ],
}

const PICK_AGAIN: Words = {
  en: 'Your payment plan is no longer offered. Pick another one first, then sign it.',
  es: 'Su plan de pagos ya no se ofrece. Primero elija otro y después fírmelo.',
}

function detailsOf({ before, after }: TermsChange): readonly Words[] {
  if (after === undefined) return [PICK_AGAIN]
  const [first] = after.installments
  assert(first !== undefined, 'a plan has installments')
  const inLocale = (locale: Locale) =>
    DETAILS[locale]({
      day: dayIn(planFacts(after.plan).effectiveDate, locale),
      first: dayIn(first.dueDate, locale),
      firstAmount: formatCurrency(first.amount),
      apr: after.plan.apr,
      signedApr: before.plan.apr,
    })
  return [0, 1, 2].map((line) => inEachLanguage((locale) => inLocale(locale)[line] ?? ''))
}
