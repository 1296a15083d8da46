import { Button } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { PageContent, PageHeading } from '@dolphin/ui/page/page'
import type { CallFailure } from '../api-client/call.ts'
import { leadsElsewhere } from '../api-client/reactions.ts'
import { failureText } from './failure-text.ts'
import { appText } from './messages.ts'

interface ReadingFailedProps {
  failure: CallFailure
  again: () => void
  /** The page has its heading already. */
  headed?: boolean
}

/** Stands where a page could not read what it shows: what happened, and another try. */
export function ReadingFailed({ failure, again, headed = false }: ReadingFailedProps) {
  if (failure.kind === 'aborted') return null
  if (failure.kind === 'refused' && leadsElsewhere(failure)) return null
  return (
    <PageContent width="narrow">
      <Card tone="accent">
        {headed ? (
          <>
            <h2>{appText('readingFailedTitle')}</h2>
            <p>{failureText(failure)}</p>
          </>
        ) : (
          <PageHeading lead={failureText(failure)}>{appText('readingFailedTitle')}</PageHeading>
        )}
        <Button onClick={again}>{appText('tryAgain')}</Button>
      </Card>
    </PageContent>
  )
}
