import { formatPhone } from '@dolphin/domain/format/phone'
import { NotificationCode } from '@dolphin/domain/loans/codes'
import { buttonClass } from '@dolphin/ui/button/button'
import { Link } from 'wouter'
import { isCustomer } from '../../api-client/session.ts'
import { bootData } from '../../app/boot.ts'
import { notificationText } from './messages.ts'
import styles from './notification.module.css'
import { useReasons } from './reasons.tsx'
import { bankLinkPath, useApplicationContext } from './application-context.ts'

/** The next step of each notification, and the phone where somebody helps. */
export function NextActs({ code }: { code: NotificationCode }) {
  return (
    <div className={styles.acts}>
      <FirstAct code={code} />
      {NEEDS_HELP.includes(code) && <CallUs />}
    </div>
  )
}

const NEEDS_HELP: readonly NotificationCode[] = [
  NotificationCode.noQualifiedAmount,
  NotificationCode.withdrawn,
  NotificationCode.invalidLink,
]

function FirstAct({ code }: { code: NotificationCode }) {
  if (code === NotificationCode.noQualifiedAmount) return <RetryBank />
  if (code === NotificationCode.cancelUpload) return <StartUploadAgain />
  return <WayHome />
}

/** product.md §4: 203 has a button to retry with another bank account. */
function RetryBank() {
  const context = useApplicationContext()
  const usedUp = useReasons(context)?.triesLeft === 0
  return (
    <>
      {!usedUp && (
        <Link
          className={buttonClass('forward')}
          href={context ? bankLinkPath(context) : '/home'}
          aria-disabled={context === undefined || undefined}
        >
          {notificationText('retry')}
        </Link>
      )}
      <Link
        className={buttonClass(usedUp ? 'forward' : 'secondary')}
        href={context ? bankLinkPath(context, true) : '/home'}
        aria-disabled={context === undefined || undefined}
      >
        {notificationText('statement')}
      </Link>
    </>
  )
}

function StartUploadAgain() {
  const context = useApplicationContext()
  return (
    <>
      <Link className={buttonClass('forward')} href={context ? bankLinkPath(context, true) : '/home'}>
        {notificationText('startAgain')}
      </Link>
      <WayHome secondary />
    </>
  )
}

function WayHome({ secondary = false }: { secondary?: boolean }) {
  const signedIn = isCustomer()
  return (
    <Link className={buttonClass(secondary ? 'secondary' : 'forward')} href={signedIn ? '/home' : '/sign-in'}>
      {notificationText(signedIn ? 'goHome' : 'goSignIn')}
    </Link>
  )
}

function CallUs() {
  const { phone } = bootData().portfolio
  return (
    <a className={buttonClass('secondary')} href={`tel:+1${phone}`}>
      {notificationText('call', { phone: formatPhone(phone) })}
    </a>
  )
}
