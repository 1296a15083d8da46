import { AmountSlider } from '@dolphin/ui/amount-slider/amount-slider'
import { Field } from '@dolphin/ui/field/field'
import { MoneyInput } from '@dolphin/ui/money-input/money-input'
import { useState } from 'react'
import { centsText, typedCents } from '../../app/wire-text.ts'
import { planText } from './messages.ts'

interface ChooseAmountProps {
  /** Whole cents, all of them. */
  minimum: number
  maximum: number
  step: number
  value: number
  onChange: (value: number) => void
  /** Receives the field's error, so that the caller can stop an invalid amount. */
  onWrong?: (message: string | undefined) => void
}

/** An amount by slider, by buttons or typed: each moves the others. */
export function ChooseAmount({ minimum, maximum, step, value, onChange, onWrong }: ChooseAmountProps) {
  const [typed, setTyped] = useState<string>()
  const range = { minimum: wholeText(minimum), maximum: wholeText(maximum), step: wholeText(step) }
  const faultOf = (text: string | undefined) =>
    text === undefined || fits(typedCents(text), minimum, maximum, step)
      ? undefined
      : planText('amountInvalid', range)
  const wrong = faultOf(typed)
  const write = (text: string | undefined) => {
    setTyped(text)
    onWrong?.(faultOf(text))
  }
  return (
    <>
      <AmountSlider
        minimum={minimum}
        maximum={maximum}
        step={step}
        value={value}
        label={planText('amountLabel')}
        lessLabel={planText('less')}
        moreLabel={planText('more')}
        format={wholeText}
        onChange={(next) => {
          write(undefined)
          onChange(next)
        }}
      />
      <Field
        id="typedAmount"
        label={planText('typedAmount')}
        hint={planText('typedAmountHint', range)}
        error={wrong}
      >
        {(wiring) => (
          <MoneyInput
            {...wiring}
            value={typed ?? wholeText(value).slice(1)}
            onChange={(event) => {
              const text = event.currentTarget.value
              const amount = typedCents(text)
              write(text)
              if (amount !== undefined && fits(amount, minimum, maximum, step)) onChange(amount)
            }}
            onBlur={() => {
              if (wrong === undefined) write(undefined)
            }}
          />
        )}
      </Field>
    </>
  )
}

/** Amounts on a slider are whole dollars, as a rule; then the cents say nothing. */
const wholeText = (amount: number): string => centsText(amount).replace(/\.00$/, '')

/** Within the range and on a step of it. */
function fits(amount: number | undefined, minimum: number, maximum: number, step: number): boolean {
  return (
    amount !== undefined &&
    amount >= minimum &&
    amount <= maximum &&
    (step <= 0 || (amount - minimum) % step === 0)
  )
}
