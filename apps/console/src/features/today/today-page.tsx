import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { PageHeading } from '../../app/page-heading.tsx'
import { ReadingFailed, Waiting } from '../../app/reading.tsx'
import { mayAct, useSession } from '../../app/session.tsx'
import type { CallFailure } from '../../calls/call-failure.ts'
import { failureOf, reads } from '../../calls/queries.ts'
import { PortfolioFilter } from '../../list/portfolio-filter.tsx'
import { useAskedPortfolio } from '../../list/portfolio-scope.ts'
import listStyles from '../../list/list-page.module.css'
import { useListPlace } from '../../list/use-list-place.ts'
import { ageText, civilDayText, readableDates } from '../../time/instant-text.ts'
import { serverClock } from '../../time/server-clock.ts'
import { useWaiting } from '../approvals/use-approvals.ts'
import { KIND_NAMES } from '../work/messages.ts'
import { todayText } from './messages.ts'
import styles from './today.module.css'

/** Others work, too, and customers write. */
const LOOK_AGAIN_MS = 30_000

/** What to do now: what one has taken, what needs a person by kind, approvals and messages. No charts. */
export function TodayPage() {
  const session = useSession()
  const place = useListPlace('/today')
  const portfolioId = useAskedPortfolio(place, 'workItem.own')
  const works = mayAct(session, 'workItem.own', ['may'])
  return (
    <div className="page">
      <PageHeading title={todayText.title} />
      {works && (
        <div className={listStyles.filters}>
          <PortfolioFilter place={place} permission="workItem.own" rows={undefined} />
        </div>
      )}
      <div className={styles.columns}>
        {works && <MyWork portfolioId={portfolioId} />}
        <div>
          {works && <Kinds portfolioId={portfolioId} />}
          <MyApprovals />
          {mayAct(session, 'message.answer', ['may']) && <WaitingCustomers portfolioId={portfolioId} />}
        </div>
      </div>
    </div>
  )
}

interface PartProps {
  title: string
  /** Where all of it stands. */
  href: string
  failure: CallFailure | undefined
  onAgain: () => void
  children: ReactNode
}

/** One part of the page; what cannot be read says so in its own place. */
function Part({ title, href, failure, onAgain, children }: PartProps) {
  return (
    <section className={`panel ${styles.part}`} aria-label={title}>
      <h2>
        {title} <Link href={href}>{todayText.all}</Link>
      </h2>
      {failure ? <ReadingFailed failure={failure} onAgain={onAgain} /> : children}
    </section>
  )
}

interface OfPortfolio {
  portfolioId: number | undefined
}

function MyWork({ portfolioId }: OfPortfolio) {
  const { data, error, refetch } = useQuery({
    ...reads('listWorkItem', { query: { takenBy: 'me', portfolioId } }),
    refetchInterval: LOOK_AGAIN_MS,
  })
  return (
    <Part
      title={todayText.mine}
      href="/work?taken=me"
      failure={data === undefined ? failureOf(error) : undefined}
      onAgain={() => void refetch()}
    >
      {data === undefined && <Waiting />}
      {data?.items.length === 0 && <p className="muted">{todayText.mineEmpty}</p>}
      <ul className={styles.rows}>
        {data?.items.map(({ workItemNo, kind, loanNo, reason, due, overdue }) => (
          <li key={workItemNo}>
            <Link href={`/work/${workItemNo}?taken=me`}>{KIND_NAMES[kind]}</Link>
            <span data-overdue={overdue || undefined} className={`small ${styles.due}`}>
              {overdue ? todayText.overdue(civilDayText(due)) : todayText.due(civilDayText(due))}
            </span>
            <span className={`small muted ${styles.second}`}>
              {readableDates(loanNo === null ? reason : `${loanNo}. ${reason}`)}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Kinds({ portfolioId }: OfPortfolio) {
  const { data, error, refetch } = useQuery({
    ...reads('countWorkItem', { query: { portfolioId } }),
    refetchInterval: LOOK_AGAIN_MS,
  })
  return (
    <Part
      title={todayText.kinds}
      href="/work"
      failure={data === undefined ? failureOf(error) : undefined}
      onAgain={() => void refetch()}
    >
      {data === undefined && <Waiting />}
      {data?.kinds.length === 0 && <p className="muted">{todayText.kindsEmpty}</p>}
      {data !== undefined && data.kinds.length > 0 && (
        <table className={styles.kinds}>
          <thead>
            <tr>
              <th scope="col">{todayText.kind}</th>
              <th scope="col">{todayText.open}</th>
              <th scope="col">{todayText.free}</th>
              <th scope="col">{todayText.firstDue}</th>
            </tr>
          </thead>
          <tbody>
            {data.kinds.map(({ kind, open, free, overdue, firstDue }) => (
              <tr key={kind}>
                <th scope="row">
                  <Link href={`/work?kind=${kind}`}>{KIND_NAMES[kind]}</Link>
                </th>
                <td>{open}</td>
                <td>{free}</td>
                <td data-overdue={overdue > 0 || undefined} className={styles.due}>
                  {civilDayText(firstDue)}
                  {overdue > 0 && (
                    <span className={`small ${styles.count}`}>{todayText.overdueCount(overdue)}</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Part>
  )
}

/** At most so many stand here; the inbox has them all. */
const SHOWN = 5

function MyApprovals() {
  const waiting = useWaiting()
  const forMe = waiting?.approvals.filter(({ own, obstacle }) => !own && obstacle === null) ?? []
  const entered = waiting?.approvals.filter(({ own }) => own).length ?? 0
  return (
    <Part title={todayText.approvals} href="/approvals" failure={undefined} onAgain={() => undefined}>
      {waiting !== undefined && forMe.length === 0 && <p className="muted">{todayText.approvalsEmpty}</p>}
      <ul className={styles.rows}>
        {forMe.slice(0, SHOWN).map(({ approvalNo, title, amount, subject, enteredAt }) => (
          <li key={approvalNo}>
            <Link href={`/approvals/${approvalNo}`}>{title}</Link>
            <span className="figures">{amount}</span>
            <span className={`small muted ${styles.second}`}>
              {subject}, {ageText(enteredAt, serverClock.now())}
            </span>
          </li>
        ))}
      </ul>
      {entered > 0 && (
        <p className="small">
          <Link href="/approvals?tab=mine">{todayText.entered(entered)}</Link>
        </p>
      )}
    </Part>
  )
}

function WaitingCustomers({ portfolioId }: OfPortfolio) {
  const { data, error, refetch } = useQuery({
    ...reads('listConversation', { query: { portfolioId } }),
    refetchInterval: LOOK_AGAIN_MS,
  })
  const [longest] = data?.conversations ?? []
  return (
    <Part
      title={todayText.messages}
      href="/messages"
      failure={data === undefined ? failureOf(error) : undefined}
      onAgain={() => void refetch()}
    >
      {data === undefined && <Waiting />}
      {data !== undefined && (
        <p className={longest === undefined ? 'muted' : undefined}>
          {longest === undefined ? (
            todayText.messagesEmpty
          ) : (
            <>
              <b>{data.conversations.length}</b>,{' '}
              {todayText.longest(ageText(longest.since, serverClock.now()))}
            </>
          )}
        </p>
      )}
    </Part>
  )
}
