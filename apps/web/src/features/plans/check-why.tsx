import { dayText } from '../../app/wire-text.ts'
import type { CallValue } from '../../api-client/call.ts'
import type { Options } from './chosen-plan.ts'
import styles from './federal-box.module.css'
import { planText } from './messages.ts'
import type { Plan } from './plan-figures.tsx'
import PlanWhy, { FeeWhy, FirstDateWhy, type PlanFigure } from './plan-why.tsx'

type Product = CallValue<'getPortfolioProgram'>['products'][number]

interface CheckWhyProps {
  options: Options
  plan: Plan
  product: Product | undefined
}

/** Where each figure of the check comes from. Source: 12 CFR 1026.18, 1026.22. */
export default function CheckWhy({ options, plan, product }: CheckWhyProps) {
  const figures: readonly (readonly [label: string, figure: PlanFigure])[] = [
    [planText('apr'), 'apr'],
    [planText('financeCharge'), 'financeCharge'],
    [planText('amountFinanced'), 'youReceive'],
    [planText('totalOfPayments'), 'totalOfPayments'],
    [planText('numberOfPayments', { number: plan.number }), 'installment'],
    ...(plan.mapr === null ? [] : ([[planText('mapr'), 'mapr']] as const)),
  ]
  // What a coupon takes off the fee is said with the coupon
  const hasFeeByRate = plan.coupon === null && plan.prepaidFinanceCharge !== '0.00'
  return (
    <>
      {figures.map(([label, figure]) => (
        <section key={figure}>
          <h2 className={styles.whyTitle}>{label}</h2>
          <PlanWhy figure={figure} plan={plan} />
        </section>
      ))}
      <section>
        <h2 className={styles.whyTitle}>{planText('firstOn', { date: dayText(plan.firstDate) })}</h2>
        <FirstDateWhy options={options} />
      </section>
      <section>
        <h2 className={styles.whyTitle}>{planText('lastOn', { date: dayText(plan.lastDate) })}</h2>
        <PlanWhy figure="lastDate" plan={plan} />
      </section>
      {hasFeeByRate && product && (
        <section>
          <h2 className={styles.whyTitle}>{planText('originationFee')}</h2>
          <FeeWhy amount={plan.amount} product={product} />
        </section>
      )}
    </>
  )
}
