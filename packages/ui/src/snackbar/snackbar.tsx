import { useEffect, useState } from 'react'
import { Icon } from '../icon/icon.tsx'
import styles from './snackbar.module.css'

interface SnackbarProps {
  /** Nothing is shown for an empty message; the live region stays so that the next one is announced. */
  message: string
  tone?: 'info' | 'success' | 'danger'
  closeLabel: string
  onClose: () => void
  /** How long it stays; it waits while hovered or focused (product.md §9: 2 s). */
  durationMs?: number
  /** Rises with every message, so that the same words shown again stay their full time. */
  round?: number
}

/** A short message at the foot of the window, announced politely. */
export function Snackbar({ round, ...message }: SnackbarProps) {
  return (
    // The region holds blocks, which an output element may not
    <div role="status" className={styles.region}>
      {message.message !== '' && <Message key={round} {...message} />}
    </div>
  )
}

function Message({
  message,
  tone = 'info',
  closeLabel,
  onClose,
  durationMs = 2000,
}: Omit<SnackbarProps, 'round'>) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(onClose, durationMs)
    return () => clearTimeout(timer)
  }, [held, durationMs, onClose])
  return (
    <div
      className={`${styles.snackbar} ${styles[tone] ?? ''}`}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span>{message}</span>
      <button type="button" className={styles.close} aria-label={closeLabel} onClick={onClose}>
        <Icon name="close" size={20} />
      </button>
    </div>
  )
}
