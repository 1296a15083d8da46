import { Afterwards } from '@dolphin/ui/afterwards/afterwards'
import { Button } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { type TrackerStep, Tracker } from '@dolphin/ui/tracker/tracker'
import { type ReactNode, useState } from 'react'
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

/** Every transaction in order of time: what is done or came back and why, then what is on its way and to come. */
export function DebitTimeline({ detail, earlier }: DebitTimelineProps) {
  const { timeline, earlierTransactions } = detail
  const toCome = timeline.filter(({ phase }) => !ENDED.includes(phase))
  const ended = timeline.filter(({ phase }) => ENDED.includes(phase))
  return (
    <Card>
      <h2>{repaymentText('timelineTitle')}</h2>
      {ended.length > 0 && <Ended entries={ended} earlier={{ ...earlier, number: earlierTransactions }} />}
      <section>
        <h3>{repaymentText('timelineNext')}</h3>
        {toCome.length === 0 ? (
          <p>{repaymentText('timelineNothing')}</p>
        ) : (
          <EntryList entries={toCome.slice(0, SHOWN)} opensFirst />
        )}
        <Rest entries={toCome.slice(SHOWN)} />
      </section>
    </Card>
  )
}

interface EndedProps {
  entries: readonly Payment[]
  /** Those that are not read yet. */
  earlier: EarlierTransactions & { number: number }
}

/** The newest few; those before them are folded away above, the earliest of all are read when they are asked for. */
function Ended({ entries, earlier }: EndedProps) {
  const [asked, setAsked] = useState(false)
  const before = entries.slice(0, -SHOWN)
  return (
    <section>
      <h3>{repaymentText('timelineEnded')}</h3>
      <Rest entries={before} focusOn={asked && earlier.number === 0 ? 0 : undefined}>
        {earlier.number > 0 && (
          <Button
            variant="quiet"
            busy={earlier.isReading}
            onClick={() => {
              setAsked(true)
              earlier.show()
            }}
          >
            {repaymentText('timelineEarlier', { number: earlier.number })}
          </Button>
        )}
      </Rest>
      <EntryList entries={entries.slice(-SHOWN)} />
    </section>
  )
}

interface RestProps {
  entries: readonly Payment[]
  focusOn?: number | undefined
  /** Above the entries. */
  children?: ReactNode
}

function Rest({ entries, focusOn, children }: RestProps) {
  if (entries.length === 0) return null
  return (
    <details>
      <summary>{repaymentText('timelineRest', { number: entries.length })}</summary>
      {children}
      <Afterwards>
        <EntryList entries={entries} focusOn={focusOn} />
      </Afterwards>
    </details>
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
