import { useState } from 'react'
import { PageHeading } from '../../app/page-heading.tsx'
import { ReadingFailed, Waiting } from '../../app/reading.tsx'
import type { CallValue } from '../../calls/call.ts'
import { type Column, DeskTable } from '../../list/desk-table.tsx'
import listStyles from '../../list/desk-table.module.css'
import { ListFilter } from '../../list/list-filter.tsx'
import { PortfolioFilter } from '../../list/portfolio-filter.tsx'
import { useAskedPortfolio } from '../../list/portfolio-scope.ts'
import type { SteadyRow } from '../../list/steady-rows.ts'
import { useList } from '../../list/use-list.ts'
import { useListPlace } from '../../list/use-list-place.ts'
import { useRowKeys } from '../../list/use-row-keys.ts'
import { ageText } from '../../time/instant-text.ts'
import { serverClock } from '../../time/server-clock.ts'
import { REVIEW_NAMES, type Review, reviewText } from './messages.ts'
import { ReviewPanel } from './review-panel.tsx'
import styles from './review.module.css'

export type ReviewRow = CallValue<'reviewQueue'>['loans'][number]

const REVIEWS = Object.entries(REVIEW_NAMES).map(([value, label]) => ({ value, label }))
const isReview = (text: string | undefined): text is Review => REVIEWS.some(({ value }) => value === text)

/** Loans that wait for a person, the longest first. */
export function ReviewPage() {
  const place = useListPlace('/reviews')
  const review = place.filter('review')
  const portfolioId = useAskedPortfolio(place, 'loan.read')
  const [result, setResult] = useState<string>()
  const list = useList({
    name: 'reviewQueue',
    query: { portfolioId, subStatus: isReview(review) ? review : undefined },
    rowsOf: ({ loans }) => loans,
    keyOf: ({ loanNo }: ReviewRow) => loanNo,
  })
  const keys = list.rows?.map(({ loanNo }) => loanNo) ?? []
  useRowKeys({ keys, chosen: place.chosen, open: place.open, take: list.take })
  const decided = (line: string, loanNo: string) => {
    setResult(line)
    place.open(list.rows?.find((row) => row.loanNo !== loanNo && !row.gone)?.loanNo)
    list.drop(loanNo)
    list.again()
  }
  const chosen = list.rows?.find(({ loanNo }) => loanNo === place.chosen)
  return (
    <div className="page">
      <PageHeading title={reviewText.title} />
      <div className={listStyles.filters}>
        <ListFilter place={place} name="review" label={reviewText.review} options={REVIEWS} />
        <PortfolioFilter
          place={place}
          permission="loan.read"
          found={list.rows?.map((row) => row.portfolioId) ?? []}
        />
      </div>
      <p role="status" className={styles.result}>
        {result}
      </p>
      {list.failure && <ReadingFailed failure={list.failure} onAgain={list.again} />}
      {list.rows === undefined && list.failure === undefined && <Waiting />}
      {list.rows && (
        <div className={styles.columns}>
          <DeskTable
            caption={reviewText.caption}
            columns={COLUMNS}
            rows={list.rows}
            keyOf={({ loanNo }) => loanNo}
            hrefOf={({ loanNo }) => place.hrefOf(loanNo)}
            chosen={place.chosen}
            empty={reviewText.empty}
            newcomers={list.newcomers}
            onTake={list.take}
            onMore={list.more}
          />
          {chosen === undefined ? (
            <section className="panel padded" aria-label={reviewText.caption}>
              <p className="muted">{reviewText.choose}</p>
            </section>
          ) : (
            <ReviewPanel key={chosen.loanNo} row={chosen} onDecided={decided} />
          )}
        </div>
      )}
    </div>
  )
}

const reviewName = (subStatus: string | null): string =>
  isReview(subStatus ?? '') ? REVIEW_NAMES[subStatus as Review] : '–'

const COLUMNS: readonly Column<SteadyRow<ReviewRow>>[] = [
  { heading: reviewText.customer, cell: ({ customerName }) => customerName },
  { heading: reviewText.loan, kind: 'name', cell: ({ loanNo }) => loanNo },
  { heading: reviewText.review, cell: ({ subStatus }) => reviewName(subStatus) },
  { heading: reviewText.amount, kind: 'figure', cell: ({ amount }) => amount ?? '–' },
  {
    heading: reviewText.signature,
    cell: ({ signStatus }) => (signStatus === 1 ? reviewText.signed : reviewText.notSigned),
  },
  {
    heading: reviewText.since,
    kind: 'figure',
    cell: ({ waitingSince }) => ageText(waitingSince, serverClock.now()),
  },
]
