import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import { Fold, Folds } from '@dolphin/ui/folds/folds'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import type { CallValue } from '../../api-client/call.ts'
import { CallError, reads } from '../../api-client/with-queries.tsx'
import { loadChunk } from '../../app/page-loader.ts'
import { useDebounced } from '../../app/use-debounced.ts'
import { dayText, moneyText } from '../../app/wire-text.ts'
import { ReadingFailedHere } from '../applications/reading-failed-here.tsx'
import { type Options, termsOf } from './chosen-plan.ts'
import { planText } from './messages.ts'
import styles from './offer.module.css'
import type { Plan } from './plan-figures.tsx'

const AmountWhy = lazy(() => loadChunk(() => import('./amount-why.tsx'), import.meta.url))
const CostPicture = lazy(() => loadChunk(() => import('./cost-picture.tsx'), import.meta.url))
const AffordabilityView = lazy(() => loadChunk(() => import('./affordability-view.tsx'), import.meta.url))
const PlanCoupon = lazy(() =>
  loadChunk(async () => ({ default: (await import('./plan-coupon.tsx')).PlanCoupon }), import.meta.url),
)
const ScheduleTable = lazy(() => loadChunk(() => import('./schedule-table.tsx'), import.meta.url))
const ScheduleChart = lazy(() =>
  loadChunk(async () => ({ default: (await import('./schedule-view.tsx')).ScheduleView }), import.meta.url),
)

interface OfferFoldsProps {
  loanNo: string
  offer: CallValue<'calculateQualifiedAmount'>
  options: Options
  plan: Plan
  /** Moves the first payment. */
  onMove: (firstDate: string) => void
}

/** Everything that need not be read to choose: the dates, the pictures, the reasons, a coupon. */
export function OfferFolds({ loanNo, offer, options, plan, onMove }: OfferFoldsProps) {
  const schedule = useSchedule(loanNo, plan)
  const { affordability } = schedule.data ?? {}
  const [short] = affordability?.shortfallDates ?? []
  const { why, step, maximum } = offer
  return (
    <Folds>
      <Fold summary={planText('foldDates', { number: plan.number })}>
        {() => <Read schedule={schedule}>{(data) => <ScheduleTable schedule={data} />}</Read>}
      </Fold>
      <Fold summary={planText('foldBalance')}>
        {() => (
          <Read schedule={schedule}>
            {(data) => (
              <>
                <CostPicture plan={plan} />
                <ScheduleChart schedule={data} />
              </>
            )}
          </Read>
        )}
      </Fold>
      {affordability && (
        <Fold
          summary={planText('foldBudget')}
          alert={short === undefined ? undefined : planText('foldShort', { date: dayText(short) })}
        >
          {() => (
            <Suspense fallback={<Working />}>
              <AffordabilityView affordability={affordability} onMove={onMove} />
            </Suspense>
          )}
        </Fold>
      )}
      {why !== null && (
        <Fold summary={planText('whyAmount', { maximum: moneyText(maximum ?? '0.00').replace(/\.00$/, '') })}>
          {() => (
            <Suspense fallback={<Working />}>
              <AmountWhy why={why} step={step ?? '0.01'} />
            </Suspense>
          )}
        </Fold>
      )}
      <Suspense
        fallback={<div className={options.couponCode === null ? styles.couponRow : styles.couponRoom} />}
      >
        <PlanCoupon loanNo={loanNo} couponCode={options.couponCode} plan={plan} />
      </Suspense>
    </Folds>
  )
}

type Schedule = CallValue<'calculatePaymentSchedule'>

/** The whole schedule of the plan, previewed by the server and saved nowhere. */
function useSchedule(loanNo: string, plan: Plan) {
  const terms = useDebounced(JSON.stringify(termsOf(plan)))
  return useQuery({
    ...reads('calculatePaymentSchedule', {
      body: {
        mode: FormActionMode.preview,
        loanNo,
        terms: JSON.parse(terms) as ReturnType<typeof termsOf>,
      },
    }),
    placeholderData: keepPreviousData,
  })
}

interface ReadProps {
  schedule: ReturnType<typeof useSchedule>
  children: (data: Schedule) => ReactNode
}

function Read({ schedule: { data, error, refetch }, children }: ReadProps) {
  if (error instanceof CallError)
    return <ReadingFailedHere failure={error.failure} again={() => void refetch()} />
  if (!data) return <Working />
  return <Suspense fallback={<Working />}>{children(data)}</Suspense>
}

const Working = () => <p role="status">{planText('working')}</p>
