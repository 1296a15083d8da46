import type { ReactNode } from 'react'
import type { Option } from '../select/select.tsx'
import styles from './radio-group.module.css'

export interface RadioOption extends Option {
  /** More about the choice, such as the figures of a payment plan. */
  detail?: ReactNode
}

interface RadioGroupProps {
  name: string
  options: readonly RadioOption[]
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  /** "cards" lays choices out side by side where there is room, "pair" two short ones always. */
  layout?: 'list' | 'cards' | 'pair'
  invalid?: boolean
}

/** One choice of a few, all in sight. Stands inside a FieldGroup, which asks the question. */
export function RadioGroup({
  name,
  options,
  value,
  onChange,
  onBlur,
  layout = 'list',
  invalid,
}: RadioGroupProps) {
  return (
    <div className={styles[layout]}>
      {options.map((option) => (
        <label key={option.value} className={`${styles.choice} ${invalid ? styles.invalid : ''}`}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            onBlur={onBlur}
          />
          <span className={styles.words}>
            <span className={styles.title}>{option.label}</span>
            {option.hint && <span className={styles.hint}>{option.hint}</span>}
            {option.detail}
          </span>
        </label>
      ))}
    </div>
  )
}
