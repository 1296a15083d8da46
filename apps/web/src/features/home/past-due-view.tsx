import { buttonClass } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { FigureRows } from '@dolphin/ui/figure-rows/figure-rows'
import { LeadAmount } from '@dolphin/ui/lead-amount/lead-amount'
import { Pill } from '@dolphin/ui/pill/pill'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { CallValue } from '../../api-client/call.ts'
import { reads } from '../../api-client/with-queries.tsx'
import { QueryView } from '../../app/query-view.tsx'
import { accountName, dayText, moneyText } from '../../app/wire-text.ts'
import { loanPath, notNowOf } from '../servicing/change-kinds.ts'
import { CallLink } from '../servicing/overdue-help.tsx'
import { payNowPath } from '../servicing/pay-now.ts'
import styles from './home.module.css'
import { repaymentHomeText } from './repayment-messages.ts'
import type { RepaymentLoan } from './repayment-view.tsx'

type Detail = CallValue<'paymentDetail'>

/** A loan that is behind: paying it now first, help beside it, and what happens without either. */
export default function PastDueView({ loan }: { loan: RepaymentLoan }) {
  const { loanNo } = loan
  const detail = useQuery(reads('paymentDetail', { query: { loanNo } }))
  return (
    <QueryView query={detail}>
      {(found) => (
        <div>
          <Card tone="accent">
            <PastDue loan={loan} detail={found} />
          </Card>
          <Card>
            <h2>{repaymentHomeText('ifNothing')}</h2>
            <IfNothing detail={found} />
          </Card>
        </div>
      )}
    </QueryView>
  )
}

function PastDue({ loan, detail }: { loan: RepaymentLoan; detail: Detail }) {
  const { loanNo, pastDueAmount, daysOverdue, pastDueParts } = loan
  const [oldest] = pastDueParts
  return (
    <>
      <div className={styles.cardHead}>
        <h2 className={styles.eyebrow}>{whatText(loan)}</h2>
        <Pill tone="bad">{repaymentHomeText('pastDue', { days: daysOverdue })}</Pill>
      </div>
      <p>
        <LeadAmount amount={moneyText(pastDueAmount)} />
      </p>
      {oldest !== undefined && (
        <p className={styles.quietNote}>
          {repaymentHomeText(pastDueParts.length > 1 ? 'pastDueSince' : 'pastDueOn', {
            date: dayText(oldest.dueDate),
          })}{' '}
          {reasonOf(detail, oldest.installmentNo)}
        </p>
      )}
      <div className={styles.acts}>
        <PayNow loan={loan} />
        <Link href={loanPath(loanNo, 'help')} className={buttonClass('secondary')}>
          {repaymentHomeText('cannotPay')}
        </Link>
        <CallLink className={buttonClass('quiet')} />
      </div>
    </>
  )
}

function whatText({ pastDueParts, installmentsTotal }: RepaymentLoan): string {
  const [only, another] = pastDueParts
  if (another !== undefined) return repaymentHomeText('pastDueTotal', { number: pastDueParts.length })
  return only === undefined || only.installmentNo === null
    ? repaymentHomeText('pastDueRest')
    : repaymentHomeText('pastDuePart', { number: only.installmentNo, total: installmentsTotal })
}

/** Why the payment was not made, as the bank or the eligibility check said it last. */
const reasonOf = ({ timeline }: Detail, installmentNo: number | null): string | null =>
  timeline.findLast((payment) => payment.installmentNo === installmentNo && payment.reason !== null)
    ?.reason ?? null

/** All that is past due, on the earliest day, from the account; else why that may not be asked for now. */
function PayNow({ loan }: { loan: RepaymentLoan }) {
  const { loanNo, account, pastDueAmount } = loan
  const choices = useQuery(reads('listChange', { query: { loanNo } })).data?.choices ?? undefined
  const reason = notNowOf(loan, 'extra-payment')
  if (reason !== undefined) return <p className={styles.quietNote}>{reason}</p>
  if (account === null) return null
  const [date] = choices?.debitDates ?? []
  const shown = { account: accountName(account) }
  return (
    <>
      <Link href={payNowPath({ loanNo, amount: pastDueAmount }, choices)} className={buttonClass('forward')}>
        {repaymentHomeText('payNow', { amount: moneyText(pastDueAmount) })}
      </Link>
      <p className={styles.hint}>
        {date === undefined
          ? repaymentHomeText('payNowWait', shown)
          : repaymentHomeText('payNowHint', { ...shown, date: dayText(date) })}
      </p>
    </>
  )
}

const SHOWN = 2

/** The next payments that are taken anyhow, and the fee that is in what is owed. */
function IfNothing({ detail }: { detail: Detail }) {
  const { timeline, account, transactionFees } = detail
  const coming = timeline.filter(({ direction, phase }) => direction === 'in' && phase === 'scheduled')
  const fee = transactionFees.findLast(({ kind }) => kind === 'returnedPaymentFee')
  const rows = coming.slice(0, SHOWN).map((payment) => ({
    label: dayText(payment.date),
    value: moneyText(payment.amount),
    note: paymentText(payment),
    valueNote:
      payment.sentBy === 'us' && account !== null
        ? repaymentHomeText('fromAccount', { account: accountName(account) })
        : repaymentHomeText('youSend'),
  }))
  return (
    <>
      {rows.length === 0 ? <p>{repaymentHomeText('nothingDue')}</p> : <FigureRows rows={rows} />}
      <p className={styles.note}>
        {fee === undefined
          ? repaymentHomeText('noFeeNote')
          : repaymentHomeText('feeNote', { fee: moneyText(fee.amount) })}
      </p>
    </>
  )
}

function paymentText({ purpose, installmentNo }: Detail['timeline'][number]): string {
  if (installmentNo === null) return repaymentHomeText('otherPayment')
  return repaymentHomeText(purpose === 'representment' ? 'retryOf' : 'paymentNo', { number: installmentNo })
}
