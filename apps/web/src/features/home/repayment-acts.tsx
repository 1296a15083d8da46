import { buttonClass } from '@dolphin/ui/button/button'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { reads } from '../../api-client/with-queries.tsx'
import { type LoanAct, loanPath } from '../servicing/change-kinds.ts'
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
] as const satisfies readonly { act: LoanAct; label: string; for: NextAct | undefined }[]

/** The one clear step first, then the acts most often wanted; stopping payments is as near as making them. */
export function RepaymentActs({ loan }: { loan: RepaymentLoan }) {
  const { loanNo } = loan
  const next = nextActOf(loan)
  const choices = useQuery(reads('listChange', { query: { loanNo } })).data?.choices ?? null
  const hasHelp = next === 'help' || (choices !== null && choices.hardship !== null)
  const acts = ACTS.filter(({ act }) => act !== 'help' || hasHelp)
  const shown = acts.toSorted((left, right) => Number(right.for === next) - Number(left.for === next))
  return (
    <div className={styles.quickActs}>
      {(next === 'call' || next === 'repair') && <CallLink className={buttonClass('forward')} />}
      {shown.map(({ act, label, for: meant }) => (
        <Link
          key={act}
          href={loanPath(loanNo, act)}
          className={buttonClass(meant === next ? 'forward' : 'secondary')}
        >
          {homeText(label)}
        </Link>
      ))}
      <Link href={loanPath(loanNo, 'stop-automatic')} className={buttonClass('quiet')}>
        {homeText('stopAutomatic')}
      </Link>
      <Link href={loanPath(loanNo)} className={buttonClass(next === 'wait' ? 'forward' : 'quiet')}>
        {homeText('allActs')}
      </Link>
    </div>
  )
}
