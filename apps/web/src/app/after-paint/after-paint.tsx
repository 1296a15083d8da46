import { type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react'
import { isSignedIn, subscribeSession } from '../../api-client/session.ts'
import { bootData } from '../boot.ts'
import { AnnouncementsView } from './announcements-view.tsx'
import { startTracking } from './behavior.ts'
import { restoreTyped } from './carried-typing.ts'
import { SessionWatch } from './session-watch.tsx'
import { SiteMenu } from './site-menu.tsx'
import { leaveWhenSignedOut } from './signed-out-elsewhere.ts'

/** Hears in every window that an agreement was signed; pages are right without it, so a lost chunk is no error. */
const SignedWatch = lazy(() =>
  import('../../features/agreements/signed-watch.tsx').catch(() => ({ default: () => null })),
)

/** Says what the channel brings; it comes with the channel, which pages are right without. */
const LiveEvents = lazy<ComponentType>(() =>
  import('./live-events.tsx').catch(() => ({ default: () => null })),
)

leaveWhenSignedOut()
startTracking(bootData().behaviorSample)
void restoreTyped()

/** What the frame needs, but not for its first paint; nothing in it moves the page's content. */
export default function AfterPaint() {
  const signedIn = useSyncExternalStore(subscribeSession, isSignedIn)
  return (
    <>
      <SessionWatch />
      <SiteMenu />
      {signedIn && (
        <Suspense fallback={null}>
          <SignedWatch />
          <LiveEvents />
        </Suspense>
      )}
      <AnnouncementsView />
    </>
  )
}
