import { buttonClass } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { StatePicture } from '@dolphin/ui/state-picture/state-picture'
import { PageContent } from '@dolphin/ui/page/page'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { usePageTitle } from '../../app/page-title.ts'
import { StepHeading } from '../../app/step-heading.tsx'
import styles from './agreement.module.css'
import { agreementText } from './messages.ts'
import { announceSigned } from './signed-notice.ts'
import { signingWords } from './signing-words.ts'

/** What stands behind the countdown, and stays for those who stay. */
export function SignedView({ requestCode, isAmendment }: { requestCode: string; isAmendment: boolean }) {
  const words = signingWords(isAmendment)
  usePageTitle(words('signedTitle'))
  useEffect(() => announceSigned(requestCode), [requestCode])
  return (
    <PageContent width="narrow">
      <Card tone="accent">
        <StatePicture icon="check" tone="success" />
        <StepHeading lead={words('signedLead')}>{words('signedTitle')}</StepHeading>
        <div className={styles.acts}>
          <Link className={buttonClass('forward')} href="/home">
            {agreementText('goHome')}
          </Link>
          <Link className={buttonClass('secondary')} href="/documents">
            {agreementText('goDocuments')}
          </Link>
        </div>
      </Card>
    </PageContent>
  )
}
