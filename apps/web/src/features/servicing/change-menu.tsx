import { LoanStatus } from '@dolphin/domain/loans/codes'
import { buttonClass } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { Icon, type IconName } from '@dolphin/ui/icon/icon'
import { Link } from 'wouter'
import { CancelLoan } from './cancel-loan.tsx'
import { type ChangeKind, type LoanAct, loanPath, notNowOf } from './change-kinds.ts'
import { repaymentText } from './messages.ts'
import styles from './repayment.module.css'
import type { LoanDetail } from './step-props.ts'

const GROUPS = [
  { title: 'groupPay', icon: 'money', acts: ['extra-payment', 'pay-off', 'pay-off-in-n', 'fixed-amount'] },
  { title: 'groupHow', icon: 'bank', acts: ['way-to-pay', 'stop-automatic'] },
  { title: 'groupWhen', icon: 'calendar', acts: ['payday', 'frequency', 'holiday', 'availability'] },
] as const satisfies readonly { title: string; icon: IconName; acts: readonly ChangeKind[] }[]

/** Everything that can be done now; what cannot stands there with its reason. */
export function ChangeMenu({ detail, hasHelp }: { detail: LoanDetail; hasHelp: boolean }) {
  const { loanNo, automatic, loanStatus } = detail
  const reasons = new Set(GROUPS.flatMap(({ acts }) => acts).flatMap((act) => notNowOf(detail, act) ?? []))
  return (
    <Card>
      <h2>{repaymentText('menuTitle')}</h2>
      {hasHelp && (
        <p>
          <Link href={loanPath(loanNo, 'help')} className={buttonClass('secondary')}>
            {repaymentText('help')}
          </Link>
        </p>
      )}
      <div className={styles.menu}>
        {GROUPS.map(({ title, icon, acts }) => (
          <section key={title}>
            <h3 className={styles.menuTitle}>
              <Icon name={icon} /> {repaymentText(title)}
            </h3>
            <ul className={styles.acts}>
              {acts.map((act) => (
                <Act key={act} act={act} detail={detail} />
              ))}
              {title === 'groupHow' && !automatic.on && <Act act="authorization" detail={detail} />}
            </ul>
          </section>
        ))}
      </div>
      {[...reasons].map((reason) => (
        <p key={reason} className={styles.quiet}>
          {reason}
        </p>
      ))}
      {loanStatus === LoanStatus.disbursed && <CancelLoan loanNo={loanNo} />}
    </Card>
  )
}

const LABELS = {
  'extra-payment': 'actExtra',
  'pay-off': 'actPayOff',
  'pay-off-in-n': 'actCount',
  'fixed-amount': 'actFixed',
  help: 'help',
  'way-to-pay': 'actWay',
  'stop-automatic': 'actStop',
  payday: 'actPayday',
  frequency: 'actFrequency',
  holiday: 'actHoliday',
  availability: 'actAvailability',
  authorization: 'actAuthorization',
} as const satisfies Record<LoanAct, string>

function Act({ act, detail }: { act: LoanAct; detail: LoanDetail }) {
  const label = repaymentText(LABELS[act])
  if (act !== 'authorization' && notNowOf(detail, act) !== undefined)
    return (
      <li>
        <span className={styles.notNow}>{repaymentText('notNow', { act: label })}</span>
      </li>
    )
  return (
    <li>
      <Link href={loanPath(detail.loanNo, act)}>{label}</Link>
    </li>
  )
}
