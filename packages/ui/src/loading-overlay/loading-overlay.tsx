import { useEffect, useState } from 'react'
import styles from './loading-overlay.module.css'

/** The seven looks of waiting; a portfolio chooses one (product.md §4). */
export type SpinnerStyle = 1 | 2 | 3 | 4 | 5 | 6 | 7

const PARTS: Record<SpinnerStyle, number> = { 1: 1, 2: 3, 3: 4, 4: 1, 5: 5, 6: 2, 7: 1 }

/** One spinner by its number; purely visual. */
function Spinner({ style }: { style: SpinnerStyle }) {
  return (
    <span className={`${styles.spinner} ${styles[`style${style}`]}`} aria-hidden="true">
      {Array.from({ length: PARTS[style] }, (_, part) => (
        <i key={part} />
      ))}
    </span>
  )
}

interface LoadingOverlayProps {
  visible: boolean
  spinner: SpinnerStyle
  label: string
  /** A quick answer never flashes the overlay. */
  delayMs?: number
}

/** Stands over the page while it waits; shown only after a short delay. */
export function LoadingOverlay({ visible, spinner, label, delayMs = 300 }: LoadingOverlayProps) {
  const [due, setDue] = useState(false)
  useEffect(() => {
    if (!visible) return
    const timer = setTimeout(() => setDue(true), delayMs)
    return () => {
      clearTimeout(timer)
      setDue(false)
    }
  }, [visible, delayMs])
  return (
    // The region holds blocks, which an output element may not
    <div role="status">
      {visible && due && (
        <div className={styles.overlay}>
          <Spinner style={spinner} />
          <p>{label}</p>
        </div>
      )}
    </div>
  )
}
