import { formatPhone } from '@dolphin/domain/format/phone'
import { DAY_MS } from '@dolphin/domain/time/durations'
import { buttonClass } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { Icon, type IconName } from '@dolphin/ui/icon/icon'
import { LeadAmount } from '@dolphin/ui/lead-amount/lead-amount'
import { Pill } from '@dolphin/ui/pill/pill'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { reads } from '../../api-client/with-queries.tsx'
import { bootData } from '../../app/boot.ts'
import { accountName, dayText, moneyText } from '../../app/wire-text.ts'
import { serverClock } from '../../time/server-clock.ts'
import { loanPath, notNowOf } from '../servicing/change-kinds.ts'
import { payNowPath } from '../servicing/pay-now.ts'
import styles from './home.module.css'
import { repaymentHomeText } from './repayment-messages.ts'
import type { RepaymentLoan } from './repayment-view.tsx'

interface PaymentToSendProps {
  loan: RepaymentLoan
  next: NonNullable<RepaymentLoan['nextPayment']>
}

/** A payment that is not taken by itself: why, and what to send, by when and where, until autopay is on again. */
export default function PaymentToSend({ loan, next }: PaymentToSendProps) {
  const { automatic } = loan
  const isHeld = next.sentBy === 'us'
  return (
    <div>
      <Card tone="accent">
        <div className={styles.cardHead}>
          <h2 className={styles.eyebrow}>{repaymentHomeText('nextPayment')}</h2>
          <Pill tone="warning">{repaymentHomeText(isHeld ? 'onHold' : 'youSend')}</Pill>
        </div>
        <p>
          <LeadAmount amount={moneyText(next.total)}>
            {repaymentHomeText('dueOn', { date: dayText(next.date) })}
          </LeadAmount>
        </p>
        <p className={styles.quietNote}>
          {repaymentHomeText(isHeld ? 'onHoldLead' : automatic.on ? 'thisOneIsYours' : 'autopayOff')}{' '}
          {next.reason ?? automatic.reason}
        </p>
        <div className={styles.acts}>
          <PayOnce loan={loan} next={next} />
        </div>
      </Card>
      <Card>
        <h2>{repaymentHomeText('waysTitle')}</h2>
        <Ways loanNo={loan.loanNo} dueDate={next.date} />
        {!automatic.on && (
          <div className={styles.acts}>
            <Link href={loanPath(loan.loanNo, 'authorization')} className={buttonClass('secondary')}>
              {repaymentHomeText('turnOn')}
            </Link>
          </div>
        )}
      </Card>
    </div>
  )
}

function PayOnce({ loan, next }: PaymentToSendProps) {
  const { loanNo, account } = loan
  const choices = useQuery(reads('listChange', { query: { loanNo } })).data?.choices ?? undefined
  const reason = notNowOf(loan, 'extra-payment')
  if (reason !== undefined) return <p className={styles.quietNote}>{reason}</p>
  if (account === null) return null
  return (
    <>
      <Link
        href={payNowPath({ loanNo, amount: next.total }, choices, { pickDay: true })}
        className={buttonClass('forward')}
      >
        {repaymentHomeText('payOnce', { amount: moneyText(next.total) })}
      </Link>
      <p className={styles.hint}>{repaymentHomeText('payOnceHint', { account: accountName(account) })}</p>
    </>
  )
}

/** A letter of the mail is given so many days; our decision. */
const MAIL_DAYS = 7

/** The day by which a payment due on a day is mailed; undefined once that day has passed. */
function mailBy(dueDate: string): string | undefined {
  const day = new Date(new Date(`${dueDate}T00:00:00Z`).getTime() - MAIL_DAYS * DAY_MS)
  return day > serverClock.now() ? day.toISOString().slice(0, 10) : undefined
}

function Ways({ loanNo, dueDate }: { loanNo: string; dueDate: string }) {
  const { legalName, address, phone } = bootData().portfolio
  const mailDay = mailBy(dueDate)
  return (
    <ul className={styles.ways}>
      <Way icon="phone" title={repaymentHomeText('byCard')}>
        {repaymentHomeText('byCardHint', { phone: formatPhone(phone), date: dayText(dueDate) })}
      </Way>
      {mailDay !== undefined && (
        <Way icon="mail" title={repaymentHomeText('byMail')}>
          {repaymentHomeText('byMailHint', { date: dayText(mailDay), loanNo })}
          <span className={styles.address}>
            {legalName}
            <br />
            {address}
          </span>
        </Way>
      )}
    </ul>
  )
}

function Way({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <li className={styles.way}>
      <Icon name={icon} />
      <div>
        <strong>{title}</strong>
        <p className={styles.hint}>{children}</p>
      </div>
    </li>
  )
}
