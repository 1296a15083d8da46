import { AmountResult } from '@dolphin/domain/loans/codes'
import { SectionKey } from '@dolphin/domain/applications/codes'
import { BackButton, Button, ButtonRow } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { ErrorSummary } from '@dolphin/ui/error-summary/error-summary'
import { useQuery } from '@tanstack/react-query'
import { Why } from '@dolphin/ui/why/why'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { CallValue } from '../../api-client/call.ts'
import { CallError, reads } from '../../api-client/with-queries.tsx'
import { useDueInSlices, useInSlices } from '../../app/in-slices.ts'
import { usePageTitle } from '../../app/page-title.ts'
import { ReadingFailedHere } from '../applications/reading-failed-here.tsx'
import { StepHeading } from '../../app/step-heading.tsx'
import { Waiting } from '../../app/waiting.tsx'
import type { ScreenProps } from '../applications/application-view.ts'
import { usePlace } from '../../app/place.ts'
import { useDebounced } from '../../app/use-debounced.ts'
import { centsOf, centsText, moneyText, wireOfCents } from '../../app/wire-text.ts'
import { ChooseAmount } from './choose-amount.tsx'
import { MatchAccount } from './match-account.tsx'
import { planText } from './messages.ts'
import styles from './payment-plan.module.css'
import { frequencyText, PlanFigures } from './plan-figures.tsx'

type Offer = CallValue<'calculateQualifiedAmount'>
type Options = CallValue<'getPaymentOption'>

/** The plan that goes with the amount chosen before, or with the whole offer. */
const planOf = (loanNo: string) => reads('getPaymentOption', { query: { loanNo } })

/** Loan detail: what the policy offers, and how much of it to take. */
export default function AmountScreen(props: ScreenProps) {
  const [, navigate] = useLocation()
  const { applicationNo } = props.view
  const { data, error, refetch } = useQuery(reads('calculateQualifiedAmount', { body: { applicationNo } }))
  const offer = useInSlices(data)
  // Beside the offer, where an earlier one stands
  useQuery({ ...planOf(props.view.loanNo), enabled: props.view.hasQualifiedPrincipal })
  const notification = data?.notification ?? null
  useEffect(() => {
    if (notification !== null) navigate(`/notification/${notification}`, { replace: true })
  }, [notification, navigate])
  if (error instanceof CallError)
    return <ReadingFailedHere failure={error.failure} again={() => void refetch()} />
  if (!offer || notification !== null) return <Waiting />
  if (offer.result === AmountResult.availableUnmatched) {
    return <MatchAccount {...props} offer={offer} onMatched={() => void refetch()} />
  }
  return <AmountChoice {...props} offer={offer} />
}

/** The slider with the cost of the plan that goes with the amount moving along. */
export function AmountChoice({ view, offer, goTo, goBack }: ScreenProps & { offer: Offer }) {
  const place = usePlace()
  const { loanNo } = view
  const [chosen, setChosen] = useState<number>()
  const first = useQuery(planOf(loanNo))
  const isAnswered = useDueInSlices(!first.isPending)
  const range = {
    minimum: centsOf(offer.minimum ?? '0.00'),
    maximum: centsOf(offer.maximum ?? '0.00'),
    step: centsOf(offer.step ?? '0.01'),
  }
  const wished = chosen ?? centsOf(place.get('amount') ?? first.data?.amount ?? offer.maximum ?? '0.00')
  const value = Math.min(range.maximum, Math.max(range.minimum, wished))
  const { errors, attempt, onWrong, goOn } = useFault(() => {
    place.go({ amount: wireOfCents(value) }, { replace: true })
    goTo(SectionKey.paymentSchedule)
  })
  usePageTitle(planText('amountTitle'), errors.length > 0)
  return (
    <Card>
      <StepHeading lead={planText('amountLead', { maximum: centsText(range.maximum) })}>
        {planText('amountTitle')}
      </StepHeading>
      <ErrorSummary title={planText('summaryTitle')} errors={errors} attempt={attempt} />
      <div className={styles.split}>
        <div className={styles.columns}>
          <div>
            <ChooseAmount {...range} value={value} onChange={setChosen} onWrong={onWrong} />
            <WhyThisMuch offer={offer} maximum={centsText(range.maximum)} />
          </div>
          {isAnswered ? (
            <AmountCost loanNo={loanNo} amount={wireOfCents(value)} first={first.data} />
          ) : (
            <WorkingOut />
          )}
        </div>
      </div>
      <ButtonRow>
        {goBack && <BackButton onClick={goBack}>{planText('back')}</BackButton>}
        <Button onClick={goOn}>{planText('continue')}</Button>
      </ButtonRow>
    </Card>
  )
}

/** What is wrong with the typed amount holds the way forward; tried once, it stands in the summary too. */
function useFault(goOn: () => void) {
  const [fault, setFault] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const errors = attempt > 0 && fault !== undefined ? [{ fieldId: 'typedAmount', message: fault }] : []
  return {
    errors,
    attempt,
    onWrong: setFault,
    goOn: () => {
      if (fault === undefined) return goOn()
      setAttempt((count) => count + 1)
    },
  }
}

const AmountWhy = lazy(() => import('./amount-why.tsx'))

/** Folded under the slider: which limit decided, and which did not. */
function WhyThisMuch({ offer, maximum }: { offer: Offer; maximum: string }) {
  const { why, step } = offer
  if (why === null) return null
  return (
    <Why label={planText('whyAmount', { maximum })} about="">
      {() => (
        <Suspense fallback={null}>
          <AmountWhy why={why} step={step ?? '0.01'} />
        </Suspense>
      )}
    </Why>
  )
}

/** As high as the cost will be, so that the buttons stay where they are when it comes. */
function WorkingOut() {
  return (
    <div className={styles.costRoom}>
      <p role="status">{planText('working')}</p>
    </div>
  )
}

const NOT_ASKED = { error: null, isPlaceholderData: false }

interface AmountCostProps {
  loanNo: string
  amount: string
  /** What was read with the page: the cost of its own amount is not asked for again. */
  first: Options | undefined
}

/** What the amount costs with the plan that the server recommends for it. */
function AmountCost({ loanNo, amount, first }: AmountCostProps) {
  const rested = useDebounced(amount)
  const isFirst = first?.amount === rested
  const asked = useQuery({
    ...reads('getPaymentOption', { query: { loanNo, amount: rested } }),
    placeholderData: (before: Options | undefined) => before ?? first,
    enabled: !isFirst,
  })
  const { data, error, isPlaceholderData } = isFirst ? { ...NOT_ASKED, data: first } : asked
  if (error instanceof CallError)
    return <ReadingFailedHere failure={error.failure} again={() => void asked.refetch()} />
  const plan = data?.plans.find(({ optionId }) => optionId === data.recommendedOptionId) ?? data?.plans[0]
  if (!plan) return <WorkingOut />
  const stale = isPlaceholderData || rested !== amount
  return (
    <div className={stale ? styles.stale : styles.fresh}>
      <h2>{planText('amountCost', { amount: moneyText(plan.amount) })}</h2>
      <PlanFigures plan={plan} />
      <p>
        {planText('recommended', {
          number: plan.number,
          frequency: frequencyText(plan.frequency).toLowerCase(),
        })}
      </p>
    </div>
  )
}
