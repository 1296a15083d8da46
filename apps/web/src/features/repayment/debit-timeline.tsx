import { Card } from '@dolphin/ui/card/card'
import { dayText, moneyText } from '../../origination/wire-text.ts'
import { repaymentText } from './messages.ts'
import styles from './debit-timeline.module.css'
import type { LoanDetail } from './step-props.ts'

type Entry = LoanDetail['timeline'][number]
type Phase = Entry['phase']

const ENDED: readonly Phase[] = ['cleared', 'cameBack', 'notSent', 'pastDue']
const SHOWN = 4

/** Every movement of money: where it is on its way, what comes when, and why one came back. */
export function DebitTimeline({ detail: { timeline } }: { detail: LoanDetail }) {
  const toCome = timeline.filter(({ phase }) => !ENDED.includes(phase))
  const ended = timeline.filter(({ phase }) => ENDED.includes(phase)).toReversed()
  return (
    <Card>
      <h2>{repaymentText('timelineTitle')}</h2>
      <Entries
        title={repaymentText('timelineNext')}
        entries={toCome}
        none={repaymentText('timelineNothing')}
      />
      {ended.length > 0 && <Entries title={repaymentText('timelineEnded')} entries={ended} none="" />}
    </Card>
  )
}

interface EntriesProps {
  title: string
  entries: readonly Entry[]
  none: string
}

/** The first few, the rest folded away. */
function Entries({ title, entries, none }: EntriesProps) {
  const rest = entries.slice(SHOWN)
  return (
    <section>
      <h3>{title}</h3>
      {entries.length === 0 ? <p>{none}</p> : <EntryList entries={entries.slice(0, SHOWN)} />}
      {rest.length > 0 && (
        <details>
          <summary>{repaymentText('timelineRest', { number: rest.length })}</summary>
          <EntryList entries={rest} />
        </details>
      )}
    </section>
  )
}

function EntryList({ entries }: { entries: readonly Entry[] }) {
  return (
    <ul className={styles.list}>
      {entries.map((entry) => (
        <EntryItem key={entry.transactionNo ?? `installment-${entry.installmentNo}`} entry={entry} />
      ))}
    </ul>
  )
}

function EntryItem({ entry }: { entry: Entry }) {
  const { amount, date, phase, direction, mayComeBackUntil, reason, steps } = entry
  return (
    <li className={styles.item}>
      <p className={styles.head}>
        <strong>{nameOf(entry)}</strong>
        <strong>{moneyText(amount)}</strong>
      </p>
      <p className={styles.state}>
        <span className={`${styles.phase} ${styles[phase]}`}>{phaseText(phase, direction)}</span>{' '}
        {dayText(date)}
      </p>
      {mayComeBackUntil !== null && (
        <p className={styles.note}>{repaymentText('mayComeBack', { date: dayText(mayComeBackUntil) })}</p>
      )}
      {reason !== null && <p className={styles.reason}>{reason}</p>}
      {steps.length > 1 && (
        <details>
          <summary>{repaymentText('steps')}</summary>
          <ol className={styles.steps}>
            {steps.map((step) => (
              <li key={step.phase} className={step.done ? styles.stepDone : styles.stepToCome}>
                {repaymentText(step.done ? 'stepDone' : 'stepExpected', {
                  phase: phaseText(step.phase, direction),
                  date: dayText(step.date),
                })}
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  )
}

const PURPOSES = {
  disbursement: 'purposeDisbursement',
  installment: 'purposeInstallment',
  representment: 'purposeRepresentment',
  payOff: 'purposePayOff',
  payDown: 'purposePayDown',
  payNow: 'purposePayNow',
  rescission: 'purposeRescission',
  refund: 'purposeRefund',
  receipt: 'purposeReceipt',
} as const satisfies Record<Entry['purpose'], string>

function nameOf({ purpose, installmentNo }: Entry): string {
  return purpose === 'installment' && installmentNo !== null
    ? repaymentText('paymentNo', { number: installmentNo })
    : repaymentText(PURPOSES[purpose])
}

const PHASES = {
  scheduled: 'phaseScheduled',
  sent: 'phaseSent',
  taken: 'phaseTaken',
  cleared: 'phaseCleared',
  cameBack: 'phaseCameBack',
  notSent: 'phaseNotSent',
  pastDue: 'phasePastDue',
} as const satisfies Record<Phase, string>

function phaseText(phase: Phase, direction: Entry['direction']): string {
  return direction === 'out' && phase === 'taken'
    ? repaymentText('phasePaidOut')
    : repaymentText(PHASES[phase])
}
