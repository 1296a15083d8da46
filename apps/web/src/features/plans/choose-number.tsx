import { AmountSlider } from '@dolphin/ui/amount-slider/amount-slider'
import { FieldGroup } from '@dolphin/ui/field/field'
import { planText } from './messages.ts'
import styles from './payment-plan.module.css'

interface ChooseNumberProps {
  /** The numbers on offer, rising. */
  numbers: readonly number[]
  value: number
  onChange: (value: number) => void
}

/** How many payments; the slider walks the numbers on offer, gaps included. */
export function ChooseNumber({ numbers, value, onChange }: ChooseNumberProps) {
  const at = Math.max(0, numbers.indexOf(value))
  const numberAt = (index: number) => numbers[index] ?? value
  return (
    <div className={styles.number}>
      <FieldGroup label={planText('numberLabel')}>
        <AmountSlider
          minimum={0}
          maximum={Math.max(0, numbers.length - 1)}
          step={1}
          value={at}
          label={planText('numberLabel')}
          lessLabel={planText('fewerPayments')}
          moreLabel={planText('morePayments')}
          format={(index) => planText('numberOfPayments', { number: numberAt(index) })}
          formatEnd={(index) => String(numberAt(index))}
          onChange={(index) => onChange(numberAt(index))}
        />
      </FieldGroup>
    </div>
  )
}
