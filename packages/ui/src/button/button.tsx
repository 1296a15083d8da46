import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react'
import styles from './button.module.css'

export type ButtonVariant = 'forward' | 'secondary' | 'quiet' | 'danger' | 'back'

/** The class of a button's look, for links that act as the page's next step. */
export function buttonClass(variant: ButtonVariant = 'forward'): string {
  return `${styles.button} ${styles[variant]}`
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant
  /** The act is under way: a second tap does nothing, and focus stays where it is. */
  busy?: boolean
  children: ReactNode
}

/** A product button: 48 px high, at least 136 px wide when it leads forward (product.md §9). */
export function Button({
  variant = 'forward',
  busy = false,
  type = 'button',
  onClick,
  className,
  ...rest
}: ButtonProps) {
  const guard = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      data-button={variant}
      className={`${buttonClass(variant)} ${className ?? ''}`}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={guard}
    />
  )
}

/** The orange way back; dark enough an orange for white text to pass WCAG AA (5.0:1). */
export function BackButton(props: Omit<ButtonProps, 'variant'>) {
  return <Button {...props} variant="back" />
}

/** Buttons side by side, full width one above the other on a phone; the forward one comes first on phones. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}
