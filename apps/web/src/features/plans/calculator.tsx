import { PaymentFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { addDays, dayOfWeek, formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { US_STATES } from '@dolphin/domain/applications/us-states'
import { Banner } from '@dolphin/ui/banner/banner'
import { Card } from '@dolphin/ui/card/card'
import { DateInput } from '@dolphin/ui/date-input/date-input'
import { Field } from '@dolphin/ui/field/field'
import { PageContent, PageHeading } from '@dolphin/ui/page/page'
import { Select } from '@dolphin/ui/select/select'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { controlText } from '../../form-engine/control-messages.ts'
import type { CallValue } from '../../api-client/call.ts'
import { CallError, reads } from '../../api-client/with-queries.tsx'
import { bootData } from '../../app/boot.ts'
import { loadChunk } from '../../app/page-loader.ts'
import { failureText } from '../../app/failure-text.ts'
import { ReadingFailedHere } from '../applications/reading-failed-here.tsx'
import { Waiting } from '../../app/waiting.tsx'
import { portfolioToday } from '../../form-engine/form-today.ts'
import { useDebounced } from '../../app/use-debounced.ts'
import { centsOf, wireOfCents } from '../../app/wire-text.ts'
import { ChooseAmount } from './choose-amount.tsx'
import { ChooseFrequency } from './choose-frequency.tsx'
import { ChooseNumber } from './choose-number.tsx'
import { planText } from './messages.ts'
import styles from './payment-plan.module.css'
import { PlanFigures } from './plan-figures.tsx'
import { ScheduleView } from './schedule-view.tsx'

type Product = CallValue<'getPortfolioProgram'>['products'][number]
type Simulation = CallValue<'getSimulatedData'>

interface Wish {
  readonly amount: number
  readonly frequency: PaymentFrequency
  readonly number: number
  readonly state: string
  readonly payday: string
}

/** Shows what a loan would cost, before the visitor gives any identity (pages.md "guidance"). */
export default function Calculator() {
  const { portfolioId } = bootData().portfolio
  const portfolio = useQuery(reads('getPortfolio', { query: { portfolioId } }))
  const program = useQuery(reads('getPortfolioProgram', { query: { portfolioId } }))
  const failed = [portfolio, program].find(({ error }) => error instanceof CallError)
  if (failed?.error instanceof CallError) {
    const again = () => void Promise.all([portfolio.refetch(), program.refetch()])
    return <ReadingFailedHere failure={failed.error.failure} again={again} />
  }
  const product = program.data?.products.find(({ kind }) => kind === 'standard')
  if (!portfolio.data || !product) return <Waiting />
  return <WishForm product={product} states={portfolio.data.states} />
}

interface WishFormProps {
  product: Product
  states: readonly string[]
}

function WishForm({ product, states }: WishFormProps) {
  const [wish, setWish] = useState<Wish>(() => firstWish(product, states))
  const simulation = useSimulation(useDebounced(wish))
  return (
    <PageContent width="wide">
      <Card>
        <PageHeading lead={planText('calculatorLead')}>{planText('calculatorTitle')}</PageHeading>
        <div className={styles.split}>
          <div className={styles.columns}>
            <WishControls
              product={product}
              states={states}
              wish={wish}
              range={simulation.data}
              onChange={(part) => setWish((before) => ({ ...before, ...part }))}
            />
            <WishCost simulation={simulation} whole={isWholeDate(wish.payday)} />
          </div>
        </div>
      </Card>
    </PageContent>
  )
}

interface WishControlsProps extends WishFormProps {
  wish: Wish
  /** What the state allows, once known; the product's own range before. */
  range: Simulation | undefined
  onChange: (part: Partial<Wish>) => void
}

function WishControls({ product, states, wish, range, onChange }: WishControlsProps) {
  return (
    <div>
      <ChooseAmount
        minimum={centsOf(range?.minimum ?? product.minimumAmount)}
        maximum={centsOf(range?.maximum ?? product.maximumAmount)}
        step={centsOf(range?.step ?? product.amountStep)}
        value={wish.amount}
        onChange={(amount) => onChange({ amount })}
      />
      <ChooseFrequency
        offered={product.paymentFrequencies}
        value={wish.frequency}
        onChange={(frequency) => onChange({ frequency, number: product.minimumInstallments })}
      />
      <ChooseNumber
        numbers={range?.numbers ?? [wish.number]}
        value={wish.number}
        onChange={(number) => onChange({ number })}
      />
      <div className={styles.pair}>
        <Field id="state" label={planText('stateLabel')} hint={planText('stateHint')}>
          {(wiring) => (
            <Select
              {...wiring}
              autoComplete="address-level1"
              placeholder={planText('chooseState')}
              options={stateOptions(states)}
              value={wish.state}
              onChange={(event) => onChange({ state: event.currentTarget.value })}
            />
          )}
        </Field>
        <PaydayField payday={wish.payday} onChange={(payday) => onChange({ payday })} />
      </div>
    </div>
  )
}

function PaydayField({ payday, onChange }: { payday: string; onChange: (payday: string) => void }) {
  return (
    <Field
      id="payday"
      label={planText('paydayLabel')}
      hint={planText('paydayHint')}
      error={isWholeDate(payday) ? undefined : planText('paydayInvalid')}
    >
      {(wiring) => (
        <DateInput {...wiring} placeholder={controlText('datePattern')} value={payday} onChange={onChange} />
      )}
    </Field>
  )
}

const CostPicture = lazy(() => loadChunk(() => import('./cost-picture.tsx'), import.meta.url))

/** The cost of the wish; while a new one is worked out, or refused, the old figures fade. */
function WishCost({ simulation, whole }: { simulation: UseQueryResult<Simulation>; whole: boolean }) {
  const { data, error, isPlaceholderData } = simulation
  const refusal = error instanceof CallError ? error.failure : undefined
  return (
    <div>
      {refusal && whole && (
        <Banner tone="warning" live>
          <p>{failureText(refusal)}</p>
        </Banner>
      )}
      {data && (
        <div className={isPlaceholderData || refusal ? styles.stale : styles.fresh}>
          <PlanFigures plan={data.schedule.plan} />
          <Suspense fallback={null}>
            <CostPicture plan={data.schedule.plan} />
          </Suspense>
          <ScheduleView schedule={data.schedule} />
        </div>
      )}
      <p>
        <small>{planText('sampleNote')}</small>
      </p>
    </div>
  )
}

function useSimulation({ amount, ...wish }: Wish) {
  const { portfolioId } = bootData().portfolio
  const body = { portfolioId, amount: wireOfCents(amount), ...wish }
  return useQuery({
    ...reads('getSimulatedData', { body }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: wish.state !== '' && isWholeDate(wish.payday),
  })
}

const isWholeDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

const SATURDAY = 7
const FRIDAY = 6
const DAYS_AHEAD = 7

/** A middling wish to begin with, so that figures stand there at once. */
function firstWish(product: Product, states: readonly string[]): Wish {
  const minimum = centsOf(product.minimumAmount)
  const step = centsOf(product.amountStep)
  const steps = Math.floor((centsOf(product.maximumAmount) - minimum) / step)
  return {
    amount: minimum + Math.floor(steps / 2) * step,
    frequency: product.paymentFrequencies.at(-1) ?? PaymentFrequency.biWeekly,
    number: Math.min(product.maximumInstallments, product.minimumInstallments + 2),
    state: states[0] ?? '',
    payday: formatLocalDate(fridayAfter(addDays(portfolioToday(), DAYS_AHEAD))),
  }
}

const fridayAfter = (day: LocalDate): LocalDate =>
  addDays(day, (FRIDAY - dayOfWeek(day) + SATURDAY) % SATURDAY)

function stateOptions(states: readonly string[]) {
  const offered = new Set(states)
  return US_STATES.filter(({ code }) => offered.has(code)).map(({ code, name }) => ({
    value: code,
    label: name,
  }))
}
