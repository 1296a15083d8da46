import { CouponStatus } from '@dolphin/domain/loans/codes'
import { useQuery } from '@tanstack/react-query'
import { PageHeading } from '../../app/page-heading.tsx'
import { reads } from '../../calls/queries.ts'
import type { Column } from '../../list/desk-table.tsx'
import { FigureTable } from '../../list/figure-table.tsx'
import listStyles from '../../list/list-page.module.css'
import { ReadPart } from '../../list/part.tsx'
import { PortfolioFilter } from '../../list/portfolio-filter.tsx'
import { useAskedPortfolio } from '../../list/portfolio-scope.ts'
import { useListPlace } from '../../list/use-list-place.ts'
import { civilDayText } from '../../time/instant-text.ts'
import { type CouponRow, givesText } from './gives-text.ts'
import { couponText } from './messages.ts'

/** The coupons of portfolios: what each gives, when, and how often it is reserved and used. */
export function CouponsPage() {
  const place = useListPlace('/coupons')
  const query = useQuery(
    reads('listCoupon', { query: { portfolioId: useAskedPortfolio(place, 'loan.read') } }),
  )
  return (
    <div className="page">
      <PageHeading title={couponText.title} />
      <div className={listStyles.filters}>
        <PortfolioFilter place={place} permission="loan.read" rows={query.data?.coupons} />
      </div>
      <ReadPart title={couponText.title} lead={couponText.lead} isWide query={query}>
        {({ coupons }) => (
          <FigureTable
            caption={couponText.title}
            columns={COLUMNS}
            rows={coupons}
            keyOf={({ portfolioId, couponCode }) => `${portfolioId}/${couponCode}`}
            empty={couponText.none}
          />
        )}
      </ReadPart>
    </div>
  )
}

const COLUMNS: readonly Column<CouponRow>[] = [
  { heading: couponText.coupon, kind: 'name', cell: ({ couponCode }) => couponCode },
  { heading: couponText.portfolio, kind: 'figure', cell: ({ portfolioId }) => portfolioId },
  { heading: couponText.gives, cell: givesText },
  {
    heading: couponText.window,
    cell: ({ validFrom, validThrough }) =>
      couponText.days(civilDayText(validFrom), civilDayText(validThrough)),
  },
  {
    heading: couponText.status,
    cell: ({ couponStatus }) =>
      couponStatus === CouponStatus.inEffect ? couponText.inEffect : couponText.notInEffect,
  },
  { heading: couponText.for, cell: ({ personal }) => (personal ? couponText.personal : couponText.open) },
  { heading: couponText.reserved, kind: 'figure', cell: ({ reserved }) => reserved },
  {
    heading: couponText.used,
    kind: 'figure',
    cell: ({ used, limitTotal }) => (limitTotal === null ? used : couponText.usedOf(used, limitTotal)),
  },
]
