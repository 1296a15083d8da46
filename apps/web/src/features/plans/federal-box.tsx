import { moneyText } from '../../app/wire-text.ts'
import styles from './federal-box.module.css'
import { planText } from './messages.ts'
import type { Plan } from './plan-figures.tsx'

/**
 * The four figures of the federal box, never folded; APR and finance charge stand out. Source: 12 CFR 1026.17(a)(2),
 * 1026.18(b), (d), (e), (h).
 */
export function FederalBox({ plan }: { plan: Plan }) {
  const fee = plan.prepaidFinanceCharge
  const figures = [
    { label: planText('apr'), value: `${plan.apr}%`, note: planText('aprNote'), isLead: true },
    {
      label: planText('financeCharge'),
      value: moneyText(plan.financeCharge),
      note: fee === '0.00' ? planText('financeChargeNote') : planText('feeIncluded', { fee: moneyText(fee) }),
      isLead: true,
    },
    {
      label: planText('amountFinanced'),
      value: moneyText(plan.amountFinanced),
      note: planText('amountFinancedNote'),
    },
    {
      label: planText('totalOfPayments'),
      value: moneyText(plan.totalOfPayments),
      note: planText('totalNote'),
    },
  ]
  return (
    <dl className={styles.box}>
      {figures.map(({ label, value, note, isLead }) => (
        <div key={label} className={isLead === true ? styles.lead : undefined}>
          <dt>{label}</dt>
          <dd className={styles.value}>{value}</dd>
          <dd className={styles.note}>{note}</dd>
        </div>
      ))}
    </dl>
  )
}
