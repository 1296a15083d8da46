import { formatUsDate } from '../calendar/local-date.ts'
import type { Cents } from '../money/cents.ts'
import { formatCurrency } from '../money/currency-format.ts'
import type { AgreementInput, AgreementInstallment } from './agreement-input.ts'
import { BOX_SCHEDULE, ITEMIZATION_LABELS, KEY_LABELS, SCHEDULE } from './agreement-labels.ts'
import type { DisclosureBlock, TableBlock } from './document-model.ts'
import { estimateMark, estimateTerms } from './estimate.ts'

/** The federal box. Source: 12 CFR 1026.17(a), 1026.18(b), (d), (e), (g), (h), (k), (l), (m), (p). */
export function federalBox(input: AgreementInput): DisclosureBlock {
  const { apr, financeCharge, amountFinanced, totalOfPayments } = input.disclosure
  return {
    kind: 'disclosure',
    title: 'Federal Truth in Lending disclosures',
    figures: [
      keyFigure(
        KEY_LABELS.apr,
        'The cost of your credit as a yearly rate.',
        `${apr}%${estimateMark(input)}`,
        true,
      ),
      keyFigure(
        KEY_LABELS.financeCharge,
        'The dollar amount the credit will cost you.',
        `${formatCurrency(financeCharge)}${estimateMark(input)}`,
        true,
      ),
      keyFigure(
        KEY_LABELS.amountFinanced,
        'The amount of credit provided to you or on your behalf.',
        formatCurrency(amountFinanced),
        false,
      ),
      keyFigure(
        KEY_LABELS.totalOfPayments,
        'The amount you will have paid after you have made all payments as scheduled.',
        `${formatCurrency(totalOfPayments)}${estimateMark(input)}`,
        false,
      ),
    ],
    schedule: boxSchedule(input.installments),
    terms: boxTerms(input),
  }
}

function keyFigure(label: string, description: string, value: string, standsOut: boolean) {
  return { label, description, value, standsOut }
}

/**
 * Equal payments that follow each other are one line, with every due date written out: paydays move around
 * holidays, so "every two weeks" would not be exact.
 */
function boxSchedule(installments: readonly AgreementInstallment[]): TableBlock {
  const series: { amount: Cents; dates: string[] }[] = []
  for (const { amount, dueDate } of installments) {
    const last = series.at(-1)
    if (last?.amount === amount) last.dates.push(formatUsDate(dueDate))
    else series.push({ amount, dates: [formatUsDate(dueDate)] })
  }
  const [number, amount, due] = BOX_SCHEDULE.columns
  return {
    kind: 'table',
    caption: BOX_SCHEDULE.caption,
    columns: [
      { label: number, align: 'start', share: 1 },
      { label: amount, align: 'end', share: 1.2 },
      { label: due, align: 'start', share: 4 },
    ],
    rows: series.map(({ amount, dates }) => [String(dates.length), formatCurrency(amount), dates.join(', ')]),
  }
}

function boxTerms(input: AgreementInput): DisclosureBlock['terms'] {
  const { itemization, coveredBorrower } = input
  const refund =
    itemization.prepaidFinanceCharge > 0n
      ? ' You will not be entitled to a refund of the prepaid finance charge.'
      : ''
  const military = coveredBorrower ? ' See also the statement for members of the Armed Forces.' : ''
  return [
    ...estimateTerms(input),
    { label: 'Security', value: 'This loan is unsecured. You give no property as security.' },
    { label: 'Late payment', value: 'There is no charge for a late payment.' },
    {
      label: 'Prepayment',
      value: `If you pay off early, in part or in full, you will not have to pay a penalty.${refund}`,
    },
    {
      label: 'Contract',
      value: `See the rest of this agreement for any additional information about nonpayment, default, any required repayment in full before the scheduled date, and prepayment.${military}`,
    },
  ]
}

/** Where the principal goes; outside the federal box. Source: 12 CFR 1026.18(c). */
export function itemizationTable({ itemization }: AgreementInput): TableBlock {
  const { paidToBorrower, paidToOthers, prepaidFinanceCharge, principal } = itemization
  return {
    kind: 'table',
    caption: 'Itemization of the amount financed',
    columns: [
      { label: 'What it is', align: 'start', share: 3 },
      { label: 'Amount', align: 'end', share: 1 },
    ],
    rows: [
      [ITEMIZATION_LABELS.paidToBorrower, formatCurrency(paidToBorrower)],
      ...paidToOthers.map(({ payee, amount }) => [
        `Amount paid to others on your behalf: ${payee}`,
        formatCurrency(amount),
      ]),
      [ITEMIZATION_LABELS.prepaidFinanceCharge, formatCurrency(prepaidFinanceCharge)],
      [ITEMIZATION_LABELS.principal, formatCurrency(principal)],
    ],
  }
}

/** Each payment by itself, outside the federal box. */
export function scheduleTable({ installments }: AgreementInput): TableBlock {
  const columns = SCHEDULE.columns.map((label, index) => ({
    label,
    align: index < 2 ? ('start' as const) : ('end' as const),
    share: index === 0 ? 0.8 : 1.2,
  }))
  const rows = installments.map(({ dueDate, amount, principal, interest, balanceAfter }, index) => [
    String(index + 1),
    formatUsDate(dueDate),
    ...[amount, principal, interest, balanceAfter].map(formatCurrency),
  ])
  return { kind: 'table', caption: SCHEDULE.caption, columns, rows }
}
