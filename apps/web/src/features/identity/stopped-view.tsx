import { LoadingOverlay } from '@dolphin/ui/loading-overlay/loading-overlay'
import { type ComponentProps, lazy, Suspense } from 'react'
import { bootData } from '../../app/boot.ts'
import { appText } from '../../app/messages.ts'
import { loadChunk } from '../../app/page-loader.ts'

const SignInStopped = lazy(() => loadChunk(() => import('./sign-in-stopped.tsx'), import.meta.url))

/** Where signing in ends; rarely seen, so in a chunk of its own. */
export function StoppedView(props: ComponentProps<typeof SignInStopped>) {
  const waiting = <LoadingOverlay visible spinner={bootData().portfolio.spinner} label={appText('loading')} />
  return (
    <Suspense fallback={waiting}>
      <SignInStopped {...props} />
    </Suspense>
  )
}
