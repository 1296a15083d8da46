import type { ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'
import styles from './stepper.module.css'

export interface Step {
  key: string
  label: string
  state: 'done' | 'current' | 'todo'
}

interface StepperProps {
  steps: readonly Step[]
  /** Names the list for screen readers. */
  label: string
  /** "Step 2 of 6: Employment", shown alone on a phone. */
  position: string
  /** Words for the states, read out beside each step. */
  stateLabels: Record<Step['state'], string>
  /** Lets a step be a link or button back to its section. */
  renderLabel?: (step: Step) => ReactNode
}

/** Where the reader stands among the steps: a bar with words on a phone, the whole list where there is room. */
export function Stepper({ steps, label, position, stateLabels, renderLabel }: StepperProps) {
  return (
    <nav className={styles.stepper} aria-label={label}>
      <p className={styles.position}>{position}</p>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <li
            key={step.key}
            className={`${styles.step} ${styles[step.state]}`}
            aria-current={step.state === 'current' ? 'step' : undefined}
          >
            <span className={styles.mark} aria-hidden="true">
              {step.state === 'done' ? <Icon name="check" size={16} /> : index + 1}
            </span>
            <span className={styles.words}>
              {renderLabel ? renderLabel(step) : step.label}
              <span className="visually-hidden"> ({stateLabels[step.state]})</span>
            </span>
          </li>
        ))}
      </ol>
    </nav>
  )
}
