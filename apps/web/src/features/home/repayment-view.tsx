import { LoanStatus } from '@dolphin/domain/loans/codes'
import { Afterwards } from '@dolphin/ui/afterwards/afterwards'
import { Banner } from '@dolphin/ui/banner/banner'
import { Card } from '@dolphin/ui/card/card'
import { KeyFigures } from '@dolphin/ui/key-figures/key-figures'
import { ProgressMeter } from '@dolphin/ui/progress-meter/progress-meter'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CallValue } from '../../api-client/call.ts'
import { reads } from '../../api-client/with-queries.tsx'
import { QueryView } from '../../app/query-view.tsx'
import { useTickets } from '../../channel/use-tickets.ts'
import { dayText, moneyText } from '../../app/wire-text.ts'
import { ChangeToSign } from '../servicing/change-to-sign.tsx'
import { loanStatusView, type NextAct } from '../servicing/loan-status-view.ts'
import { nextPaymentNote } from '../servicing/next-payment-note.ts'
import { OverdueHelp } from '../servicing/overdue-help.tsx'
import { StatusNotes } from '../servicing/status-notes.tsx'
import { loanStatusText } from '../servicing/loan-status-messages.ts'
import { DoneNext } from './done-next.tsx'
import styles from './home.module.css'
import { homeText } from './messages.ts'
import { PaymentSchedule } from './payment-schedule.tsx'
import { nextActOf, RepaymentActs } from './repayment-acts.tsx'

export type RepaymentLoan = CallValue<'listRepaymentLoan'>['loans'][number]

/** Flag 5: the loan in repayment at a glance, then its payments as a picture and a table, and what stands below. */
export function RepaymentView({ children }: { children: ReactNode }) {
  const loans = useQuery(reads('listRepaymentLoan', {}))
  useTickets(() => void loans.refetch())
  return (
    <QueryView query={loans}>
      {({ loans: [loan] }) => (
        <>
          {loan !== undefined && (
            <>
              <Warnings loan={loan} />
              <LoanAtAGlance loan={loan} />
            </>
          )}
          <Afterwards>
            {loan !== undefined && <PaymentSchedule loanNo={loan.loanNo} />}
            {children}
          </Afterwards>
        </>
      )}
    </QueryView>
  )
}

function LoanAtAGlance({ loan }: { loan: RepaymentLoan }) {
  return (
    <Card tone="accent">
      <h2 className={styles.nextTitle}>{homeText('repaymentTitle')}</h2>
      <p className={styles.quietNote}>{homeText('reference', { loanNo: loan.loanNo })}</p>
      {loan.loanStatus !== LoanStatus.suspended && <p>{loanStatusOf(loan)}</p>}
      <Stage loan={loan} />
      <KeyFigures figures={figuresOf(loan)} />
      <ProgressMeter
        label={homeText('paidSoFar', {
          amount: moneyText(loan.paid),
          paid: loan.installmentsPaid,
          total: loan.installmentsTotal,
        })}
        share={Number(loan.progress)}
      />
      <RepaymentActs loan={loan} />
    </Card>
  )
}

const loanStatusOf = ({ loanStatus, subStatus }: RepaymentLoan): string =>
  loanStatusText(loanStatusView(loanStatus, subStatus).text)

function Stage({ loan }: { loan: RepaymentLoan }) {
  const { installmentsPaid: paid, installmentsTotal: total, nextDueAmount, nextDueDate } = loan
  const next = nextActOf(loan)
  const isDue = next === 'pay' && nextDueAmount !== null
  return (
    <DoneNext
      done={homeText('stagePaid', { paid, total })}
      next={isDue ? homeText('stagePay', { amount: moneyText(nextDueAmount) }) : homeText(NEXT_TEXTS[next])}
      when={isDue && nextDueDate !== null ? dayText(nextDueDate) : undefined}
    />
  )
}

const NEXT_TEXTS = {
  pay: 'stageNothing',
  wait: 'stageNothing',
  help: 'stageHelp',
  call: 'stageCall',
  repair: 'stageRepair',
  continue: 'continue',
  sign: 'sign',
  apply: 'start',
} as const satisfies Record<NextAct, string>

function figuresOf(loan: RepaymentLoan) {
  const { nextPayment, firstPaymentDate } = loan
  return [
    {
      label: homeText('nextPayment'),
      value: nextPayment === null ? homeText('nothingDue') : moneyText(nextPayment.total),
      note:
        nextPayment === null
          ? undefined
          : nextPaymentNote(nextPayment, {
              us: (values) => homeText('nextPaymentOn', values),
              borrower: (values) => homeText('nextPaymentBy', values),
            }),
      strong: true,
    },
    ...(firstPaymentDate === null
      ? []
      : [{ label: homeText('firstPaymentDate'), value: dayText(firstPaymentDate) }]),
    {
      label: homeText('borrowed'),
      value: moneyText(loan.approvedAmount),
      note: homeText('receivedOn', { date: dayText(loan.effectiveDate) }),
    },
    { label: homeText('balance'), value: moneyText(loan.balance) },
    { label: homeText('payoffToday'), value: moneyText(loan.payoffToday) },
  ]
}

function Warnings({ loan }: { loan: RepaymentLoan }) {
  return (
    <>
      <ChangeToSign change={loan.changeToSign} />
      {loan.daysOverdue > 0 && (
        <Banner tone="warning" title={homeText('pastDueTitle')}>
          <p>{homeText('pastDue', { amount: moneyText(loan.pastDueAmount), days: loan.daysOverdue })}</p>
        </Banner>
      )}
      {loan.daysOverdue > 0 && <OverdueHelp loanNo={loan.loanNo} />}
      {loan.loanStatus === LoanStatus.suspended && (
        <Banner tone="warning" title={homeText('suspendedTitle')}>
          <p>{loanStatusOf(loan)}</p>
        </Banner>
      )}
      <StatusNotes notes={loan.statusNotes} />
    </>
  )
}
