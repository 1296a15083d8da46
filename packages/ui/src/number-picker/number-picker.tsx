import type { ReactNode } from 'react'
import styles from './number-picker.module.css'

interface NumberPickerProps {
  /** Whole steps of the same unit as the value. */
  minimum: number
  maximum: number
  step: number
  value: number
  onChange: (value: number) => void
  /** Of the slider, such as "Amount". */
  label: string
  lessLabel: string
  moreLabel: string
  /** The value and the two ends in words. */
  format: (value: number) => string
  /** Stands between the two ends, such as "Fewer payments cost less in total". */
  note?: string
  /** The field into which the value may be typed; it stands between the two buttons. */
  children: ReactNode
}

/**
 * A number that can be typed, tapped up and down, or dragged: dragging is optional (WCAG 2.5.7). Where there is one
 * value alone, the field stands without buttons and slider.
 */
export function NumberPicker(props: NumberPickerProps) {
  const { minimum, maximum, step, value, onChange, label, format, note, children } = props
  if (maximum <= minimum) return <div className={styles.row}>{children}</div>
  const to = (next: number) => onChange(Math.min(maximum, Math.max(minimum, next)))
  return (
    <>
      <div className={styles.row}>
        <Nudge label={props.lessLabel} sign="−" isEnd={value <= minimum} onPress={() => to(value - step)} />
        {children}
        <Nudge label={props.moreLabel} sign="+" isEnd={value >= maximum} onPress={() => to(value + step)} />
      </div>
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
      <div className={styles.ends}>
        <span aria-hidden="true">{format(minimum)}</span>
        {note && <span className={styles.note}>{note}</span>}
        <span aria-hidden="true">{format(maximum)}</span>
      </div>
    </>
  )
}

interface NudgeProps {
  label: string
  sign: string
  isEnd: boolean
  onPress: () => void
}

/** One step down or up. At the end it stays where it is, so that the focus does too. */
function Nudge({ label, sign, isEnd, onPress }: NudgeProps) {
  return (
    <button
      type="button"
      className={styles.nudge}
      aria-label={label}
      aria-disabled={isEnd || undefined}
      onClick={isEnd ? undefined : onPress}
    >
      {sign}
    </button>
  )
}
