import type { InputHTMLAttributes, ReactNode } from 'react'
import styles from './checkbox.module.css'

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'onChange'> {
  label: ReactNode
  hint?: ReactNode
  onChange: (checked: boolean) => void
}

/** A statement to agree to; the whole line can be tapped. */
export function Checkbox({ label, hint, onChange, className, ...rest }: CheckboxProps) {
  return (
    <label className={`${styles.choice} ${rest['aria-invalid'] ? styles.invalid : ''} ${className ?? ''}`}>
      <input {...rest} type="checkbox" onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>
        {label}
        {hint && <span className={styles.hint}>{hint}</span>}
      </span>
    </label>
  )
}
