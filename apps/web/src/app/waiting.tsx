import { LoadingOverlay } from '@dolphin/ui/loading-overlay/loading-overlay'
import { bootData } from './boot.ts'
import { appText } from './messages.ts'

/** What a page shows while it reads: the portfolio's spinner, after a short delay. */
export function Waiting() {
  return <LoadingOverlay visible spinner={bootData().portfolio.spinner} label={appText('loading')} />
}
