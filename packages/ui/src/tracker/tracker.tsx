import type { ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'
import styles from './tracker.module.css'

export interface TrackerStep {
  label: string
  note?: ReactNode
}

interface TrackerProps {
  label: string
  /** The steps of the straight way, in order; the exception is not one of them. */
  steps: readonly TrackerStep[]
  /** 1-based; steps before it are done. One past the end means that all are done. */
  current: number
  /** Shown in place of what would come next when the way is left (product.md §4: exception 6). */
  exception?: TrackerStep | undefined
  stateLabels: { done: string; current: string; todo: string; exception: string }
}

/** How far a request has come, as a line of stations with one of them lit. */
export function Tracker({ label, steps, current, exception, stateLabels }: TrackerProps) {
  const shown = exception ? steps.slice(0, Math.max(0, current - 1)) : steps
  return (
    <ol className={styles.tracker} aria-label={label}>
      {shown.map((step, index) => {
        const state = index + 1 < current ? 'done' : index + 1 === current ? 'current' : 'todo'
        return (
          <Station
            key={step.label}
            step={step}
            state={state}
            number={index + 1}
            spoken={stateLabels[state]}
          />
        )
      })}
      {exception && <Station step={exception} state="exception" number={0} spoken={stateLabels.exception} />}
    </ol>
  )
}

interface StationProps {
  step: TrackerStep
  state: 'done' | 'current' | 'todo' | 'exception'
  number: number
  spoken: string
}

function Station({ step, state, number, spoken }: StationProps) {
  const active = state === 'current' || state === 'exception'
  return (
    <li className={`${styles.station} ${styles[state]}`} aria-current={active ? 'step' : undefined}>
      <span className={styles.mark} aria-hidden="true">
        {state === 'done' && <Icon name="check" size={18} />}
        {state === 'exception' && <Icon name="warning" size={18} />}
        {(state === 'current' || state === 'todo') && number}
      </span>
      <span className={styles.words}>
        <span className={styles.title}>
          {step.label}
          <span className="visually-hidden"> ({spoken})</span>
        </span>
        {step.note && <span className={styles.note}>{step.note}</span>}
      </span>
    </li>
  )
}
