import { Afterwards } from '@dolphin/ui/afterwards/afterwards'
import { Button } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { type TrackerStep, Tracker } from '@dolphin/ui/tracker/tracker'
import { useState } from 'react'
import { dayText, moneyText } from '../../app/wire-text.ts'
import { repaymentText } from './messages.ts'
import styles from './debit-timeline.module.css'
import { ENDED, type Payment, paymentName, phaseMeaning, phaseText } from './phase-text.ts'
import type { LoanDetail } from './step-props.ts'
import type { EarlierTransactions } from './use-loan-detail.ts'

const SHOWN = 4

interface DebitTimelineProps {
  detail: LoanDetail
  earlier: EarlierTransactions
}

/** Every transaction: where it is on its way, what comes when, and why one came back. */
export function DebitTimeline({ detail, earlier }: DebitTimelineProps) {
  const { timeline, earlierTransactions } = detail
  const toCome = timeline.filter(({ phase }) => !ENDED.includes(phase))
  const ended = timeline.filter(({ phase }) => ENDED.includes(phase)).toReversed()
  return (
    <Card>
      <h2>{repaymentText('timelineTitle')}</h2>
      <Entries
        title={repaymentText('timelineNext')}
        entries={toCome}
        none={repaymentText('timelineNothing')}
        opensFirst
      />
      {ended.length > 0 && (
        <Entries
          title={repaymentText('timelineEnded')}
          entries={ended}
          none=""
          earlier={{ ...earlier, number: earlierTransactions }}
        />
      )}
    </Card>
  )
}

interface EntriesProps {
  title: string
  entries: readonly Payment[]
  none: string
  opensFirst?: boolean
  /** Those that are not read yet. */
  earlier?: EarlierTransactions & { number: number }
}

/** The first few, the rest folded away. */
function Entries({ title, entries, none, opensFirst = false, earlier }: EntriesProps) {
  const [reached, setReached] = useState<number>()
  const rest = entries.slice(SHOWN)
  return (
    <section>
      <h3>{title}</h3>
      {entries.length === 0 ? (
        <p>{none}</p>
      ) : (
        <EntryList entries={entries.slice(0, SHOWN)} opensFirst={opensFirst} />
      )}
      {rest.length > 0 && (
        <details>
          <summary>{repaymentText('timelineRest', { number: rest.length })}</summary>
          <Afterwards>
            <EntryList entries={rest} focusOn={reached === undefined ? undefined : reached - SHOWN} />
          </Afterwards>
          {earlier !== undefined && earlier.number > 0 && (
            <Button
              variant="quiet"
              busy={earlier.isReading}
              onClick={() => {
                setReached(entries.length)
                earlier.show()
              }}
            >
              {repaymentText('timelineEarlier', { number: earlier.number })}
            </Button>
          )}
        </details>
      )}
    </section>
  )
}

interface EntryListProps {
  entries: readonly Payment[]
  /** The first of them is the one that people ask about: its way stands open. */
  opensFirst?: boolean
  /** Where the reader goes on when this one comes; the button that they pressed is gone by then. */
  focusOn?: number | undefined
}

const focusOnArrival = (item: HTMLLIElement | null) => item?.focus()

function EntryList({ entries, opensFirst = false, focusOn }: EntryListProps) {
  return (
    <ul className={styles.list}>
      {entries.map((entry, index) => (
        <EntryItem
          key={entry.transactionNo ?? `installment-${entry.installmentNo}`}
          entry={entry}
          isOpen={opensFirst && index === 0}
          takesFocus={index === focusOn}
        />
      ))}
    </ul>
  )
}

interface EntryItemProps {
  entry: Payment
  isOpen: boolean
  takesFocus: boolean
}

function EntryItem({ entry, isOpen, takesFocus }: EntryItemProps) {
  const { amount, date, phase, direction, mayComeBackUntil, reason, steps } = entry
  return (
    <li className={styles.item} {...(takesFocus && { tabIndex: -1, ref: focusOnArrival })}>
      <p className={styles.head}>
        <strong>{paymentName(entry)}</strong>
        <strong>{moneyText(amount)}</strong>
      </p>
      <p className={styles.state}>
        <span className={`${styles.phase} ${styles[phase]}`}>{phaseText(phase, direction)}</span>{' '}
        {dayText(date)}
      </p>
      {steps.length <= 1 && <p className={styles.note}>{phaseMeaning(phase, direction)}</p>}
      {mayComeBackUntil !== null && (
        <p className={styles.note}>{repaymentText('mayComeBack', { date: dayText(mayComeBackUntil) })}</p>
      )}
      {reason !== null && <p className={styles.reason}>{reason}</p>}
      {steps.length > 1 && (
        <details open={isOpen}>
          <summary>{repaymentText('steps')}</summary>
          {isOpen ? (
            <Way entry={entry} />
          ) : (
            <Afterwards>
              <Way entry={entry} />
            </Afterwards>
          )}
        </details>
      )}
    </li>
  )
}

const ASTRAY: readonly Payment['phase'][] = ['cameBack', 'notSent', 'pastDue']

/** A payment's way as a picture: what was, where it is, what is expected when, and what each of them means. */
function Way({ entry }: { entry: Payment }) {
  const { phase, steps } = entry
  const straight = steps.filter((step) => !ASTRAY.includes(step.phase))
  const astray = steps.find((step) => ASTRAY.includes(step.phase))
  const at = straight.findIndex((step) => step.phase === phase)
  return (
    <div className={styles.way}>
      <Tracker
        label={repaymentText('stepsOf', { payment: paymentName(entry) })}
        steps={straight.map((step) => stationOf(step, entry))}
        current={at === -1 ? straight.length + 1 : at + 1}
        exception={astray && stationOf(astray, entry)}
        stateLabels={{
          done: repaymentText('stateDone'),
          current: repaymentText('stateNow'),
          todo: repaymentText('stateToCome'),
          exception: repaymentText('stateAttention'),
        }}
      />
    </div>
  )
}

function stationOf(step: Payment['steps'][number], { direction }: Payment): TrackerStep {
  const values = { date: dayText(step.date), meaning: phaseMeaning(step.phase, direction) }
  return {
    label: phaseText(step.phase, direction),
    note: repaymentText(step.done ? 'stepMeaning' : 'stepExpected', values),
  }
}
