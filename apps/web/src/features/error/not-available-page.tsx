import { Card } from '@dolphin/ui/card/card'
import { PageContent, PageHeading } from '@dolphin/ui/page/page'
import { errorText } from './messages.ts'

/** Stands in for a route whose page is not built yet, and says so. */
export default function NotAvailablePage() {
  return (
    <PageContent width="narrow">
      <Card>
        <PageHeading lead={errorText('notAvailable')}>{errorText('notAvailableTitle')}</PageHeading>
        <a href="/home">{errorText('goHome')}</a>
      </Card>
    </PageContent>
  )
}
