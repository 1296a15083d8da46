import { TrackerStep } from '@dolphin/domain/loans/codes'
import { Tracker } from '@dolphin/ui/tracker/tracker'
import { progressText } from './messages.ts'

const STRAIGHT_WAY = [
  { label: 'submitted', note: 'submittedNote' },
  { label: 'review', note: 'reviewNote' },
  { label: 'approved', note: 'approvedNote' },
  { label: 'funding', note: 'fundingNote' },
  { label: 'funded', note: 'fundedNote' },
] as const

/** The tracker of product.md §4: five stations, and the sixth, the exception, where the straight way is left. */
export function LoanTracker({ step }: { step: TrackerStep }) {
  const exception = step === TrackerStep.exception
  return (
    <Tracker
      label={progressText('tracker')}
      current={exception ? 2 : step === TrackerStep.fundingCompleted ? STRAIGHT_WAY.length + 1 : step}
      steps={STRAIGHT_WAY.map(({ label, note }, index) => ({
        label: progressText(label),
        note: index + 1 === step ? progressText(note) : undefined,
      }))}
      exception={
        exception ? { label: progressText('exception'), note: progressText('exceptionNote') } : undefined
      }
      stateLabels={{
        done: progressText('done'),
        current: progressText('current'),
        todo: progressText('todo'),
        exception: progressText('attention'),
      }}
    />
  )
}
