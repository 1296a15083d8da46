import { SectionKey } from '@dolphin/domain/applications/codes'
import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import { Banner } from '@dolphin/ui/banner/banner'
import { BackButton, Button, ButtonRow } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { Field } from '@dolphin/ui/field/field'
import { Select } from '@dolphin/ui/select/select'
import { Why } from '@dolphin/ui/why/why'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { CallValue } from '../../api-client/call.ts'
import { call } from '../../api-client/call.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { CallError, queryClient, reads } from '../../api-client/with-queries.tsx'
import { loadChunk } from '../../app/page-loader.ts'
import { usePageTitle } from '../../app/page-title.ts'
import { ReadingFailedHere } from '../applications/reading-failed-here.tsx'
import { showFailure } from '../../app/show-failure.ts'
import { StepHeading } from '../../app/step-heading.tsx'
import { Waiting } from '../../app/waiting.tsx'
import type { ScreenProps } from '../applications/application-view.ts'
import { type Place, usePlace } from '../../app/place.ts'
import { useDebounced } from '../../app/use-debounced.ts'
import { dayText, moneyText } from '../../app/wire-text.ts'
import { ChooseFrequency } from './choose-frequency.tsx'
import { ChooseNumber } from './choose-number.tsx'
import { planText } from './messages.ts'
import styles from './payment-plan.module.css'
import { type Plan, PlanFigures } from './plan-figures.tsx'
import { ScheduleView } from './schedule-view.tsx'

type Options = CallValue<'getPaymentOption'>

const AffordabilityView = lazy(() => loadChunk(() => import('./affordability-view.tsx'), import.meta.url))

/** Payment schedule: frequency, number and first date, with every cost and the whole schedule moving along. */
export default function PlanScreen(props: ScreenProps) {
  const place = usePlace()
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...reads('getPaymentOption', { query: queryOf(props.view.loanNo, place) }),
    placeholderData: keepPreviousData,
  })
  usePageTitle(planText('planTitle'))
  if (error instanceof CallError)
    return <ReadingFailedHere failure={error.failure} again={() => void refetch()} />
  const plan = data && chosenPlan(data, place)
  if (!data || !plan) return <Waiting />
  return <PlanPicker {...props} options={data} plan={plan} waiting={isPlaceholderData} />
}

function queryOf(loanNo: string, place: Place) {
  const amount = place.get('amount')
  const firstDate = place.get('firstDate')
  return { loanNo, ...(amount ? { amount } : {}), ...(firstDate ? { firstDate } : {}) }
}

/** What was picked, else what was saved, else what is recommended; the nearest number where it is not offered. */
export function chosenPlan(options: Options, place: Pick<Place, 'get'>): Plan | undefined {
  const { plans, savedOptionId, recommendedOptionId } = options
  const usual =
    plans.find(({ optionId }) => optionId === savedOptionId) ??
    plans.find(({ optionId }) => optionId === recommendedOptionId) ??
    plans[0]
  const frequency = Number(place.get('frequency') ?? usual?.frequency)
  const number = Number(place.get('number') ?? usual?.number)
  const offered = plans.filter((plan) => plan.frequency === frequency)
  const byDistance = offered.toSorted((a, b) => Math.abs(a.number - number) - Math.abs(b.number - number))
  return byDistance[0] ?? usual
}

interface PlanPickerProps extends ScreenProps {
  options: Options
  plan: Plan
  waiting: boolean
}

/** The picker itself; every figure it shows is the reply's. */
export function PlanPicker({ view, options, plan, waiting, goOn, goTo, goBack }: PlanPickerProps) {
  const place = usePlace()
  const pick = (change: Readonly<Record<string, string>>) => place.go(change, { replace: true })
  const numbers = options.plans.filter((each) => each.frequency === plan.frequency).map((each) => each.number)
  const { busy, start } = useSavePlan(view.loanNo, termsOf(plan), () => goOn(SectionKey.paymentFee))
  return (
    <Card>
      <StepHeading lead={planText('planLead', { amount: moneyText(options.amount) })}>
        {planText('planTitle')}
      </StepHeading>
      <p>
        <Button variant="quiet" onClick={() => goTo(SectionKey.loanDetail)}>
          {planText('changeAmount')}
        </Button>
      </p>
      {isElsewhere(plan, place) && (
        <Banner tone="info">
          <p>{planText('planGone')}</p>
        </Banner>
      )}
      <div className={styles.split}>
        <div className={styles.columns}>
          <div>
            <ChooseFrequency
              offered={options.frequencies}
              value={plan.frequency}
              onChange={(frequency) => pick({ frequency: String(frequency) })}
            />
            <ChooseNumber
              numbers={[...new Set(numbers)].toSorted((a, b) => a - b)}
              value={plan.number}
              onChange={(number) => pick({ number: String(number) })}
            />
            <FirstDate options={options} plan={plan} onChange={(firstDate) => pick({ firstDate })} />
            <Why label={planText('why')} about={planText('firstDateLabel')}>
              {() => (
                <Suspense fallback={null}>
                  <FirstDateWhy options={options} />
                </Suspense>
              )}
            </Why>
          </div>
          <div className={waiting ? styles.stale : styles.fresh}>
            <PlanFigures plan={plan} />
            <Suspense fallback={null}>
              <CostPicture plan={plan} />
              <PlanCoupon loanNo={view.loanNo} couponCode={options.couponCode} plan={plan} />
            </Suspense>
          </div>
        </div>
      </div>
      <PlanSchedule loanNo={view.loanNo} plan={plan} onMove={(firstDate) => pick({ firstDate })} />
      <ButtonRow>
        {goBack && <BackButton onClick={goBack}>{planText('back')}</BackButton>}
        <Button busy={busy || waiting} onClick={() => void start()}>
          {busy ? planText('saving') : planText('savePlan')}
        </Button>
      </ButtonRow>
    </Card>
  )
}

const CostPicture = lazy(() => loadChunk(() => import('./cost-picture.tsx'), import.meta.url))
const PlanCoupon = lazy(async () => ({ default: (await import('./plan-coupon.tsx')).PlanCoupon }))
const FirstDateWhy = lazy(async () => ({ default: (await import('./plan-why.tsx')).FirstDateWhy }))

interface FirstDateProps {
  options: Options
  plan: Plan
  onChange: (isoDate: string) => void
}

/** The dates on offer, paydays marked. */
function FirstDate({ options, plan, onChange }: FirstDateProps) {
  const paydays = new Set(options.paydays)
  const dates = options.firstDates.includes(plan.firstDate)
    ? options.firstDates
    : [plan.firstDate, ...options.firstDates]
  return (
    <Field id="firstDate" label={planText('firstDateLabel')} hint={planText('paydaysNote')}>
      {(wiring) => (
        <Select
          {...wiring}
          placeholder={planText('chooseDate')}
          value={plan.firstDate}
          options={dates.map((date) => ({
            value: date,
            label: paydays.has(date) ? planText('dateIsPayday', { date: dayText(date) }) : dayText(date),
          }))}
          onChange={(event) => {
            if (event.currentTarget.value !== '') onChange(event.currentTarget.value)
          }}
        />
      )}
    </Field>
  )
}

interface PlanScheduleProps {
  loanNo: string
  plan: Plan
  onMove: (firstDate: string) => void
}

/** The whole schedule of the plan, previewed by the server and saved nowhere. */
function PlanSchedule({ loanNo, plan, onMove }: PlanScheduleProps) {
  const terms = useDebounced(JSON.stringify(termsOf(plan)))
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...reads('calculatePaymentSchedule', {
      body: { mode: FormActionMode.preview, loanNo, terms: JSON.parse(terms) as Terms },
    }),
    placeholderData: keepPreviousData,
  })
  if (error instanceof CallError)
    return <ReadingFailedHere failure={error.failure} again={() => void refetch()} />
  if (!data) return <p role="status">{planText('working')}</p>
  return (
    <div className={isPlaceholderData ? styles.stale : styles.fresh}>
      <ScheduleView schedule={data} />
      {data.affordability && (
        <Suspense fallback={<p role="status">{planText('working')}</p>}>
          <AffordabilityView affordability={data.affordability} onMove={onMove} />
        </Suspense>
      )}
    </div>
  )
}

type Terms = Pick<Plan, 'amount' | 'frequency' | 'number' | 'firstDate'>

const termsOf = ({ amount, frequency, number, firstDate }: Plan): Terms => ({
  amount,
  frequency,
  number,
  firstDate,
})

/** True where what the address asks for is not what could be chosen. */
function isElsewhere(plan: Plan, place: Place): boolean {
  const wanted = [place.get('frequency'), place.get('number')]
  return [String(plan.frequency), String(plan.number)].some(
    (value, index) => wanted[index] !== undefined && wanted[index] !== value,
  )
}

function useSavePlan(loanNo: string, terms: Terms, onSaved: () => Promise<void>) {
  return useAct(async () => {
    const result = await call('savePaymentOption', { body: { loanNo, terms } })
    if (!result.ok) return showFailure(result.failure)
    queryClient.removeQueries({ queryKey: ['getPaymentOption'] })
    await onSaved()
  })
}
