import { SectionKey } from '@dolphin/domain/applications/codes'
import { useAct } from '@dolphin/ui/act/use-act'
import { ActionBar, BackArrow } from '@dolphin/ui/action-bar/action-bar'
import { Banner } from '@dolphin/ui/banner/banner'
import { Button } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { ErrorSummary } from '@dolphin/ui/error-summary/error-summary'
import { Field } from '@dolphin/ui/field/field'
import { Select } from '@dolphin/ui/select/select'
import { useState } from 'react'
import { type CallValue, call } from '../../api-client/call.ts'
import { queryClient } from '../../api-client/with-queries.tsx'
import { usePageTitle } from '../../app/page-title.ts'
import { usePlace } from '../../app/place.ts'
import { showFailure } from '../../app/show-failure.ts'
import { StepHeading } from '../../app/step-heading.tsx'
import { dayText } from '../../app/wire-text.ts'
import type { ScreenProps } from '../applications/application-view.ts'
import { ChooseFrequency } from './choose-frequency.tsx'
import { frequenciesWithPlans, isElsewhere, numbersOf, type Options, termsOf } from './chosen-plan.ts'
import type { AmountRange } from './default-amount.ts'
import { planText } from './messages.ts'
import { OfferCost, OfferNotes } from './offer-cost.tsx'
import { OfferFolds } from './offer-folds.tsx'
import styles from './offer.module.css'
import {
  AMOUNT_FIELD,
  amountFault,
  NUMBER_FIELD,
  numberFault,
  PickAmount,
  PickNumber,
  wholeText,
} from './pick-amount.tsx'
import { frequencyText, type Plan } from './plan-figures.tsx'

interface OfferFormProps extends ScreenProps {
  offer: CallValue<'calculateQualifiedAmount'>
  range: AmountRange
  /** Whole cents, asked for at the start. */
  asked: number | undefined
  /** Whole cents. */
  amount: number
  onAmount: (cents: number) => void
  options: Options
  plan: Plan
  /** The figures are of the choice before. */
  waiting: boolean
}

/** The choice itself; every figure it shows is the reply's. One Continue saves amount and plan together. */
export function OfferForm(props: OfferFormProps) {
  const { view, offer, range, asked, amount, options, plan, waiting, goOn, goBack } = props
  const place = usePlace()
  const pick = (change: Readonly<Record<string, string>>) => place.go(change, { replace: true })
  const [typed, setTyped] = useState<Typed>({})
  const [attempt, setAttempt] = useState(0)
  const numbers = numbersOf(options, plan.frequency)
  const faults = faultsOf(typed, range, numbers)
  const errors = attempt > 0 ? faults : []
  usePageTitle(planText('offerTitle', { maximum: wholeText(range.maximum) }), errors.length > 0)
  const { busy, start } = useSavePlan({ loanNo: view.loanNo, plan, couponCode: options.couponCode }, () =>
    goOn(SectionKey.paymentFee),
  )
  return (
    <Card>
      <StepHeading
        lead={offer.counteroffer ?? (asked === undefined ? planText('offerLead') : askedText(asked))}
      >
        {planText('offerTitle', { maximum: wholeText(range.maximum) })}
      </StepHeading>
      <ErrorSummary title={planText('summaryTitle')} errors={errors} attempt={attempt} />
      {isElsewhere(plan, place) && (
        <Banner tone="info">
          <p>{planText('planGone')}</p>
        </Banner>
      )}
      <div className={styles.offer}>
        <form
          id={FORM}
          noValidate
          className={styles.choice}
          onSubmit={(event) => {
            event.preventDefault()
            setAttempt((count) => count + 1)
            if (faults.length === 0 && !waiting) void start()
          }}
        >
          <PickAmount
            range={range}
            value={amount}
            onChange={props.onAmount}
            typed={typed.amount}
            onTyped={(text) => setTyped((before) => ({ ...before, amount: text }))}
          />
          <ChooseFrequency
            offered={frequenciesWithPlans(options)}
            value={plan.frequency}
            onChange={(frequency) => pick({ frequency: String(frequency) })}
          />
          <PickNumber
            frequency={frequencyText(plan.frequency).toLowerCase()}
            numbers={numbers}
            value={plan.number}
            onChange={(number) => pick({ number: String(number) })}
            typed={typed.number}
            onTyped={(text) => setTyped((before) => ({ ...before, number: text }))}
          />
          <FirstDate options={options} plan={plan} onChange={(firstDate) => pick({ firstDate })} />
          <OfferNotes plan={plan} />
        </form>
        <OfferFolds
          loanNo={view.loanNo}
          offer={offer}
          options={options}
          plan={plan}
          onMove={(firstDate) => pick({ firstDate })}
        />
        <div className={styles.side}>
          <ActionBar above={<OfferCost plan={plan} stale={waiting} />}>
            {goBack && <BackArrow label={planText('back')} onClick={goBack} />}
            <Button type="submit" form={FORM} busy={busy || waiting}>
              {busy ? planText('saving') : planText('continue')}
            </Button>
          </ActionBar>
        </div>
      </div>
    </Card>
  )
}

/** The buttons stand apart from the fields, after what is folded. */
const FORM = 'offer'

const askedText = (asked: number): string => planText('offerAsked', { amount: wholeText(asked) })

interface Typed {
  readonly amount?: string | undefined
  readonly number?: string | undefined
}

function faultsOf({ amount, number }: Typed, range: AmountRange, numbers: readonly number[]) {
  const found = [
    { fieldId: AMOUNT_FIELD, message: amountFault(amount, range) },
    { fieldId: NUMBER_FIELD, message: numberFault(number, numbers) },
  ]
  return found.flatMap(({ fieldId, message }) => (message === undefined ? [] : [{ fieldId, message }]))
}

interface FirstDateProps {
  options: Options
  plan: Plan
  onChange: (isoDate: string) => void
}

/** The dates on offer, paydays marked; one date alone is no choice. */
function FirstDate({ options, plan, onChange }: FirstDateProps) {
  const paydays = new Set(options.paydays)
  const dates = options.firstDates.includes(plan.firstDate)
    ? options.firstDates
    : [plan.firstDate, ...options.firstDates]
  const textOf = (date: string) =>
    paydays.has(date) ? planText('dateIsPayday', { date: dayText(date) }) : dayText(date)
  if (dates.length === 1)
    return (
      <p>
        {planText('rowFirst')}: <strong>{textOf(plan.firstDate)}</strong>
      </p>
    )
  return (
    <Field id="firstDate" label={planText('rowFirst')}>
      {(wiring) => (
        <Select
          {...wiring}
          placeholder={planText('chooseDate')}
          value={plan.firstDate}
          options={dates.map((date) => ({ value: date, label: textOf(date) }))}
          onChange={(event) => {
            if (event.currentTarget.value !== '') onChange(event.currentTarget.value)
          }}
        />
      )}
    </Field>
  )
}

/** The plan as it is shown, with the coupon that the page read: another window may have changed it since. */
interface SavedChoice {
  readonly loanNo: string
  readonly plan: Plan
  readonly couponCode: string | null
}

/** Saves amount and plan in one call: both are saved or neither. A refusal reads what is on offer now. */
function useSavePlan({ loanNo, plan, couponCode }: SavedChoice, onSaved: () => Promise<void>) {
  return useAct(async () => {
    const result = await call('savePaymentOption', {
      body: { loanNo, terms: termsOf(plan), couponCode: couponCode },
    })
    if (!result.ok) {
      await showFailure(result.failure)
      return queryClient.invalidateQueries({ queryKey: ['getPaymentOption'] })
    }
    queryClient.removeQueries({ queryKey: ['getPaymentOption'] })
    await onSaved()
  })
}
