import { Card } from '@dolphin/ui/card/card'
import { type Column, DataTable } from '@dolphin/ui/data-table/data-table'
import { CalendarKey, MonthCalendar } from '@dolphin/ui/month-calendar/month-calendar'
import { useQuery } from '@tanstack/react-query'
import { reads } from '../../api-client/with-queries.tsx'
import type { MonthDays } from '../../month-days/month-days.ts'
import { dayText, monthText, moneyText, weekdayNames } from '../../origination/wire-text.ts'
import { type CalendarEvent, calendarEvents, calendarMonths } from './calendar-events.ts'
import { repaymentText } from './messages.ts'
import styles from './repayment.module.css'
import type { Choices, LoanDetail } from './step-props.ts'

interface PaymentCalendarProps {
  detail: LoanDetail
  /** When the borrower is paid; unknown while it is read, or where the loan may not be changed. */
  payroll: Choices['payroll'] | undefined
}

/** Months in sight before the rest is folded away. */
const SHOWN = 3

/** Payments, paydays and bank holidays as months, and the same as a table. */
export function PaymentCalendar({ detail, payroll }: PaymentCalendarProps) {
  const holidays = useQuery(reads('getHoliday', { query: {} })).data ?? []
  const events = calendarEvents(detail, payroll, holidays)
  const months = calendarMonths(detail, events)
  if (months.length === 0) return null
  const rest = months.slice(SHOWN)
  return (
    <Card>
      <h2>{repaymentText('calendarTitle')}</h2>
      <Months months={months.slice(0, SHOWN)} />
      {rest.length > 0 && (
        <details>
          <summary>{repaymentText('calendarRest', { number: rest.length })}</summary>
          <Months months={rest} />
        </details>
      )}
      <CalendarKey
        items={[
          { mark: 'own', label: repaymentText('payment') },
          { mark: 'done', label: repaymentText('received') },
          { mark: 'in', label: repaymentText('payday') },
          { mark: 'closed', label: repaymentText('holiday') },
        ]}
      />
      <details>
        <summary>{repaymentText('calendarTable')}</summary>
        <DataTable
          caption={repaymentText('calendarTitle')}
          hideCaption
          columns={COLUMNS}
          rows={events}
          rowKey={({ key }) => key}
        />
      </details>
    </Card>
  )
}

function Months({ months }: { months: readonly MonthDays[] }) {
  return (
    <div className={styles.months}>
      {months.map(({ isoDate, firstColumn, days }) => (
        <MonthCalendar
          key={isoDate}
          name={monthText(isoDate)}
          weekdays={weekdayNames()}
          firstColumn={firstColumn}
          days={days}
        />
      ))}
    </div>
  )
}

const KINDS = {
  toCome: 'payment',
  received: 'received',
  late: 'phaseCameBack',
  payday: 'payday',
  holiday: 'holiday',
} as const

const COLUMNS: readonly Column<CalendarEvent>[] = [
  { key: 'day', heading: repaymentText('day'), cell: ({ date }) => dayText(date) },
  {
    key: 'what',
    heading: repaymentText('what'),
    cell: ({ kind, label }) => label ?? repaymentText(KINDS[kind]),
  },
  {
    key: 'amount',
    heading: repaymentText('amount'),
    cell: ({ amount }) => (amount === undefined ? '' : moneyText(amount)),
    numeric: true,
  },
]
