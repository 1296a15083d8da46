import { Button } from '@dolphin/ui/button/button'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FileLink } from '../../app/file-link.tsx'
import { PageHeading } from '../../app/page-heading.tsx'
import { useSession } from '../../app/session.tsx'
import { queryClient, reads } from '../../calls/queries.ts'
import type { Column } from '../../list/desk-table.tsx'
import { FigureTable } from '../../list/figure-table.tsx'
import listStyles from '../../list/list-page.module.css'
import { useNamedPortfolios } from '../../list/named-portfolios.ts'
import { ReadPart } from '../../list/part.tsx'
import { PortfolioFilter } from '../../list/portfolio-filter.tsx'
import { useAskedPortfolio } from '../../list/portfolio-scope.ts'
import { useListPlace } from '../../list/use-list-place.ts'
import { longDayText } from '../../time/instant-text.ts'
import { employeeText } from '../customer/employee-text.ts'
import { nameOf } from '../work/fact-rows.ts'
import { type Hold, LiftDialog, SetOnClassDialog } from './hold-dialogs.tsx'
import { holdText } from './messages.ts'

/** Every legal hold, those in effect first; one on a class of records is set here, each is lifted here. */
export function LegalHoldsPage() {
  const place = useListPlace('/legal-holds')
  const { employeeId } = useSession()
  const portfolioId = useAskedPortfolio(place, 'person.legalHold')
  const query = useQuery(reads('listLegalHold', { query: { portfolioId } }))
  const portfolios = useNamedPortfolios('person.legalHold')
  const [sets, setSets] = useState(false)
  const [lifted, setLifted] = useState<Hold>()
  const [result, say] = useState<string>()
  const close = () => {
    setSets(false)
    setLifted(undefined)
  }
  const dialog = {
    onClose: close,
    onEntered: (approvalNo: string) => {
      close()
      say(holdText.entered(approvalNo))
      for (const name of ['listLegalHold', 'listApproval'])
        void queryClient.invalidateQueries({ queryKey: [name] })
    },
  }
  return (
    <div className="page">
      <PageHeading title={holdText.title} />
      <div className={listStyles.filters}>
        <PortfolioFilter place={place} permission="person.legalHold" rows={query.data?.holds} />
        <Button
          variant="secondary"
          disabled={portfolios.options === undefined || query.data === undefined}
          onClick={() => setSets(true)}
        >
          {holdText.setOnClass}
        </Button>
      </div>
      <p role="status" className={listStyles.result}>
        {result}
      </p>
      <ReadPart title={holdText.title} lead={holdText.lead} isWide query={query}>
        {({ holds }) => (
          <FigureTable
            caption={holdText.title}
            columns={columnsFor(employeeId, setLifted)}
            rows={openFirst(holds)}
            keyOf={({ holdNo }) => holdNo}
            empty={holdText.none}
          />
        )}
      </ReadPart>
      {sets && portfolios.options && query.data && (
        <SetOnClassDialog holds={query.data.holds} portfolios={portfolios.options} {...dialog} />
      )}
      {lifted && <LiftDialog hold={lifted} {...dialog} />}
    </div>
  )
}

/** Each in the order in which they were set. */
const openFirst = (holds: readonly Hold[]): readonly Hold[] =>
  holds.toSorted((one, other) => Number(one.liftedAt !== null) - Number(other.liftedAt !== null))

function subjectOf({ scope, subject }: Hold): ReactNode {
  if (scope === 'class') return nameOf(subject)
  return scope === 'application' ? subject : <FileLink file={subject} />
}

const columnsFor = (ownId: string, onLift: (hold: Hold) => void): readonly Column<Hold>[] => [
  { heading: holdText.hold, kind: 'name', cell: ({ holdNo }) => holdNo },
  { heading: holdText.portfolio, kind: 'figure', cell: ({ portfolioId }) => portfolioId },
  {
    heading: holdText.covers,
    cell: (hold) => (
      <>
        {holdText.scopes[hold.scope]}: {subjectOf(hold)}
      </>
    ),
  },
  { heading: holdText.reason, cell: ({ reason }) => reason },
  {
    heading: holdText.set,
    cell: ({ setAt, setBy, confirmedBy }) =>
      holdText.setBy(longDayText(setAt), employeeText(setBy, ownId), employeeText(confirmedBy, ownId)),
  },
  {
    heading: holdText.state,
    cell: (hold) =>
      hold.liftedAt === null ? (
        <>
          {holdText.inEffect}{' '}
          <Button variant="quiet" onClick={() => onLift(hold)}>
            {holdText.liftOf(hold.holdNo)}
          </Button>
        </>
      ) : (
        holdText.lifted(longDayText(hold.liftedAt), hold.liftReason ?? '')
      ),
  },
]
