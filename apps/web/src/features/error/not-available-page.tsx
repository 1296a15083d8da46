import { Card } from '@dolphin/ui/card/card'
import { PageContent, PageHeading } from '@dolphin/ui/page/page'
import { errorText } from './messages.ts'
import { notAvailableText } from './not-available-messages.ts'

/** Stands in for a route whose page is not built yet, and says so. */
export default function NotAvailablePage() {
  return (
    <PageContent width="narrow">
      <Card>
        <PageHeading lead={notAvailableText('notAvailable')}>
          {notAvailableText('notAvailableTitle')}
        </PageHeading>
        <a href="/home">{errorText('goHome')}</a>
      </Card>
    </PageContent>
  )
}
