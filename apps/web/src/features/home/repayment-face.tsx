import { LoanStatus } from '@dolphin/domain/loan/loan-status'
import { Banner } from '@dolphin/ui/banner/banner'
import { Card } from '@dolphin/ui/card/card'
import { KeyFigures } from '@dolphin/ui/key-figures/key-figures'
import { useQuery } from '@tanstack/react-query'
import type { CallValue } from '../../api-client/call.ts'
import { reads } from '../../api-client/with-queries.tsx'
import { QueryView } from '../../app/query-view.tsx'
import { useTickets } from '../../channel/use-tickets.ts'
import { dayText, moneyText } from '../../origination/wire-text.ts'
import styles from './home.module.css'
import { homeText } from './messages.ts'
import { PaymentSchedule } from './payment-schedule.tsx'

type RepaymentLoan = CallValue<'listRepaymentLoan'>['loans'][number]

/** Flag 5: the loan in repayment at a glance, then its payments as a picture and a table. */
export function RepaymentFace() {
  const loans = useQuery(reads('listRepaymentLoan', {}))
  useTickets(() => void loans.refetch())
  return (
    <QueryView query={loans}>
      {({ loans: [loan] }) =>
        loan === undefined ? null : (
          <>
            <Warnings loan={loan} />
            <LoanAtAGlance loan={loan} />
            <PaymentSchedule loanNo={loan.loanNo} />
          </>
        )
      }
    </QueryView>
  )
}

function LoanAtAGlance({ loan }: { loan: RepaymentLoan }) {
  return (
    <Card tone="accent">
      <h2 className={styles.nextTitle}>{homeText('repaymentTitle')}</h2>
      <p className={styles.quietNote}>{homeText('reference', { loanNo: loan.loanNo })}</p>
      <KeyFigures figures={figuresOf(loan)} />
    </Card>
  )
}

function figuresOf(loan: RepaymentLoan) {
  const { nextDueAmount, nextDueDate, firstPaymentDate, installmentsPaid, installmentsTotal } = loan
  return [
    {
      label: homeText('nextPayment'),
      value: nextDueAmount === null ? homeText('nothingDue') : moneyText(nextDueAmount),
      note: nextDueDate === null ? undefined : homeText('nextPaymentOn', { date: dayText(nextDueDate) }),
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
    {
      label: homeText('paidSoFar'),
      value: moneyText(loan.paid),
      note: homeText('paymentsDone', { paid: installmentsPaid, total: installmentsTotal }),
    },
  ]
}

function Warnings({ loan }: { loan: RepaymentLoan }) {
  return (
    <>
      {loan.daysOverdue > 0 && (
        <Banner tone="warning" title={homeText('pastDueTitle')}>
          <p>{homeText('pastDue', { amount: moneyText(loan.pastDueAmount), days: loan.daysOverdue })}</p>
        </Banner>
      )}
      {loan.loanStatus === LoanStatus.suspended && (
        <Banner tone="warning" title={homeText('suspendedTitle')}>
          <p>{homeText('suspended')}</p>
        </Banner>
      )}
    </>
  )
}
