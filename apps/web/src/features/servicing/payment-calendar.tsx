import { type Column, DataTable } from '@dolphin/ui/data-table/data-table'
import { Folded } from '@dolphin/ui/folded/folded'
import { CalendarKey, MonthCalendar } from '@dolphin/ui/month-calendar/month-calendar'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { reads } from '../../api-client/with-queries.tsx'
import type { MonthDays } from '../../time/month-days.ts'
import { accountText, dayText, moneyText, monthText, weekdayNames } from '../../app/wire-text.ts'
import { loanPath } from './change-kinds.ts'
import { type CalendarEvent, calendarEvents, calendarMonths } from './calendar-events.ts'
import { repaymentText } from './messages.ts'
import { paymentName, phaseText } from './phase-text.ts'
import styles from './repayment.module.css'
import type { Choices, LoanDetail } from './step-props.ts'

interface PaymentCalendarProps {
  detail: LoanDetail
  /** When the borrower is paid; unknown while it is read, or where the loan may not be changed. */
  payroll: Choices['payroll'] | undefined
  /** The number of the payment that may be changed now. */
  changeable: number | undefined
}

/** Months in sight before the rest is folded away. */
const SHOWN = 3

/** Payments, paydays and bank holidays as months, and the same as a table. */
export function PaymentCalendar({ detail, payroll, changeable }: PaymentCalendarProps) {
  const holidays = useQuery(reads('getHoliday', { query: {} })).data ?? []
  const events = calendarEvents(detail, payroll, holidays)
  const months = calendarMonths(detail, events)
  if (months.length === 0) return null
  const rest = months.slice(SHOWN)
  return (
    <>
      <p>{summaryText(detail, events)}</p>
      <Months months={months.slice(0, SHOWN)} />
      {rest.length > 0 && (
        <Folded summary={repaymentText('calendarRest', { number: rest.length })}>
          <Months months={rest} />
        </Folded>
      )}
      <CalendarKey
        items={[
          { mark: 'own', label: repaymentText('payment') },
          { mark: 'done', label: repaymentText('received') },
          { mark: 'in', label: repaymentText('payday') },
          { mark: 'closed', label: repaymentText('holiday') },
        ]}
      />
      <Folded summary={repaymentText('calendarTable')}>
        <DayTable detail={detail} events={events} changeable={changeable} />
      </Folded>
    </>
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

interface DayTableProps {
  detail: LoanDetail
  events: readonly CalendarEvent[]
  /** The payment that may be changed now. */
  changeable: number | undefined
}

/** The same days to look up: each payment with its account, how it stands, and its way to change. */
function DayTable({ detail, events, changeable }: DayTableProps) {
  const { loanNo } = detail
  const columns: readonly Column<CalendarEvent>[] = [
    { key: 'day', heading: repaymentText('day'), cell: ({ date }) => dayText(date) },
    { key: 'what', heading: repaymentText('what'), cell: whatText },
    {
      key: 'amount',
      heading: repaymentText('amount'),
      cell: ({ payment }) => (payment === undefined ? '' : moneyText(payment.amount)),
      numeric: true,
    },
    { key: 'account', heading: repaymentText('account'), cell: (event) => fromText(event, detail) },
    {
      key: 'status',
      heading: repaymentText('status'),
      cell: ({ payment }) => (payment === undefined ? '' : phaseText(payment.phase, payment.direction)),
    },
    {
      key: 'change',
      heading: repaymentText('change'),
      cell: ({ payment }) =>
        payment?.phase === 'scheduled' && payment.installmentNo === changeable ? (
          <Link href={loanPath(loanNo, 'help')}>{repaymentText('changePayment')}</Link>
        ) : (
          ''
        ),
    },
  ]
  return (
    <DataTable
      caption={repaymentText('calendarTitle')}
      hideCaption
      columns={columns}
      rows={events}
      rowKey={({ key }) => key}
    />
  )
}

function whatText({ kind, label, payment }: CalendarEvent): string {
  if (payment !== undefined) return paymentName(payment)
  return label ?? repaymentText(kind === 'payday' ? 'payday' : 'holiday')
}

/** The account by its last digits, where we take the payment; else that the borrower sends it. */
function fromText({ payment }: CalendarEvent, { account }: LoanDetail): string {
  if (payment === undefined) return ''
  return payment.sentBy === 'borrower' || account === null
    ? repaymentText('youSend')
    : accountText(account.accountMasked)
}

/** One sentence for the months: how many payments come, and the next of them. */
function summaryText({ nextDueAmount, nextDueDate }: LoanDetail, events: readonly CalendarEvent[]): string {
  const number = events.filter(({ kind }) => kind === 'toCome').length
  if (nextDueAmount === null || nextDueDate === null || number === 0)
    return repaymentText('calendarSummaryNone')
  return repaymentText('calendarSummary', {
    number,
    amount: moneyText(nextDueAmount),
    date: dayText(nextDueDate),
  })
}
