import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react'
import styles from './text-input.module.css'

interface TextInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'prefix'> {
  ref?: Ref<HTMLInputElement>
  /** Shown inside the frame before the text, such as a currency sign. */
  prefix?: ReactNode
  /** Shown inside the frame after the text, such as a switch. */
  suffix?: ReactNode
  /** The expected length of an answer, which sets the width and so hints at the format. */
  width?: 'full' | 'short' | 'medium'
}

/** One line of text in a frame: that of the input itself where nothing else stands in it. */
export function TextInput({
  prefix,
  suffix,
  width = 'full',
  type = 'text',
  className,
  ...rest
}: TextInputProps) {
  const shape = width === 'full' ? '' : styles[width]
  const frame = `${styles.frame} ${shape} ${rest['aria-invalid'] ? styles.invalid : ''}`
  if (!prefix && !suffix)
    return <input type={type} {...rest} className={`${frame} ${styles.alone} ${className ?? ''}`} />
  return (
    <div className={`${frame} ${styles.affixed}`}>
      {prefix && (
        <span className={styles.prefix} aria-hidden="true">
          {prefix}
        </span>
      )}
      <input type={type} {...rest} className={`${styles.input} ${className ?? ''}`} />
      {suffix}
    </div>
  )
}

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>
}

/** Several lines of text in the same frame. */
export function TextArea({ className, ...rest }: TextAreaProps) {
  return (
    <div className={`${styles.frame} ${rest['aria-invalid'] ? styles.invalid : ''}`}>
      <textarea rows={4} {...rest} className={`${styles.input} ${styles.area} ${className ?? ''}`} />
    </div>
  )
}
