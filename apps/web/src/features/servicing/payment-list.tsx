import { Button } from '@dolphin/ui/button/button'
import { Icon, type IconName } from '@dolphin/ui/icon/icon'
import { useState } from 'react'
import { accountName, dayText, moneyText } from '../../app/wire-text.ts'
import { isNothingAsked } from './loan-status-view.ts'
import { repaymentText } from './messages.ts'
import styles from './payment-list.module.css'
import { type Payment, type Phase, paymentName } from './phase-text.ts'
import type { LoanDetail } from './step-props.ts'

/** So many payments on a phone before the rest is asked for; where there is room, all. */
const SHOWN = 5

/** Every payment, one line each: its day, its amount, and in words how it stands. */
export function PaymentList({ detail }: { detail: LoanDetail }) {
  const [all, setAll] = useState(false)
  const payments = detail.timeline.filter(({ direction }) => direction === 'in')
  const next = payments.findIndex(({ phase }) => phase === 'scheduled' || phase === 'sent')
  // The last one that is done stands before the next
  const from = next === -1 ? Math.max(0, payments.length - SHOWN) : Math.max(0, next - 1)
  const isShown = (index: number) => all || (index >= from && index < from + SHOWN)
  if (payments.length === 0) return <p>{repaymentText('timelineNothing')}</p>
  return (
    <>
      <ul className={styles.list}>
        {payments.map((payment, index) => (
          <li
            key={payment.transactionNo ?? `${payment.installmentNo} ${payment.date}`}
            className={`${styles.row} ${index === next ? styles.next : ''} ${isShown(index) ? '' : styles.later}`}
          >
            <Line payment={payment} detail={detail} isNext={index === next} />
          </li>
        ))}
      </ul>
      {!all && payments.length > SHOWN && (
        <p className={styles.more}>
          <Button variant="quiet" onClick={() => setAll(true)}>
            {repaymentText('listAll', { number: payments.length })}
          </Button>
        </p>
      )}
    </>
  )
}

interface LineProps {
  payment: Payment
  detail: LoanDetail
  isNext: boolean
}

function Line({ payment, detail, isNext }: LineProps) {
  const { date, amount, phase, purpose, reason } = payment
  return (
    <>
      <p className={styles.head}>
        <span>{dayText(date)}</span>
        <span>{moneyText(amount)}</span>
      </p>
      <p className={`${styles.status} ${isCovered(payment, detail) ? '' : styles[phase]}`}>
        <Icon name={ICONS[phase]} size={16} />
        <span>
          {purpose !== 'installment' && `${paymentName(payment)}. `}
          {statusText(payment, detail, isNext)}
          {reason !== null && phase !== 'taken' && phase !== 'cleared' && ` ${reason}`}
        </span>
      </p>
    </>
  )
}

const ICONS = {
  scheduled: 'calendar',
  sent: 'forward',
  taken: 'check',
  cleared: 'check',
  cameBack: 'warning',
  notSent: 'warning',
  pastDue: 'warning',
} as const satisfies Record<Phase, IconName>

const STATUS = {
  scheduled: 'listScheduled',
  sent: 'listSent',
  taken: 'listPaid',
  cleared: 'listPaid',
  cameBack: 'listReturned',
  notSent: 'phaseNotSent',
  pastDue: 'phasePastDue',
} as const satisfies Record<Phase, Parameters<typeof repaymentText>[0]>

function statusText(payment: Payment, detail: LoanDetail, isNext: boolean): string {
  const { phase } = payment
  if (phase === 'scheduled') return `${scheduledText(payment, detail, isNext)}${lastText(payment, detail)}`
  if (!isCovered(payment, detail)) return repaymentText(STATUS[phase])
  return repaymentText(detail.settled ? 'listSettled' : 'listCovered')
}

/** It came back or was not taken, and is owed no more. */
const isCovered = ({ phase, installmentNo }: Payment, { pastDueParts, subStatus }: LoanDetail): boolean =>
  ASTRAY.includes(phase) &&
  // Nothing is past due where nothing is asked.
  !isNothingAsked(subStatus) &&
  installmentNo !== null &&
  pastDueParts.every((part) => part.installmentNo !== installmentNo)

const ASTRAY: readonly Phase[] = ['cameBack', 'notSent', 'pastDue']

function scheduledText(
  { installmentNo, transactionNo }: Payment,
  { account, nextPayment }: LoanDetail,
  isNext: boolean,
): string {
  if (!isNext || nextPayment === null) return repaymentText('listScheduled')
  const part =
    transactionNo === null ? nextPayment.parts.find((one) => one.installmentNo === installmentNo) : undefined
  if ((part ?? nextPayment).sentBy === 'borrower' || account === null) return repaymentText('listNextSend')
  return repaymentText('listNext', { account: accountName(account) })
}

/** The last payment is what is left, so it is often a little less than the others. */
function lastText({ installmentNo, amount }: Payment, { installments }: LoanDetail): string {
  const [last, before] = [installments.at(-1), installments.at(-2)]
  if (installmentNo === null || last?.installmentNo !== installmentNo || before === undefined) return ''
  return ` ${repaymentText(amount === before.amount ? 'listLast' : 'listLastRest')}`
}
