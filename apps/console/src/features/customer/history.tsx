import { useSearchParams } from 'wouter'
import { ReadingFailed, Waiting } from '../../app/reading.tsx'
import { useSession } from '../../app/session.tsx'
import { type CallValue, call } from '../../calls/call.ts'
import { longDayText, timeText } from '../../time/instant-text.ts'
import { nameOf } from '../work/fact-rows.ts'
import { employeeText } from './employee-text.ts'
import styles from './customer.module.css'
import { customerText, HISTORY_NAMES, type HistoryKind } from './messages.ts'
import { Earlier } from './earlier.tsx'
import { actorText, causeText, placeText, PROOFS } from './history-text.ts'
import { usePages } from './use-pages.ts'

type Line = CallValue<'customerHistory'>['lines'][number]

const KINDS = Object.keys(HISTORY_NAMES) as HistoryKind[]

/** All that happened, newest first, kept to a kind where the address says so. */
export function History({ file }: { file: string }) {
  const [search, setSearch] = useSearchParams()
  const kind = KINDS.find((one) => one === search.get('history'))
  const choose = (next: HistoryKind | undefined) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (next === undefined) after.delete('history')
        else after.set('history', next)
        return after
      },
      { replace: true },
    )
  return (
    <section className={`panel ${styles.history}`} aria-label={customerText.history}>
      <div className={styles.bar}>
        <h2>{customerText.history}</h2>
        <div className={styles.kinds}>
          {[undefined, ...KINDS].map((one) => (
            <button key={one ?? 'all'} type="button" aria-pressed={one === kind} onClick={() => choose(one)}>
              {one === undefined ? customerText.all : HISTORY_NAMES[one]}
            </button>
          ))}
        </div>
      </div>
      <Lines file={file} kind={kind} />
    </section>
  )
}

function Lines({ file, kind }: { file: string; kind: HistoryKind | undefined }) {
  const { pages, failure, again, earlier } = usePages(['customerHistory', file, kind], (after) =>
    call('customerHistory', { params: { file }, query: { kind, after } }),
  )
  if (failure) return <ReadingFailed failure={failure} onAgain={again} />
  if (pages === undefined) return <Waiting />
  const lines = pages.flatMap((page) => page.lines)
  return (
    <>
      {lines.length === 0 && <p className={`muted ${styles.empty}`}>{customerText.historyEmpty}</p>}
      <ol className={styles.lines}>
        {lines.map((line, at) => (
          <HistoryRow
            key={`${line.loanNo}/${line.eventNo}`}
            line={line}
            startsDay={at === 0 || longDayText(lines[at - 1]?.at ?? '') !== longDayText(line.at)}
          />
        ))}
      </ol>
      <Earlier earlier={earlier} />
    </>
  )
}

function HistoryRow({ line, startsDay }: { line: Line; startsDay: boolean }) {
  const { employeeId } = useSession()
  const { at, actor, event, from, to, text, amount, loanNo } = line
  const moved = [from, to].flatMap((one) => (one === null ? [] : [placeText(event, one)])).join(' → ')
  const said = causeText(text, PROOFS)
  return (
    <li>
      {startsDay && <h3 className={styles.day}>{longDayText(at)}</h3>}
      <div className={styles.line}>
        <time dateTime={at} className="small muted">
          {timeText(at)}
        </time>
        <span>
          <b>{nameOf(event)}</b>
          {moved !== '' && <span> {moved}</span>}
          <span className={`small muted ${styles.second}`}>
            {actorText(employeeText(actor, employeeId))}
            {loanNo !== null && `, ${loanNo}`}
          </span>
          {said !== '' && <span className={`small ${styles.written}`}>{said}</span>}
        </span>
        {amount !== null && <span className="figures">{amount}</span>}
      </div>
    </li>
  )
}
