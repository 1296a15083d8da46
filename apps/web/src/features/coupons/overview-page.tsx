import { CouponStatus } from '@dolphin/domain/loans/codes'
import { Card } from '@dolphin/ui/card/card'
import { PageContent, PageHeading } from '@dolphin/ui/page/page'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { reads, withQueries } from '../../api-client/with-queries.tsx'
import { QueryView } from '../../app/query-view.tsx'
import { CodeEntry } from './code-entry.tsx'
import { type Coupon, CouponTerms } from './coupon-terms.tsx'
import { couponText } from './messages.ts'

/** /coupon/overview: coupons held and used. */
export default withQueries(function CouponOverviewPage() {
  const list = useQuery(reads('couponList', {}))
  return (
    <PageContent>
      <PageHeading lead={couponText('overviewLead')}>{couponText('overviewTitle')}</PageHeading>
      <QueryView query={list} headed>
        {({ coupons }) => (
          <>
            {coupons.length === 0 && (
              <Card>
                <p>{couponText('none')}</p>
              </Card>
            )}
            {coupons.map((coupon) => (
              <OneCoupon key={`${coupon.couponCode}/${coupon.loanNo ?? ''}`} coupon={coupon} />
            ))}
          </>
        )}
      </QueryView>
      <Card>
        <CodeEntry />
      </Card>
      <p>
        <Link href="/home">{couponText('toHome')}</Link>
      </p>
    </PageContent>
  )
})

function OneCoupon({ coupon }: { coupon: Coupon }) {
  const { couponCode } = coupon
  return (
    <Card>
      <h2>{couponCode}</h2>
      <p>{stateText(coupon)}</p>
      <CouponTerms coupon={coupon} />
      <p>
        <Link href={`/coupon/verification/${encodeURIComponent(couponCode)}`}>
          {couponText('details', { code: couponCode })}
        </Link>
      </p>
    </Card>
  )
}

function stateText({ usedOn, applied, couponStatus }: Coupon): string {
  if (usedOn !== null) return couponText('used')
  if (applied) return couponText('onLoan')
  return couponText(couponStatus === CouponStatus.inEffect ? 'held' : 'past')
}
