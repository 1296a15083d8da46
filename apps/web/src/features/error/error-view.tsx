import { ERROR_PAGE_CODE } from '@dolphin/contract/reaction-table'
import { buttonClass } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { PageContent, PageHeading } from '@dolphin/ui/page/page'
import { isSignedIn } from '../../api-client/session.ts'
import { bootData } from '../../app/boot.ts'
import { errorText } from './messages.ts'

export type ErrorPath = '/404' | '/403' | '/500'

const TEXTS = {
  '/404': { title: 'notFoundTitle', lead: 'notFound' },
  '/403': { title: 'forbiddenTitle', lead: 'forbidden' },
  '/500': { title: 'failedTitle', lead: 'failed' },
} as const

/** The title of an error page, for the window. */
export const errorTitle = (path: ErrorPath): string => errorText(TEXTS[path].title)

/** What happened, what is kept, and a way on. Plain links, so that they work when nothing else does. */
export function ErrorView({ path }: { path: ErrorPath }) {
  return (
    <PageContent width="narrow">
      <Card tone="accent">
        <PageHeading lead={errorText(TEXTS[path].lead)}>{errorText(TEXTS[path].title)}</PageHeading>
        <p>
          <a
            className={buttonClass('forward')}
            href={(bootData().base ?? '') + (isSignedIn() ? '/home' : '/sign-in')}
          >
            {errorText(isSignedIn() ? 'goHome' : 'goSignIn')}
          </a>
        </p>
        <p>{errorText('code', { code: ERROR_PAGE_CODE })}</p>
      </Card>
    </PageContent>
  )
}
