import { Banner } from '@dolphin/ui/banner/banner'
import { Button } from '@dolphin/ui/button/button'
import { isSignedOut } from '../calls/call.ts'
import type { CallFailure } from '../calls/call-failure.ts'
import { failureText } from '../calls/failure-text.ts'

interface ReadingFailedProps {
  failure: CallFailure
  onAgain: () => void
}

/** In place of what could not be read: why, and the way to try again. Nothing where sign-in follows anyway. */
export function ReadingFailed({ failure, onAgain }: ReadingFailedProps) {
  if (isSignedOut(failure)) return null
  return (
    <div className="page narrow">
      <Banner tone="danger" title="This could not be read" live>
        <p>{failureText(failure)}</p>
      </Banner>
      <Button variant="secondary" onClick={onAgain}>
        Try again
      </Button>
    </div>
  )
}

/** In place of what is on its way; it says so only after a moment. */
export function Waiting() {
  return (
    <p className="waiting muted" role="status">
      Loading
    </p>
  )
}
