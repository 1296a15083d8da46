import { buttonClass } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { PageContent, PageHeading } from '@dolphin/ui/page/page'
import { useSyncExternalStore } from 'react'
import { Link } from 'wouter'
import { isSignedIn, subscribeSession } from '../../api-client/session.ts'
import { withQueries } from '../../api-client/with-queries.tsx'
import { rememberReturn } from '../../app/return-path.ts'
import type { PageProps } from '../../app/routes.ts'
import { CheckedCoupon } from './checked-coupon.tsx'
import { CodeEntry } from './code-entry.tsx'
import { couponText } from './messages.ts'

/** A link's token has 43 signs; a code at most 40. */
const isLink = (identifier: string): boolean => identifier.length > 40

/** /coupon/verification/{identifier}: what a coupon is worth; signed out, the way to know it. */
export default withQueries(function CouponVerificationPage({ params }: PageProps) {
  const signedIn = useSyncExternalStore(subscribeSession, isSignedIn)
  const identifier = params['identifier'] ?? ''
  if (!signedIn) return <SignedOut identifier={identifier} />
  const asked = isLink(identifier) ? { resource: identifier } : { couponCode: identifier }
  return (
    <PageContent>
      <CheckedCoupon asked={asked} />
      <Card>
        <CodeEntry />
      </Card>
    </PageContent>
  )
})

function SignedOut({ identifier }: { identifier: string }) {
  const title = isLink(identifier) ? couponText('titlePlain') : couponText('title', { code: identifier })
  return (
    <PageContent>
      <PageHeading lead={couponText('signedOutLead')}>{title}</PageHeading>
      <Card>
        <p>
          <Link href="/sign-in" className={buttonClass()} onClick={rememberReturn}>
            {couponText('signIn')}
          </Link>
        </p>
        <p>{couponText('signedOutNew')}</p>
        <p>
          <Link href="/guidance">{couponText('applyFirst')}</Link>
        </p>
      </Card>
    </PageContent>
  )
}
