import { buttonClass } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { PageContent } from '@dolphin/ui/page/page'
import { Link } from 'wouter'
import { usePageTitle } from '../../app/page-title.ts'
import { StepHeading } from '../../app/step-heading.tsx'
import { applicationText } from './messages.ts'

/** An application that is over, with the way to a new one. */
export function ClosedScreen() {
  usePageTitle(applicationText('notAnyMore'))
  return (
    <PageContent width="narrow">
      <Card tone="accent">
        <StepHeading lead={applicationText('notAnyMoreLead')}>{applicationText('notAnyMore')}</StepHeading>
        <Link href="/guidance" className={buttonClass('forward')}>
          {applicationText('startNew')}
        </Link>
      </Card>
    </PageContent>
  )
}
