import { Banner } from '@dolphin/ui/banner/banner'
import type { UseQueryResult } from '@tanstack/react-query'
import type { CallValue } from '../../api-client/call.ts'
import { CallError } from '../../api-client/with-queries.tsx'
import { failureText } from '../../app/failure-text.ts'
import { useDebounced } from '../../app/use-debounced.ts'
import { dayText, moneyText } from '../../app/wire-text.ts'
import { wholeText } from './pick-amount.tsx'
import { startText } from './start-messages.ts'
import styles from './start.module.css'

type Simulation = CallValue<'getSimulatedData'>

interface StartCostProps {
  simulation: UseQueryResult<Simulation>
  /** Whole cents. */
  amount: number
}

/** What the amount costs. Its room is kept from the first paint, and APR stands beside the other figures. */
export function StartCost({ simulation, amount }: StartCostProps) {
  const { data, error, isPlaceholderData } = simulation
  const refusal = error instanceof CallError ? error.failure : undefined
  const isOld = isPlaceholderData || refusal !== undefined
  return (
    <div>
      <section className={`${styles.cost} ${isOld ? styles.stale : ''}`} aria-label={startText('costTitle')}>
        {data && <Figures plan={data.schedule.plan} amount={amount} />}
      </section>
      {refusal && (
        <Banner tone="warning" live>
          <p>{failureText(refusal)}</p>
        </Banner>
      )}
      <p className={styles.note}>{startText('note')}</p>
    </div>
  )
}

/** A screen reader is not to be interrupted at every step of a slider. */
const SPOKEN_REST_MS = 1_000

function Figures({ plan, amount }: { plan: Simulation['schedule']['plan']; amount: number }) {
  const { number, apr } = plan
  const [installment, total] = [moneyText(plan.installment), moneyText(plan.totalOfPayments)]
  const text = startText('spoken', { amount: wholeText(amount), number, installment, apr, total })
  const spoken = useDebounced(text, SPOKEN_REST_MS)
  const figures = [
    { label: startText('apr'), value: `${apr}%` },
    { label: startText('financeCharge'), value: moneyText(plan.financeCharge) },
    { label: startText('totalOfPayments'), value: total },
  ]
  return (
    <>
      <p role="status" className="visually-hidden">
        {spoken}
      </p>
      <p className={styles.note}>{startText('costFor', { amount: wholeText(amount) })}</p>
      <p className={styles.payments}>{startText('costPayments', { number, installment })}</p>
      <p className={styles.when}>{startText('costWhen', { first: dayText(plan.firstDate) })}</p>
      <dl className={styles.figures}>
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
