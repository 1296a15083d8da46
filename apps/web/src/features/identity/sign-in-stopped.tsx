import { formatPhone } from '@dolphin/domain/format/phone'
import { AccountStatus } from '@dolphin/domain/identity/codes'
import { Button, ButtonRow, buttonClass } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { PageContent, PageHeading } from '@dolphin/ui/page/page'
import { Link } from 'wouter'
import { bootData } from '../../app/boot.ts'
import { useHeadingFocus } from '../../app/heading-focus.ts'
import { usePageTitle } from '../../app/page-title.ts'
import { stoppedText } from './stopped-messages.ts'

export type Stop = 'locked' | AccountStatus

interface SignInStoppedProps {
  why: Stop
  /** The codes were the authenticator's. */
  byApp?: boolean
  onBack: () => void
}

/** Where signing in ends: five wrong codes, an account on hold, a closed one; each with what to do now. */
export default function SignInStopped({ why, byApp = false, onBack }: SignInStoppedProps) {
  useHeadingFocus()
  if (why === 'locked') return <Locked byApp={byApp} onBack={onBack} />
  return <Held frozen={why === AccountStatus.frozen} onBack={onBack} />
}

function Locked({ byApp, onBack }: { byApp: boolean; onBack: () => void }) {
  usePageTitle(stoppedText('lockedTitle'))
  return (
    <PageContent width="narrow">
      <Card tone="accent">
        <PageHeading lead={stoppedText('locked')}>{stoppedText('lockedTitle')}</PageHeading>
        <p>{stoppedText(byApp ? 'lockedApp' : 'lockedNext')}</p>
        <ButtonRow>
          <Link href="/send-reset-link" className={buttonClass('secondary')}>
            {stoppedText('newPassword')}
          </Link>
          <Button onClick={onBack}>{stoppedText('signInAgain')}</Button>
        </ButtonRow>
      </Card>
    </PageContent>
  )
}

function Held({ frozen, onBack }: { frozen: boolean; onBack: () => void }) {
  const { phone, hours } = bootData().portfolio
  const title = stoppedText(frozen ? 'frozenTitle' : 'inactiveTitle')
  usePageTitle(title)
  return (
    <PageContent width="narrow">
      <Card tone="accent">
        <PageHeading lead={stoppedText(frozen ? 'frozen' : 'inactive')}>{title}</PageHeading>
        <p>{stoppedText(frozen ? 'frozenNext' : 'inactiveNext')}</p>
        <p>{stoppedText('paymentsGoOn')}</p>
        <p>{stoppedText('hours', { hours })}</p>
        <ButtonRow>
          <Button variant="secondary" onClick={onBack}>
            {stoppedText('back')}
          </Button>
          <a href={`tel:+1${phone}`} className={buttonClass('forward')}>
            {stoppedText('call', { phone: formatPhone(phone) })}
          </a>
        </ButtonRow>
      </Card>
    </PageContent>
  )
}
