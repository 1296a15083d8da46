import styles from './amount-slider.module.css'

interface AmountSliderProps {
  /** Whole steps of the same unit as the value. */
  minimum: number
  maximum: number
  step: number
  value: number
  onChange: (value: number) => void
  label: string
  format: (value: number) => string
  /** How the two ends are written, where that is shorter. */
  formatEnd?: (value: number) => string
  lessLabel: string
  moreLabel: string
}

/** An amount chosen by dragging, by two buttons or by the keyboard: dragging is optional (WCAG 2.5.7). */
export function AmountSlider(props: AmountSliderProps) {
  const { minimum, maximum, step, value, onChange, label, format, lessLabel, moreLabel } = props
  const end = props.formatEnd ?? format
  const to = (next: number) => onChange(Math.min(maximum, Math.max(minimum, next)))
  return (
    <div className={styles.slider}>
      <output className={styles.amount}>{format(value)}</output>
      <div className={styles.row}>
        <button
          type="button"
          className={styles.nudge}
          aria-label={lessLabel}
          disabled={value <= minimum}
          onClick={() => to(value - step)}
        >
          −
        </button>
        <input
          type="range"
          className={styles.range}
          min={minimum}
          max={maximum}
          step={step}
          value={value}
          aria-label={label}
          aria-valuetext={format(value)}
          onChange={(event) => to(Number(event.currentTarget.value))}
        />
        <button
          type="button"
          className={styles.nudge}
          aria-label={moreLabel}
          disabled={value >= maximum}
          onClick={() => to(value + step)}
        >
          +
        </button>
      </div>
      <div className={styles.ends} aria-hidden="true">
        <span>{end(minimum)}</span>
        <span>{end(maximum)}</span>
      </div>
    </div>
  )
}
