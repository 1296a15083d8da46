import { daysBetween, formatLocalDate, type LocalDate } from '../calendar/local-date.ts'
import { type Cents, cents } from '../money/cents.ts'
import { formatCurrency } from '../money/currency-format.ts'
import type { Explanation } from './explanation.ts'

/** A saved plan, as far as its figures are explained. */
export type ExplainedPlan = {
  readonly amount: Cents
  readonly amountFinanced: Cents
  readonly prepaidFinanceCharge: Cents
  readonly financeCharge: Cents
  readonly totalOfPayments: Cents
  readonly installmentAmount: Cents
  readonly installmentCount: number
  /** Percent: "258.32". */
  readonly apr: string
  /** Percent a year: "260.00". */
  readonly annualRate: string
  readonly effectiveDate: LocalDate
  readonly firstDate: LocalDate
  readonly lastDate: LocalDate
}

export type ExplainedInstallment = {
  readonly number: number
  readonly dueDate: LocalDate
  readonly principal: Cents
  readonly interest: Cents
  readonly amount: Cents
  readonly balanceAfter: Cents
}

const input = (name: string, value: string) => ({ name, value })
const money = (name: string, amount: Cents) => input(name, formatCurrency(amount))

/** Every figure of a plan, by the function that computed it. */
export function explainPlan(plan: ExplainedPlan): readonly Explanation[] {
  return [...disclosedFigures(plan), ...datesAndPayments(plan)]
}

function disclosedFigures(plan: ExplainedPlan): readonly Explanation[] {
  const { amount, amountFinanced, prepaidFinanceCharge, financeCharge, totalOfPayments } = plan
  return [
    {
      subject: 'amount financed',
      value: formatCurrency(amountFinanced),
      rule: 'Principal less the prepaid finance charge.',
      source: '12 CFR 1026.18(b)',
      inputs: [money('principal', amount), money('prepaid finance charge', prepaidFinanceCharge)],
    },
    {
      subject: 'finance charge',
      value: formatCurrency(financeCharge),
      rule: 'Total of payments less the amount financed: all interest and the prepaid finance charge.',
      source: '12 CFR 1026.4, 1026.18(d)',
      inputs: [money('total of payments', totalOfPayments), money('amount financed', amountFinanced)],
    },
    {
      subject: 'total of payments',
      value: formatCurrency(totalOfPayments),
      rule: 'The sum of all installments.',
      source: '12 CFR 1026.18(h)',
      inputs: [input('installments', String(plan.installmentCount))],
    },
    {
      subject: 'APR',
      value: `${plan.apr}%`,
      rule: 'The yearly rate at which the installments, brought back to the payout day, equal the amount financed.',
      source: '12 CFR 1026 Appendix J, actuarial method',
      inputs: [
        money('amount financed', amountFinanced),
        input('payout', formatLocalDate(plan.effectiveDate)),
        input('first payment', formatLocalDate(plan.firstDate)),
        input('last payment', formatLocalDate(plan.lastDate)),
      ],
    },
  ]
}

function datesAndPayments(plan: ExplainedPlan): readonly Explanation[] {
  return [
    {
      subject: 'first date',
      value: formatLocalDate(plan.firstDate),
      rule: 'A payday within the product’s days after the payout, moved by the payday rules of the borrower.',
      source: 'domain.md §7; the product',
      inputs: [
        input('payout', formatLocalDate(plan.effectiveDate)),
        input('days after it', String(daysBetween(plan.effectiveDate, plan.firstDate))),
      ],
    },
    {
      subject: 'installment',
      value: formatCurrency(plan.installmentAmount),
      rule: 'The smallest amount in cents for which the last payment is not the larger one.',
      source: 'domain.md §7',
      inputs: [
        money('principal', plan.amount),
        input('installments', String(plan.installmentCount)),
        input('yearly rate', `${plan.annualRate}%`),
      ],
    },
  ]
}

/** One installment: interest for its days on what was still owed, the rest repays principal. */
export function explainInstallment(
  { annualRate }: Pick<ExplainedPlan, 'annualRate'>,
  since: LocalDate,
  { number, dueDate, principal, interest, amount, balanceAfter }: ExplainedInstallment,
): Explanation {
  return {
    subject: `installment ${number}`,
    value: `${formatCurrency(amount)} on ${formatLocalDate(dueDate)}`,
    rule: 'Interest = balance before × yearly rate × days / 365, half-up to the cent; the rest is principal.',
    source: 'domain.md §7, simple daily interest',
    inputs: [
      input('balance before', formatCurrency(cents(balanceAfter + principal))),
      input('yearly rate', `${annualRate}%`),
      input('days', String(daysBetween(since, dueDate))),
      money('interest', interest),
      money('principal', principal),
      money('balance after', balanceAfter),
    ],
  }
}
