import { useLayoutEffect, useRef } from 'react'
import { useDebounced } from '../../app/use-debounced.ts'
import { dayText, moneyText } from '../../app/wire-text.ts'
import { planText } from './messages.ts'
import styles from './offer.module.css'
import { frequencyText, type Plan } from './plan-figures.tsx'

/**
 * What the choice costs, beside the buttons: payments, APR, finance charge and total, never folded. Changes are told
 * politely once they rest. Source: 12 CFR 1026.18.
 */
export function OfferCost({ plan, stale }: { plan: Plan; stale: boolean }) {
  const { number, apr } = plan
  const figures = [
    { label: planText('apr'), value: `${apr}%` },
    { label: planText('financeCharge'), value: moneyText(plan.financeCharge) },
    { label: planText('totalShort'), value: moneyText(plan.totalOfPayments) },
  ]
  const spoken = useDebounced(
    planText('offerSpoken', {
      number,
      installment: moneyText(plan.installment),
      apr,
      total: moneyText(plan.totalOfPayments),
    }),
    SPOKEN_REST_MS,
  )
  return (
    <section className={`${styles.cost} ${stale ? styles.stale : ''}`} aria-label={planText('costTitle')}>
      <p role="status" className="visually-hidden">
        {spoken}
      </p>
      <p className={styles.payments}>{paymentsText(plan)}</p>
      <p className={styles.when}>
        {planText('costWhen', { frequency: frequencyText(plan.frequency), first: dayText(plan.firstDate) })}
      </p>
      <dl className={styles.figures}>
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** A screen reader is not to be interrupted at every step of a slider. */
const SPOKEN_REST_MS = 1_000

/** "8 × $109.72": the payments as they are, but for the last one. */
const paymentsText = ({ number, installment, coupon }: Plan): string =>
  planText(coupon?.even === false ? 'costPaymentsFirst' : 'costPayments', {
    number,
    installment: moneyText(installment),
  })

/** A box that grows and does not shrink again: a coupon takes notes away, and what is below keeps its place. */
function useKeptHeight() {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (box.current !== null) box.current.style.minHeight = `${box.current.offsetHeight}px`
  })
  return box
}

/** What the amounts under the choice leave open: a fee taken at once, and a last payment of another amount. */
export function OfferNotes({ plan }: { plan: Plan }) {
  const fee = plan.prepaidFinanceCharge
  const hasOtherLast = plan.coupon?.even !== false && plan.installment !== plan.lastInstallment
  return (
    <div ref={useKeptHeight()} className={styles.notes}>
      {fee !== '0.00' && (
        <p className={styles.note}>
          {planText('receiveLess', { amount: moneyText(plan.amountFinanced), fee: moneyText(fee) })}
        </p>
      )}
      {hasOtherLast && (
        <p className={styles.note}>
          {planText('lastDiffers', { date: dayText(plan.lastDate), amount: moneyText(plan.lastInstallment) })}
        </p>
      )}
      {plan.coupon?.even === false && <p className={styles.note}>{planText('paymentsVary')}</p>}
    </div>
  )
}
