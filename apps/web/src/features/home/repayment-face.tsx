import { LoanStatus } from '@dolphin/domain/loan/loan-status'
import { Banner } from '@dolphin/ui/banner/banner'
import { buttonClass } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { KeyFigures } from '@dolphin/ui/key-figures/key-figures'
import { ProgressMeter } from '@dolphin/ui/progress-meter/progress-meter'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { CallValue } from '../../api-client/call.ts'
import { reads } from '../../api-client/with-queries.tsx'
import { QueryView } from '../../app/query-view.tsx'
import { useTickets } from '../../channel/use-tickets.ts'
import { dayText, moneyText } from '../../origination/wire-text.ts'
import { loanPath } from '../../servicing/change-kinds.ts'
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
      <ProgressMeter
        label={homeText('paidSoFar', {
          amount: moneyText(loan.paid),
          paid: loan.installmentsPaid,
          total: loan.installmentsTotal,
        })}
        share={Number(loan.progress)}
      />
      <QuickActs loan={loan} />
    </Card>
  )
}

/** The two acts most often wanted, help where the server offers it, and the way to all others. */
function QuickActs({ loan: { loanNo } }: { loan: RepaymentLoan }) {
  const choices = useQuery(reads('listChange', { query: { loanNo } })).data?.choices ?? null
  const hasHelp = choices !== null && choices.hardship !== null
  return (
    <div className={styles.quickActs}>
      <Link href={loanPath(loanNo, 'extra-payment')} className={buttonClass('forward')}>
        {homeText('extraPayment')}
      </Link>
      <Link href={loanPath(loanNo, 'pay-off')} className={buttonClass('secondary')}>
        {homeText('payOff')}
      </Link>
      {hasHelp && (
        <Link href={loanPath(loanNo, 'help')} className={buttonClass('secondary')}>
          {homeText('helpWithPayment')}
        </Link>
      )}
      <Link href={loanPath(loanNo)} className={buttonClass('quiet')}>
        {homeText('allActs')}
      </Link>
    </div>
  )
}

function figuresOf(loan: RepaymentLoan) {
  const { nextDueAmount, nextDueDate, firstPaymentDate } = loan
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
