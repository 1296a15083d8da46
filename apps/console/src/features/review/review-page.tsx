import { mayAct, useSession } from '../../app/session.tsx'
import type { CallValue } from '../../calls/call.ts'
import { queryClient } from '../../calls/queries.ts'
import type { Column } from '../../list/desk-table.tsx'
import { ListFilter } from '../../list/list-filter.tsx'
import { ListPage, useResult } from '../../list/list-page.tsx'
import { PortfolioFilter } from '../../list/portfolio-filter.tsx'
import { useAskedPortfolio } from '../../list/portfolio-scope.ts'
import { SaveList } from '../../list/save-list.tsx'
import type { SteadyRow } from '../../list/steady-rows.ts'
import { useList } from '../../list/use-list.ts'
import { useListPlace } from '../../list/use-list-place.ts'
import { ageText } from '../../time/instant-text.ts'
import { serverClock } from '../../time/server-clock.ts'
import { TakeNext } from '../work/take-next.tsx'
import { takerText } from '../work/taker.ts'
import { REVIEW_NAMES, type Review, reviewText } from './messages.ts'
import { ReviewPanel } from './review-panel.tsx'

export type ReviewRow = CallValue<'reviewQueue'>['loans'][number]

const REVIEWS = Object.entries(REVIEW_NAMES).map(([value, label]) => ({ value, label }))
const isReview = (text: string | undefined): text is Review => REVIEWS.some(({ value }) => value === text)

const rowsOf = ({ loans }: CallValue<'reviewQueue'>) => loans

/** Loans that wait for a person, the longest first. */
export function ReviewPage() {
  const session = useSession()
  const place = useListPlace('/reviews')
  const review = place.filter('review')
  const portfolioId = useAskedPortfolio(place, 'loan.read')
  const query = { portfolioId, subStatus: isReview(review) ? review : undefined }
  const list = useList({
    name: 'reviewQueue',
    query,
    rowsOf,
    keyOf,
  })
  const { result, say, leave } = useResult({ list, place, keyOf })
  const chosen = list.rows?.find(({ loanNo }) => loanNo === place.chosen)
  return (
    <ListPage
      title={reviewText.title}
      caption={reviewText.caption}
      views="reviews"
      filters={
        <>
          <ListFilter place={place} name="review" label={reviewText.review} options={REVIEWS} />
          <PortfolioFilter place={place} permission="loan.read" rows={list.rows} />
          <SaveList name="exportReview" query={query} />
          {mayAct(session, 'workItem.own', ['may']) && review === undefined && (
            <TakeNext
              among={{ kind: 'applicationToReview', portfolioId }}
              onNone={say}
              onTaken={({ loanNo }) => {
                if (loanNo === null) return
                say(reviewText.yours(loanNo))
                place.open(loanNo)
                void queryClient.invalidateQueries({ queryKey: ['reviewQueue'] })
              }}
            />
          )}
        </>
      }
      result={result}
      list={list}
      place={place}
      keyOf={keyOf}
      columns={columnsFor(session.employeeId)}
      empty={reviewText.empty}
      choose={reviewText.choose}
      isWide
    >
      {chosen && <ReviewPanel key={chosen.loanNo} row={chosen} onDecided={leave} onEntered={say} />}
    </ListPage>
  )
}

const keyOf = ({ loanNo }: ReviewRow) => loanNo

const reviewName = (subStatus: string | null): string =>
  isReview(subStatus ?? '') ? REVIEW_NAMES[subStatus as Review] : '–'

const columnsFor = (ownId: string): readonly Column<SteadyRow<ReviewRow>>[] => [
  {
    heading: reviewText.customer,
    cell: ({ customerName }) => customerName,
    note: ({ takenBy }) => takenBy && reviewText.takenBy(takerText(takenBy, ownId)),
  },
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
