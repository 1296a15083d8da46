import type { CallValue } from '../../api-client/call.ts'
import { dayText, moneyText } from '../../app/wire-text.ts'
import { frequencyText, type Plan } from './plan-figures.tsx'
import { whyText } from './why-messages.ts'

export type PlanFigure =
  | 'installment'
  | 'apr'
  | 'financeCharge'
  | 'youReceive'
  | 'totalOfPayments'
  | 'mapr'
  | 'lastDate'

/** Why a figure of a plan is what it is. Source: 12 CFR 1026.18, 1026.22. */
export default function PlanWhy({ figure, plan }: { figure: PlanFigure; plan: Plan }) {
  return <p>{figureText(figure, plan)}</p>
}

function figureText(figure: PlanFigure, plan: Plan): string {
  const { number } = plan
  const amountFinanced = moneyText(plan.amountFinanced)
  switch (figure) {
    case 'installment':
      return whyText('installment', { number })
    case 'apr':
      return whyText('apr', { effective: dayText(plan.effectiveDate), number, amountFinanced })
    case 'financeCharge': {
      const financeCharge = moneyText(plan.financeCharge)
      return whyText('financeCharge', {
        total: moneyText(plan.totalOfPayments),
        amountFinanced,
        financeCharge,
      })
    }
    case 'youReceive': {
      const amount = moneyText(plan.amount)
      if (plan.prepaidFinanceCharge === '0.00') return whyText('youReceive', { amount })
      return whyText('youReceiveLess', { amount, fee: moneyText(plan.prepaidFinanceCharge), amountFinanced })
    }
    case 'totalOfPayments':
      return totalText(plan)
    case 'mapr':
      return whyText('mapr')
    case 'lastDate':
      return whyText('lastDate', { number, frequency: frequencyText(plan.frequency).toLowerCase() })
  }
}

function totalText({ number, installment, lastInstallment }: Plan): string {
  const each = moneyText(installment)
  if (installment === lastInstallment) return whyText('totalEven', { number, installment: each })
  return whyText('total', { others: number - 1, installment: each, last: moneyText(lastInstallment) })
}

/** Why the first payment is when it is. */
export function FirstDateWhy({ options }: { options: CallValue<'getPaymentOption'> }) {
  const { firstDates, effectiveDate } = options
  const [earliest = effectiveDate] = firstDates
  return (
    <p>
      {whyText('firstDate', {
        effective: dayText(effectiveDate),
        earliest: dayText(earliest),
        latest: dayText(firstDates.at(-1) ?? earliest),
      })}
    </p>
  )
}

type Product = CallValue<'getPortfolioProgram'>['products'][number]

/** Why the fee that is taken from the amount is what it is; undefined where no rate says so. */
export function FeeWhy({ amount, product }: { amount: string; product: Product }) {
  const { originationFeeRate: percent, originationFeeMaximum: most } = product
  if (percent === null) return null
  const terms = { percent, amount: moneyText(amount) }
  return (
    <p>{most === null ? whyText('fee', terms) : whyText('feeAtMost', { ...terms, most: moneyText(most) })}</p>
  )
}
