import { Banner } from '@dolphin/ui/banner/banner'
import { Button } from '@dolphin/ui/button/button'
import { type Column, DataTable } from '@dolphin/ui/data-table/data-table'
import { Folded } from '@dolphin/ui/folded/folded'
import { CalendarKey, MonthCalendar } from '@dolphin/ui/month-calendar/month-calendar'
import { dayText, monthText, signedMoneyText, weekdayNames } from '../../app/wire-text.ts'
import styles from './affordability.module.css'
import { type Affordability, cashMonths } from './cash-months.ts'
import { affordText } from './affordability-messages.ts'
import { PaycheckPicture } from './paycheck-picture.tsx'

/** One row; two bills of one day may look alike, so rows are told apart by their place. */
type Row = Affordability['events'][number] & { readonly index: number }

interface AffordabilityViewProps {
  affordability: Affordability
  /** Moves the first payment. */
  onMove: (firstDate: string) => void
}

/** How the plan fits paydays and known bills: one sentence, the calendar, and the same as a table. */
export default function AffordabilityView({ affordability, onMove }: AffordabilityViewProps) {
  const { accountTail, asOf, startBalance, events } = affordability
  return (
    <section aria-labelledby="affordability">
      <h2 id="affordability">{affordText('title')}</h2>
      <Verdict affordability={affordability} onMove={onMove} />
      <PaycheckPicture affordability={affordability} />
      <p>
        {affordText('basis', {
          tail: accountTail,
          balance: signedMoneyText(startBalance),
          date: dayText(asOf),
        })}
      </p>
      <div className={styles.months}>
        {cashMonths(affordability).map(({ isoDate, firstColumn, days }) => (
          <MonthCalendar
            key={isoDate}
            name={monthText(isoDate)}
            weekdays={weekdayNames()}
            firstColumn={firstColumn}
            days={days}
          />
        ))}
      </div>
      <CalendarKey
        items={[
          { mark: 'in', label: affordText('payday') },
          { mark: 'out', label: affordText('bill') },
          { mark: 'own', label: affordText('installment') },
        ]}
      />
      <Folded summary={affordText('table')}>
        <EventTable events={events} />
      </Folded>
      <p className={styles.note}>{affordText('leftOut')}</p>
    </section>
  )
}

function Verdict({ affordability, onMove }: AffordabilityViewProps) {
  const { lowest, shortfallDates, betterFirstDate } = affordability
  const [first] = shortfallDates
  if (first === undefined) {
    return (
      <Banner tone="success">
        <p>{affordText('fits', { balance: signedMoneyText(lowest.balance), date: dayText(lowest.date) })}</p>
      </Banner>
    )
  }
  return (
    <Banner tone="warning" title={affordText('shortTitle')}>
      <p>{affordText('short', { date: dayText(first) })}</p>
      {betterFirstDate === null ? (
        <p>{affordText('noBetterDate')}</p>
      ) : (
        <Button variant="secondary" onClick={() => onMove(betterFirstDate)}>
          {affordText('move', { date: dayText(betterFirstDate) })}
        </Button>
      )}
    </Banner>
  )
}

const COLUMNS: readonly Column<Row>[] = [
  { key: 'date', heading: affordText('columnDate'), cell: ({ date }) => dayText(date) },
  {
    key: 'what',
    heading: affordText('columnWhat'),
    cell: ({ kind, label }) =>
      label === '' ? affordText(kind) : affordText('named', { kind: affordText(kind), label }),
  },
  {
    key: 'amount',
    heading: affordText('columnAmount'),
    cell: ({ amount }) => signedMoneyText(amount),
    numeric: true,
  },
  {
    key: 'balance',
    heading: affordText('columnBalance'),
    cell: ({ balanceAfter }) => signedMoneyText(balanceAfter),
    numeric: true,
  },
]

function EventTable({ events }: Pick<Affordability, 'events'>) {
  return (
    <DataTable
      caption={affordText('title')}
      hideCaption
      columns={COLUMNS}
      rows={events.map((event, index) => ({ ...event, index }))}
      rowKey={({ index }) => String(index)}
    />
  )
}
