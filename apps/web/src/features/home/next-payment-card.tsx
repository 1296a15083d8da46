import { buttonClass } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { LeadAmount } from '@dolphin/ui/lead-amount/lead-amount'
import { Pill } from '@dolphin/ui/pill/pill'
import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import { loadChunk } from '../../app/page-loader.ts'
import { Waiting } from '../../app/waiting.tsx'
import { accountName, dayText, moneyText } from '../../app/wire-text.ts'
import { serverClock } from '../../time/server-clock.ts'
import { loanPath, notNowOf } from '../servicing/change-kinds.ts'
import { loanStatusText } from '../servicing/loan-status-messages.ts'
import { isPaused, loanStatusView } from '../servicing/loan-status-view.ts'
import { momentText } from '../servicing/moment-text.ts'
import { CallLink } from '../servicing/overdue-help.tsx'
import styles from './home.module.css'
import { repaymentHomeText } from './repayment-messages.ts'
import type { RepaymentLoan } from './repayment-view.tsx'

const PaymentToSend = lazy(() => loadChunk(() => import('./payment-to-send.tsx'), import.meta.url))

type NextPayment = NonNullable<RepaymentLoan['nextPayment']>

/** How much, when, from where, whether something is to be done, and until when it can be changed. */
export function NextPaymentCard({ loan }: { loan: RepaymentLoan }) {
  const { nextPayment, automatic, loanStatus, subStatus } = loan
  if (nextPayment === null || isPaused(loanStatus, subStatus)) return <NothingDue loan={loan} />
  const isOfSchedule = nextPayment.parts.some(({ purpose }) => OF_SCHEDULE.includes(purpose))
  if (nextPayment.sentBy === 'borrower' || (isOfSchedule && !automatic.on))
    return (
      <Suspense fallback={<Waiting />}>
        <PaymentToSend loan={loan} next={nextPayment} />
      </Suspense>
    )
  return <PaymentTaken loan={loan} next={nextPayment} />
}

/** What automatic payments take; a payment that was confirmed once is taken without them. */
const OF_SCHEDULE: readonly NextPayment['parts'][number]['purpose'][] = ['installment', 'representment']

/** While a loan is suspended nothing is taken and nothing is asked for. Source: product.md §4. */
function NothingDue({ loan: { loanStatus, subStatus } }: { loan: RepaymentLoan }) {
  const { text, next } = loanStatusView(loanStatus, subStatus)
  return (
    <Card tone="accent">
      <h2>{repaymentHomeText('nothingDueTitle')}</h2>
      <p>{isPaused(loanStatus, subStatus) ? repaymentHomeText('nothingDue') : loanStatusText(text)}</p>
      {(next === 'call' || next === 'repair') && <CallLink className={buttonClass('forward')} />}
    </Card>
  )
}

function PaymentTaken({ loan, next }: { loan: RepaymentLoan; next: NextPayment }) {
  const { loanNo, loanStatus, subStatus } = loan
  const reason = notNowOf(loan, 'extra-payment')
  return (
    <Card tone="accent">
      <div className={styles.cardHead}>
        <h2 className={styles.eyebrow}>{repaymentHomeText('nextPayment')}</h2>
        {loan.automatic.on && <Pill tone="good">{repaymentHomeText('autopayOn')}</Pill>}
      </div>
      <p>
        <LeadAmount amount={moneyText(next.total)}>{dayText(next.date)}</LeadAmount>
      </p>
      <p className={styles.quietNote}>
        {takenText(loan)} {repaymentHomeText('nothingToDo')} {partsText(next)}
      </p>
      {next.reason !== null && <p className={styles.quietNote}>{next.reason}</p>}
      <p className={styles.quietNote}>{loanStatusText(loanStatusView(loanStatus, subStatus).text)}</p>
      <div className={styles.pair}>
        {reason === undefined && (
          <Link href={loanPath(loanNo, 'extra-payment')} className={buttonClass('secondary')}>
            {repaymentHomeText('payExtra')}
          </Link>
        )}
        <Link href={loanPath(loanNo)} className={buttonClass('secondary')}>
          {repaymentHomeText('changeIt')}
        </Link>
      </div>
      <p className={styles.hint}>
        {changeableText(next)} {reason}
      </p>
      {loan.automatic.on && (
        <p className={styles.hint}>
          <Link href={loanPath(loanNo, 'stop-automatic')}>{repaymentHomeText('turnOff')}</Link>
        </p>
      )}
    </Card>
  )
}

const takenText = ({ account }: RepaymentLoan): string =>
  account === null ? '' : repaymentHomeText('takenFrom', { account: accountName(account) })

const partsText = ({ parts }: NextPayment): string =>
  parts.length < 2
    ? ''
    : repaymentHomeText('parts', { parts: parts.map(({ amount }) => moneyText(amount)).join(' + ') })

function changeableText({ changeableUntil }: NextPayment): string {
  if (changeableUntil === null || new Date(changeableUntil) <= serverClock.now())
    return repaymentHomeText('tooLate')
  return repaymentHomeText('changeUntil', { moment: momentText(changeableUntil) })
}
