import { Stepper } from '@dolphin/ui/stepper/stepper'
import styles from './application.module.css'
import { type Order, type StepKey, type StepView, stepPosition } from './flow.ts'
import { applicationText } from './messages.ts'

interface ApplicationStepsProps {
  order: Order
  current: StepKey
  /** From `stepStates` or `firstStates`. */
  states: readonly StepView[]
  /** The steps that can be opened again from here. */
  open?: ReadonlySet<StepKey>
  onOpen?: (step: StepKey) => void
}

/** Where the borrower stands from the start to the signature. */
export function ApplicationSteps({ order, current, states, open, onOpen }: ApplicationStepsProps) {
  const { number, count } = stepPosition(order, current)
  return (
    <Stepper
      label={applicationText('steps')}
      steps={states.map((step) => ({ ...step, label: applicationText(step.key) }))}
      position={applicationText('position', { number, count })}
      stateLabels={{
        done: applicationText('stateDone'),
        current: applicationText('stateCurrent'),
        todo: applicationText('stateTodo'),
      }}
      renderLabel={({ key, label, state }) => {
        const step = states.find((each) => each.key === key)
        if (step === undefined || state !== 'done' || !open?.has(step.key)) return label
        return (
          <button type="button" className={styles.step} onClick={() => onOpen?.(step.key)}>
            {label}
          </button>
        )
      }}
    />
  )
}
