import { AmountResult } from '@dolphin/domain/loan/amount-result'
import { SectionKey } from '@dolphin/domain/application/section-key'
import { BackButton, Button, ButtonRow } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Why } from '@dolphin/ui/why/why'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { CallValue } from '../../api-client/call.ts'
import { CallError, reads } from '../../api-client/with-queries.tsx'
import { usePageTitle } from '../../app/page-title.ts'
import { ReadingFailedHere } from '../../origination/reading-failed-here.tsx'
import { StepHeading } from '../../app/step-heading.tsx'
import { Waiting } from '../../app/waiting.tsx'
import type { ScreenProps } from '../../origination/application-view.ts'
import { usePlace } from '../../origination/place.ts'
import { useDebounced } from '../../origination/use-debounced.ts'
import { centsOf, centsText, moneyText, wireOfCents } from '../../origination/wire-text.ts'
import { ChooseAmount } from './choose-amount.tsx'
import { MatchAccount } from './match-account.tsx'
import { planText } from './messages.ts'
import styles from './payment-plan.module.css'
import { frequencyText, PlanFigures } from './plan-figures.tsx'

type Offer = CallValue<'calculateQualifiedAmount'>

/** Loan detail: what the policy offers, and how much of it to take. */
export default function AmountScreen(props: ScreenProps) {
  const [, navigate] = useLocation()
  const { applicationNo } = props.view
  const { data, error, refetch } = useQuery(reads('calculateQualifiedAmount', { body: { applicationNo } }))
  const notification = data?.notification ?? null
  useEffect(() => {
    if (notification !== null) navigate(`/notification/${notification}`, { replace: true })
  }, [notification, navigate])
  if (error instanceof CallError)
    return <ReadingFailedHere failure={error.failure} again={() => void refetch()} />
  if (!data || notification !== null) return <Waiting />
  if (data.result === AmountResult.availableUnmatched) {
    return <MatchAccount {...props} offer={data} onMatched={() => void refetch()} />
  }
  return <AmountChoice {...props} offer={data} />
}

/** The slider with the cost of the plan that goes with the amount moving along. */
export function AmountChoice({ view, offer, goTo, goBack }: ScreenProps & { offer: Offer }) {
  const place = usePlace()
  const { loanNo } = view
  const [chosen, setChosen] = useState<number>()
  const first = useQuery(reads('getPaymentOption', { query: { loanNo } }))
  const range = {
    minimum: centsOf(offer.minimum ?? '0.00'),
    maximum: centsOf(offer.maximum ?? '0.00'),
    step: centsOf(offer.step ?? '0.01'),
  }
  const wished = chosen ?? centsOf(place.get('amount') ?? first.data?.amount ?? offer.maximum ?? '0.00')
  const value = Math.min(range.maximum, Math.max(range.minimum, wished))
  usePageTitle(planText('amountTitle'))
  return (
    <Card>
      <StepHeading lead={planText('amountLead', { maximum: centsText(range.maximum) })}>
        {planText('amountTitle')}
      </StepHeading>
      <div className={styles.split}>
        <div className={styles.columns}>
          <div>
            <ChooseAmount {...range} value={value} onChange={setChosen} />
            <WhyThisMuch offer={offer} maximum={centsText(range.maximum)} />
          </div>
          <AmountCost loanNo={loanNo} amount={wireOfCents(value)} />
        </div>
      </div>
      <ButtonRow>
        {goBack && <BackButton onClick={goBack}>{planText('back')}</BackButton>}
        <Button
          onClick={() => {
            place.go({ amount: wireOfCents(value) }, { replace: true })
            goTo(SectionKey.paymentSchedule)
          }}
        >
          {planText('continue')}
        </Button>
      </ButtonRow>
    </Card>
  )
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

/** What the amount costs with the plan that the server recommends for it. */
function AmountCost({ loanNo, amount }: { loanNo: string; amount: string }) {
  const rested = useDebounced(amount)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...reads('getPaymentOption', { query: { loanNo, amount: rested } }),
    placeholderData: keepPreviousData,
  })
  if (error instanceof CallError)
    return <ReadingFailedHere failure={error.failure} again={() => void refetch()} />
  const plan = data?.plans.find(({ optionId }) => optionId === data.recommendedOptionId) ?? data?.plans[0]
  if (!plan) return <p role="status">{planText('working')}</p>
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
