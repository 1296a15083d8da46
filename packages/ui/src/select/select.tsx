import type { Ref, SelectHTMLAttributes } from 'react'
import styles from './select.module.css'

export interface Option {
  value: string
  label: string
  hint?: string | undefined
}

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  ref?: Ref<HTMLSelectElement>
  options: readonly Option[]
  /** The first, empty choice. */
  placeholder: string
}

/** The browser's own list: it opens as a wheel on a phone and can be typed into on a keyboard. */
export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  return (
    <div className={styles.frame}>
      <select
        {...rest}
        className={`${styles.select} ${rest['aria-invalid'] ? styles.invalid : ''} ${className ?? ''}`}
      >
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
