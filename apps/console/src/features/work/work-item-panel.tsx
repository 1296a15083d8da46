import { Button } from '@dolphin/ui/button/button'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { FileLink } from '../../app/file-link.tsx'
import { ReadingFailed, Waiting } from '../../app/reading.tsx'
import { mayAct, type Session, useSession } from '../../app/session.tsx'
import type { CallValue } from '../../calls/call.ts'
import { failureOf, queryClient, reads } from '../../calls/queries.ts'
import listStyles from '../../list/list-page.module.css'
import { civilDayText, dayAndTimeText, readableDates } from '../../time/instant-text.ts'
import { WORK_ITEM_RULES } from '@dolphin/domain/work-items/work-item-rules'
import { CloseDialog } from './close-dialog.tsx'
import { customersIn, factRows } from './fact-rows.ts'
import { ItemHold } from './item-hold.tsx'
import { KIND_NAMES, OUTCOME_NAMES, resolveText, workText } from './messages.ts'
import { ResolveDialog } from './resolve-dialog.tsx'
import styles from './work.module.css'

export type WorkItem = CallValue<'showWorkItem'>

interface WorkItemPanelProps {
  workItemNo: string
  /** Says what was done with an item that stays in the list. */
  onTaken: (line: string) => void
  onClosed: (line: string, workItemNo: string) => void
}

/** One item: what happened, whom it concerns, what may be done, and who does it. */
export function WorkItemPanel({ workItemNo, onTaken, onClosed }: WorkItemPanelProps) {
  const { data, error, refetch } = useQuery(reads('showWorkItem', { params: { workItemNo } }))
  const failure = data === undefined ? failureOf(error) : undefined
  if (failure) return <ReadingFailed failure={failure} onAgain={() => void refetch()} />
  if (data === undefined) return <Waiting />
  const changed = () => {
    void refetch()
    void queryClient.invalidateQueries({ queryKey: ['listWorkItem'] })
  }
  return (
    <section className={`panel padded ${listStyles.side}`} aria-label={KIND_NAMES[data.kind]}>
      <h2>{KIND_NAMES[data.kind]}</h2>
      <p>{readableDates(data.reason)}</p>
      <Pairs item={data} />
      {data.holdsDebits && data.closedAt === null && <p className={styles.holds}>{workText.holdsDebits}</p>}
      {data.closedAt === null && (
        <>
          <h3>{workText.acts}</h3>
          <ul>
            {data.acts.map((act) => (
              <li key={act}>{act}</li>
            ))}
          </ul>
        </>
      )}
      <ItemActs
        item={data}
        onLookAgain={changed}
        onTaken={() => {
          changed()
          onTaken(workText.takenLine(KIND_NAMES[data.kind]))
        }}
        onEntered={(approvalNo) => {
          changed()
          onTaken(resolveText.entered(approvalNo))
        }}
        onDone={(nextDay) => {
          changed()
          const name = KIND_NAMES[data.kind]
          if (nextDay === null) onClosed(workText.closedLine(name), workItemNo)
          else onTaken(workText.putOffLine(name, civilDayText(nextDay)))
        }}
      />
    </section>
  )
}

function Pairs({ item }: { item: WorkItem }) {
  const { subject, loanNo, concerns, facts, since, closedAt, closedBy, closedFor, lastOutcome, sleepsUntil } =
    item
  const { customers, others } = customersIn(facts)
  const rows: readonly (readonly [string, ReactNode])[] = [
    // A customer's number says nothing; their file is the row below.
    ...([loanNo, ...customers].some((one) => one !== null && subject.includes(one))
      ? []
      : [[workText.subject, subject] as const]),
    ...(loanNo === null ? [] : [[workText.loan, <FileLink key={loanNo} file={loanNo} />] as const]),
    ...pageOf(item),
    ...(concerns.length > 0 ? [[workText.concerns, <Files key="files" files={concerns} />] as const] : []),
    ...(customers.length > 0
      ? [[workText.customer, <Files key="customers" files={customers} said={workText.fileOf} />] as const]
      : []),
    [workText.since, dayAndTimeText(since)],
    ...factRows(others),
    ...(lastOutcome === null ? [] : [[workText.lastOutcome, outcomeText(lastOutcome)] as const]),
    ...(sleepsUntil === null ? [] : [[workText.nextDay, civilDayText(sleepsUntil)] as const]),
    ...(closedAt === null
      ? []
      : [[workText.closed, `${dayAndTimeText(closedAt)}, ${closedBy ?? ''}`] as const]),
    ...(closedFor === null ? [] : [[workText.closedFor, closedFor] as const]),
  ]
  return (
    <dl className={listStyles.pairs}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const outcomeText = ({ outcome, note, by, at }: NonNullable<WorkItem['lastOutcome']>): string =>
  `${OUTCOME_NAMES[outcome]}: ${note} (${by}, ${dayAndTimeText(at)})`

/** The page where an item is done, where it has one of its own. */
function pageOf({ kind, loanNo, facts }: WorkItem): readonly (readonly [string, ReactNode])[] {
  const { openId } = facts
  if (kind === 'applicationToReview' && loanNo !== null)
    return [
      [
        workText.page,
        <Link key="page" href={`/reviews/${loanNo}`}>
          {workText.openReview}
        </Link>,
      ],
    ]
  if (kind === 'messageToAnswer' && typeof openId === 'string')
    return [
      [
        workText.page,
        <Link key="page" href={`/messages/${openId}`}>
          {workText.openMessages}
        </Link>,
      ],
    ]
  return []
}

interface FilesProps {
  /** Loans or customers. */
  files: readonly string[]
  /** What stands there of each; its number where nothing is given. */
  said?: (at: number, of: number) => string
}

/** Each leads to its file. */
const Files = ({ files, said }: FilesProps) =>
  files.map((file, at) => (
    <span key={file}>
      {at > 0 && ', '}
      <FileLink file={file}>{said?.(at, files.length)}</FileLink>
    </span>
  ))

interface ItemActsProps {
  item: WorkItem
  /** Another may have it by now. */
  onLookAgain: () => void
  onTaken: () => void
  onEntered: (approvalNo: string) => void
  /** Closed, or put off to a day. */
  onDone: (nextDay: string | null) => void
}

/** What may be done; of an item that a colleague closed meanwhile only the window in which something was typed stays. */
function ItemActs({ item, onLookAgain, onTaken, onEntered, onDone }: ItemActsProps) {
  const session = useSession()
  const { workItemNo, kind, takenBy, takenAt } = item
  const [resolves, setResolves] = useState(false)
  const [closes, setCloses] = useState(false)
  return (
    <>
      {item.closedAt === null && (
        <ItemHold
          workItemNo={workItemNo}
          takenBy={takenBy}
          takenAt={takenAt}
          onTaken={onTaken}
          onLookAgain={onLookAgain}
          isFirst
        >
          {mayResolve(session, kind) && (
            <Button variant="secondary" onClick={() => setResolves(true)}>
              {resolveText.resolve}
            </Button>
          )}
          <Button variant="secondary" onClick={() => setCloses(true)}>
            {item.mayRestUntil === null ? workText.done : workText.enterOutcome}
          </Button>
        </ItemHold>
      )}
      {resolves && (
        <ResolveDialog
          item={item}
          onClose={() => {
            setResolves(false)
            onLookAgain()
          }}
          onEntered={(approvalNo) => {
            setResolves(false)
            onEntered(approvalNo)
          }}
        />
      )}
      {closes && (
        <CloseDialog
          item={item}
          onClose={() => {
            setCloses(false)
            onLookAgain()
          }}
          onDone={(nextDay) => {
            setCloses(false)
            onDone(nextDay)
          }}
        />
      )}
    </>
  )
}

/** Whether an item is an exception of a bank file, and the employee may say what becomes of it. */
const mayResolve = (session: Session, kind: WorkItem['kind']): boolean =>
  WORK_ITEM_RULES[kind].acts.includes('resolveException') && mayAct(session, 'exception.resolve', ['enter'])
