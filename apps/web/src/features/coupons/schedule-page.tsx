import { Card } from '@dolphin/ui/card/card'
import { PageContent, PageHeading } from '@dolphin/ui/page/page'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { reads, withQueries } from '../../api-client/with-queries.tsx'
import { QueryView } from '../../app/query-view.tsx'
import { usePlace } from '../../app/place.ts'
import { moneyText } from '../../app/wire-text.ts'
import { couponText } from './messages.ts'
import { useOwnLoan } from './own-loan.ts'
import { SideBySide } from './side-by-side.tsx'

/** /coupon/schedule: the loan's schedule with the coupon it holds, or the one asked for, and without. */
export default withQueries(function CouponSchedulePage() {
  const { query: loans, loan } = useOwnLoan()
  const list = useQuery(reads('couponList', {}))
  const asked = usePlace().get('code')
  return (
    <QueryView query={loans}>
      {() => (
        <QueryView query={list}>
          {({ coupons }) => {
            const held = coupons.find((coupon) => coupon.loanNo === loan?.loanNo)
            const couponCode = asked ?? held?.couponCode
            if (loan === undefined || couponCode === undefined) return <Nothing />
            return <Compared couponCode={couponCode} loanNo={loan.loanNo} />
          }}
        </QueryView>
      )}
    </QueryView>
  )
})

function Nothing() {
  return (
    <PageContent>
      <PageHeading>{couponText('scheduleTitle')}</PageHeading>
      <Card>
        <p>{couponText('scheduleNone')}</p>
        <p>
          <Link href="/coupon/overview">{couponText('overviewTitle')}</Link>
        </p>
      </Card>
    </PageContent>
  )
}

function Compared({ couponCode, loanNo }: { couponCode: string; loanNo: string }) {
  const checked = useQuery(reads('checkCoupon', { query: { couponCode, loanNo } }))
  return (
    <QueryView query={checked}>
      {(coupon) => {
        const { withCoupon, withoutCoupon, saving } = coupon
        if (withCoupon === null || withoutCoupon === null || saving === null) return <Nothing />
        const lead = couponText('scheduleLead', { code: coupon.couponCode, saving: moneyText(saving) })
        return (
          <PageContent width="wide">
            <PageHeading lead={lead}>{couponText('scheduleTitle')}</PageHeading>
            <SideBySide before={withoutCoupon} after={withCoupon} />
            <p>
              <Link href="/coupon/overview">{couponText('overviewTitle')}</Link>
            </p>
          </PageContent>
        )
      }}
    </QueryView>
  )
}
