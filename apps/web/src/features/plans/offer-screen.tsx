import { AmountResult } from '@dolphin/domain/loans/codes'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import type { CallValue } from '../../api-client/call.ts'
import { CallError, reads } from '../../api-client/with-queries.tsx'
import { useInSlices } from '../../app/in-slices.ts'
import { usePlace } from '../../app/place.ts'
import { useDebounced } from '../../app/use-debounced.ts'
import { Waiting } from '../../app/waiting.tsx'
import { centsOf, wireOfCents } from '../../app/wire-text.ts'
import type { ScreenProps } from '../applications/application-view.ts'
import { ReadingFailedHere } from '../applications/reading-failed-here.tsx'
import { startAnswers } from '../applications/start-answers.ts'
import { type AmountRange, defaultAmount, isOffered } from './default-amount.ts'
import { MatchAccount } from './match-account.tsx'
import { OfferForm } from './offer-form.tsx'
import { chosenPlan } from './chosen-plan.ts'

type Offer = CallValue<'calculateQualifiedAmount'>

/** Loan detail and payment schedule on one screen: how much, in how many payments, from when, with the cost beside. */
export default function OfferScreen(props: ScreenProps) {
  const [, navigate] = useLocation()
  const { applicationNo } = props.view
  const { data, error, refetch } = useQuery(reads('calculateQualifiedAmount', { body: { applicationNo } }))
  const asked = useQuery({
    queryKey: ['startAnswers'],
    queryFn: async () => (await startAnswers()) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const notification = data?.notification ?? null
  useEffect(() => {
    if (notification !== null) navigate(`/notification/${notification}`, { replace: true })
  }, [notification, navigate])
  if (error instanceof CallError)
    return <ReadingFailedHere failure={error.failure} again={() => void refetch()} />
  if (!data || asked.isPending || notification !== null) return <Waiting />
  if (data.result === AmountResult.availableUnmatched)
    return <MatchAccount {...props} offer={data} onMatched={() => void refetch()} />
  return <Chosen {...props} offer={data} asked={asked.data?.amount} />
}

interface ChosenProps extends ScreenProps {
  offer: Offer
  /** The amount asked for at the start, where it is known. */
  asked: string | undefined
}

/** The plan of the amount that was picked, else saved, else asked for; read again as the choice moves. */
function Chosen({ offer, asked, ...props }: ChosenProps) {
  const place = usePlace()
  const range = rangeOf(offer)
  const askedCents = asked === undefined ? undefined : centsOf(asked)
  const isSaved = props.view.sections.some(
    ({ sectionKey, status }) => sectionKey === 'paymentSchedule' && status === 'done',
  )
  const [picked, setPicked] = useState(() => {
    const kept = place.get('amount')
    return kept !== undefined && isOffered(centsOf(kept), range) ? kept : undefined
  })
  // A saved plan knows its amount; then the server says it
  const amount = picked ?? (isSaved ? undefined : wireOfCents(defaultAmount(range, askedCents)))
  const wished = useDebounced(amount)
  const firstDate = place.get('firstDate')
  const query = {
    loanNo: props.view.loanNo,
    ...(wished === undefined ? {} : { amount: wished }),
    ...(firstDate === undefined ? {} : { firstDate }),
  }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...reads('getPaymentOption', { query }),
    placeholderData: keepPreviousData,
  })
  usePickedInAddress(picked)
  const options = useInSlices(data)
  if (error instanceof CallError)
    return <ReadingFailedHere failure={error.failure} again={() => void refetch()} />
  const plan = options && chosenPlan(options, place)
  if (!options || !plan) return <Waiting />
  const shown = amount ?? options.amount
  return (
    <OfferForm
      {...props}
      offer={offer}
      range={range}
      asked={askedCents}
      amount={Math.min(range.maximum, Math.max(range.minimum, centsOf(shown)))}
      onAmount={(cents) => setPicked(wireOfCents(cents))}
      options={options}
      plan={plan}
      waiting={isPlaceholderData || wished !== amount}
    />
  )
}

const rangeOf = ({ minimum, maximum, step }: Offer): AmountRange => ({
  minimum: centsOf(minimum ?? '0.00'),
  maximum: centsOf(maximum ?? '0.00'),
  step: centsOf(step ?? '0.01'),
})

/** Keeps the picked amount in the address once it has rested, so that a reload and the way back find it. */
function usePickedInAddress(picked: string | undefined): void {
  const place = usePlace()
  const rested = useDebounced(picked)
  const keep = useEffectEvent((amount: string) => {
    if (place.get('amount') !== amount) place.go({ amount }, { replace: true })
  })
  useEffect(() => {
    if (rested !== undefined) keep(rested)
  }, [rested])
}
