import { Banner } from '@dolphin/ui/banner/banner'
import { Page, PageContent } from '@dolphin/ui/page/page'
import { SkipLink } from '@dolphin/ui/skip-link/skip-link'
import { useReachable } from '../api-client/connection.ts'
import { Later } from './later.tsx'
import { appText } from './messages.ts'
import { Router } from './router.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

const MAIN_ID = 'main'

/** The frame around every page. */
export function Shell() {
  const reachable = useReachable()
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
      <Later />
    </>
  )
}
