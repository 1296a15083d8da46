import { Field } from '@dolphin/ui/field/field'
import { NumberPicker } from '@dolphin/ui/number-picker/number-picker'
import { TextInput } from '@dolphin/ui/text-input/text-input'
import { centsText, typedCents } from '../../app/wire-text.ts'
import { type AmountRange, isOffered } from './default-amount.ts'
import { planText } from './messages.ts'

export const AMOUNT_FIELD = 'typedAmount'

interface PickProps {
  value: number
  onChange: (value: number) => void
  /** What is typed and not on offer yet; undefined where the field says the value. */
  typed: string | undefined
  onTyped: (text: string | undefined) => void
}

/** An amount typed, tapped or dragged: each moves the others. Whole cents. */
export function PickAmount({ range, value, onChange, typed, onTyped }: PickProps & { range: AmountRange }) {
  return (
    <Field id={AMOUNT_FIELD} label={planText('pickAmount')} error={amountFault(typed, range)}>
      {(wiring) => (
        <NumberPicker
          {...range}
          value={value}
          onChange={(next) => {
            onTyped(undefined)
            onChange(next)
          }}
          label={planText('pickAmount')}
          lessLabel={planText('less')}
          moreLabel={planText('more')}
          format={wholeText}
        >
          <TextInput
            {...wiring}
            inputMode="decimal"
            autoComplete="off"
            value={typed ?? wholeText(value)}
            onChange={(event) => {
              const text = event.currentTarget.value
              const amount = typedCents(text)
              onTyped(text)
              if (amount !== undefined && isOffered(amount, range)) onChange(amount)
            }}
            onBlur={() => {
              if (amountFault(typed, range) === undefined) onTyped(undefined)
            }}
          />
        </NumberPicker>
      )}
    </Field>
  )
}

/** What is wrong with a typed amount. */
export function amountFault(typed: string | undefined, range: AmountRange): string | undefined {
  if (typed === undefined || isOffered(typedCents(typed), range)) return undefined
  const { minimum, maximum, step } = range
  return planText('amountInvalid', {
    minimum: wholeText(minimum),
    maximum: wholeText(maximum),
    step: wholeText(step),
  })
}

/** Amounts on offer are whole dollars, as a rule; then the cents say nothing. */
export const wholeText = (amount: number): string => centsText(amount).replace(/\.00$/, '')

export const NUMBER_FIELD = 'typedNumber'

interface PickNumberProps extends PickProps {
  /** "every two weeks". */
  frequency: string
  /** The numbers on offer, rising. */
  numbers: readonly number[]
}

/** How many payments; the slider walks the numbers on offer, gaps included. */
export function PickNumber({ frequency, numbers, value, onChange, typed, onTyped }: PickNumberProps) {
  const label = planText('pickNumber', { frequency })
  const numberAt = (index: number) => numbers[index] ?? value
  return (
    <Field id={NUMBER_FIELD} label={label} error={numberFault(typed, numbers)}>
      {(wiring) => (
        <NumberPicker
          minimum={0}
          maximum={numbers.length - 1}
          step={1}
          value={Math.max(0, numbers.indexOf(value))}
          onChange={(index) => {
            onTyped(undefined)
            onChange(numberAt(index))
          }}
          label={label}
          lessLabel={planText('fewerPayments')}
          moreLabel={planText('morePayments')}
          format={(index) => String(numberAt(index))}
          note={planText('fewerCostLess')}
        >
          <TextInput
            {...wiring}
            inputMode="numeric"
            autoComplete="off"
            value={typed ?? String(value)}
            onChange={(event) => {
              const text = event.currentTarget.value
              onTyped(text)
              if (numbers.includes(Number(text))) onChange(Number(text))
            }}
            onBlur={() => {
              if (numberFault(typed, numbers) === undefined) onTyped(undefined)
            }}
          />
        </NumberPicker>
      )}
    </Field>
  )
}

/** What is wrong with a typed number of payments. */
export function numberFault(typed: string | undefined, numbers: readonly number[]): string | undefined {
  if (typed === undefined || numbers.includes(Number(typed.trim() || Number.NaN))) return undefined
  const [least = 0] = numbers
  return planText('numberInvalid', { minimum: least, maximum: numbers.at(-1) ?? least })
}
