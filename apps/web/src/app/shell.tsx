import { Banner } from '@dolphin/ui/banner/banner'
import { Page, PageContent } from '@dolphin/ui/page/page'
import { SkipLink } from '@dolphin/ui/skip-link/skip-link'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { useReachable } from '../api-client/connection.ts'
import { isSignedIn, subscribeSession } from '../api-client/session.ts'
import { Announcements } from './announcements.tsx'
import { appText } from './messages.ts'
import { Router } from './router.tsx'
import { SessionWatch } from './session-watch.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

const MAIN_ID = 'main'

/** Hears in every window that an agreement was signed; pages are right without it, so a lost chunk is no error. */
const SignedWatch = lazy(() =>
  import('../features/agreement/signed-watch.tsx').catch(() => ({ default: () => null })),
)

/** The frame around every page. */
export function Shell() {
  const reachable = useReachable()
  const signedIn = useSyncExternalStore(subscribeSession, isSignedIn)
  return (
    <>
      <SkipLink target={MAIN_ID} label={appText('skipToContent')} />
      <Page mainId={MAIN_ID} header={<SiteHeader />} footer={<SiteFooter />}>
        <PageContent>
          {!reachable && (
            <Banner tone="warning" title={appText('offlineTitle')} live>
              <p>{appText('offline')}</p>
            </Banner>
          )}
        </PageContent>
        <Router />
      </Page>
      <SessionWatch />
      {signedIn && (
        <Suspense fallback={null}>
          <SignedWatch />
        </Suspense>
      )}
      <Announcements />
    </>
  )
}
