import { SignStatus } from '@dolphin/domain/loans/codes'
import { formatPhone } from '@dolphin/domain/format/phone'
import { buttonClass } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { PageContent } from '@dolphin/ui/page/page'
import { StatePicture } from '@dolphin/ui/state-picture/state-picture'
import { Link } from 'wouter'
import { bootData } from '../../app/boot.ts'
import { usePageTitle } from '../../app/page-title.ts'
import { StepHeading } from '../../app/step-heading.tsx'
import { agreementText } from './messages.ts'
import styles from './agreement.module.css'
import { NewSigning } from './prepare-agreement.tsx'
import { signingWords } from './signing-words.ts'

type Stopped = Exclude<SignStatus, typeof SignStatus.notSigned | typeof SignStatus.signed>

const TEXTS = {
  [SignStatus.expired]: { title: 'expiredTitle', lead: 'expiredLead', again: 'prepareNew', icon: 'clock' },
  [SignStatus.cancelled]: {
    title: 'canceledTitle',
    lead: 'canceledLead',
    again: 'prepareNew',
    icon: 'close',
  },
  [SignStatus.voided]: { title: 'voidedTitle', lead: 'voidedLead', again: 'seeNew', icon: 'document' },
  [SignStatus.suspended]: { title: 'suspendedTitle', lead: 'suspendedLead', again: undefined, icon: 'lock' },
} as const satisfies Record<Stopped, object>

interface StoppedViewProps {
  signStatus: Stopped | null
  loanNo: string | null
  /** A change of a loan is sent by the lender: it is asked for by phone. */
  isAmendment: boolean
}

/** A signing that cannot go on: why, and what to do instead. */
export function StoppedView({ signStatus, loanNo, isAmendment }: StoppedViewProps) {
  const { title, lead, again, icon } = TEXTS[signStatus ?? SignStatus.expired]
  const { phone } = bootData().portfolio
  const words = signingWords(isAmendment)
  usePageTitle(words(title))
  return (
    <PageContent width="narrow">
      <Card tone="accent">
        <StatePicture icon={icon} />
        <StepHeading lead={words(lead)}>{words(title)}</StepHeading>
        <div className={styles.acts}>
          {again && !isAmendment ? (
            <NewSigning loanNo={loanNo} label={agreementText(again)} />
          ) : (
            <a className={buttonClass('forward')} href={`tel:+1${phone}`}>
              {agreementText('call', { phone: formatPhone(phone) })}
            </a>
          )}
          <Link className={buttonClass('secondary')} href="/home">
            {agreementText('goHome')}
          </Link>
        </div>
      </Card>
    </PageContent>
  )
}
