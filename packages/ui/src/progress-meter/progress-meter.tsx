import { useId, type ReactNode } from 'react'
import styles from './progress-meter.module.css'

interface ProgressMeterProps {
  /** Says the same in words, above the bar. */
  label: ReactNode
  /** Percent, 0 to 100. */
  share: number
}

/** How much of something is done: words, and a bar for those who look. */
export function ProgressMeter({ label, share }: ProgressMeterProps) {
  const labelId = useId()
  return (
    <div className={styles.progress}>
      <p id={labelId}>{label}</p>
      <meter
        className={styles.meter}
        aria-labelledby={labelId}
        min={0}
        max={100}
        value={Math.min(100, Math.max(0, share))}
      />
    </div>
  )
}
