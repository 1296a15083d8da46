import { Banner } from '@dolphin/ui/banner/banner'
import { Button } from '@dolphin/ui/button/button'
import type { CallFailure } from '../../api-client/call.ts'
import { leadsElsewhere } from '../../api-client/reactions.ts'
import { failureText } from '../../app/failure-text.ts'
import { appText } from '../../app/messages.ts'

/** Stands where a part of a screen could not be read; the rest of it, and what was typed, stays. */
export function ReadingFailedHere({ failure, again }: { failure: CallFailure; again: () => void }) {
  if (failure.kind === 'aborted') return null
  if (failure.kind === 'refused' && leadsElsewhere(failure)) return null
  return (
    <Banner tone="warning" live>
      <p>{failureText(failure)}</p>
      <Button variant="secondary" onClick={again}>
        {appText('tryAgain')}
      </Button>
    </Banner>
  )
}
