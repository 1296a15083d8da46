import { Button, buttonClass, type ButtonVariant } from '@dolphin/ui/button/button'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { reads } from '../../api-client/with-queries.tsx'
import { type ChangeKind, loanPath, notNowOf } from '../servicing/change-kinds.ts'
import { loanStatusView, type NextAct } from '../servicing/loan-status-view.ts'
import { CallLink } from '../servicing/overdue-help.tsx'
import styles from './home.module.css'
import { homeText } from './messages.ts'
import type { RepaymentLoan } from './repayment-view.tsx'

/** What a loan in repayment needs next; one that is behind needs help first. */
export const nextActOf = ({ loanStatus, subStatus, daysOverdue }: RepaymentLoan): NextAct => {
  const { next } = loanStatusView(loanStatus, subStatus)
  return next === 'pay' && daysOverdue > 0 ? 'help' : next
}

const ACTS = [
  { act: 'extra-payment', label: 'extraPayment', for: 'pay' },
  { act: 'pay-off', label: 'payOff', for: undefined },
  { act: 'help', label: 'helpWithPayment', for: 'help' },
] as const satisfies readonly { act: ChangeKind; label: string; for: NextAct | undefined }[]

/** The one clear step first, then the acts most often wanted; stopping payments is as near as making them. */
export function RepaymentActs({ loan }: { loan: RepaymentLoan }) {
  const { loanNo } = loan
  const next = nextActOf(loan)
  const choices = useQuery(reads('listChange', { query: { loanNo } })).data?.choices ?? null
  const hasHelp = next === 'help' || (choices !== null && choices.hardship !== null)
  const acts = ACTS.filter(({ act }) => act !== 'help' || hasHelp)
  const shown = acts.toSorted((left, right) => Number(right.for === next) - Number(left.for === next))
  const offered = [...shown.map(({ act }) => act), 'stop-automatic'] as const
  const reasons = new Set(offered.flatMap((act) => notNowOf(loan, act) ?? []))
  return (
    <div className={styles.quickActs}>
      {(next === 'call' || next === 'repair') && <CallLink className={buttonClass('forward')} />}
      {shown.map(({ act, label, for: meant }) => (
        <Act
          key={act}
          loan={loan}
          act={act}
          label={homeText(label)}
          look={meant === next ? 'forward' : 'secondary'}
        />
      ))}
      <Act loan={loan} act="stop-automatic" label={homeText('stopAutomatic')} look="quiet" />
      <Link href={loanPath(loanNo)} className={buttonClass(next === 'wait' ? 'forward' : 'quiet')}>
        {homeText('allActs')}
      </Link>
      {[...reasons].map((reason) => (
        <p key={reason} className={styles.quietNote}>
          {reason}
        </p>
      ))}
    </div>
  )
}

interface ActProps {
  loan: RepaymentLoan
  act: ChangeKind
  label: string
  look: ButtonVariant
}

/** The way to an act; inactive while it may not be asked for. */
function Act({ loan, act, label, look }: ActProps) {
  if (notNowOf(loan, act) !== undefined)
    return (
      <Button variant={look} disabled>
        {label}
      </Button>
    )
  return (
    <Link href={loanPath(loan.loanNo, act)} className={buttonClass(look)}>
      {label}
    </Link>
  )
}
