import { Banner } from '@dolphin/ui/banner/banner'
import { Button, ButtonRow } from '@dolphin/ui/button/button'
import { Folded } from '@dolphin/ui/folded/folded'
import { SummaryList } from '@dolphin/ui/summary-list/summary-list'
import type { CallValue } from '../../api-client/call.ts'
import { StepHeading } from '../../app/step-heading.tsx'
import { dayText } from '../../app/wire-text.ts'
import styles from './bank-link.module.css'
import { linkText } from './messages.ts'

export type SentStatement = CallValue<'uploadBankStatement'>

/** A statement that arrived; the name is null where it was sent on an earlier page. */
export type ArrivedStatement = Pick<SentStatement, 'kind' | 'read' | 'unread' | 'quarantined'> & {
  readonly fileName: string | null
}

/** What is said first of a file that arrived. */
function leadOf({ kind, read, unread, quarantined }: ArrivedStatement) {
  if (quarantined) return 'sentAside'
  if (unread !== null) return unread === 'noText' ? 'sentNoText' : 'sentNoRows'
  if (read !== null) return kind === 'pdf' ? 'sentPdf' : 'sentTable'
  return kind === 'csv' ? 'sentUnread' : 'sentPicture'
}

/** What came of a file that arrived: rows and days of a table, or that a person looks at it; then on to 104. */
export function StatementPreview({
  sent,
  onDone,
  onMore,
}: {
  sent: ArrivedStatement
  onDone: () => void
  onMore: () => void
}) {
  const { fileName, kind, read } = sent
  const file = fileName === null ? [] : [{ label: linkText('sentFile'), value: fileName }]
  const rows = [...file, ...(read ? readRows(read) : [])]
  return (
    <>
      <div role="status">
        <StepHeading lead={linkText(leadOf(sent))}>{linkText('sentTitle')}</StepHeading>
      </div>
      {rows.length > 0 && <SummaryList rows={rows} />}
      {kind === 'pdf' && read?.balances === 'disagree' && (
        <Banner tone="warning" title={linkText('sentGapTitle')}>
          <p>{linkText('sentGap')}</p>
        </Banner>
      )}
      {read !== null && <SkippedRows read={read} isPdf={kind === 'pdf'} />}
      <ButtonRow>
        <Button variant="secondary" onClick={onMore}>
          {linkText('sendMore')}
        </Button>
        <Button onClick={onDone}>{linkText('continue')}</Button>
      </ButtonRow>
    </>
  )
}

type Read = NonNullable<SentStatement['read']>

function readRows({ bank, rows, from, to, accountMasked }: Read) {
  return [
    ...(bank === null ? [] : [{ label: linkText('institutionName'), value: bank }]),
    { label: linkText('sentRows'), value: String(rows) },
    { label: linkText('sentDays'), value: linkText('sentFromTo', { from: dayText(from), to: dayText(to) }) },
    ...(accountMasked === null ? [] : [{ label: linkText('accounts'), value: accountMasked }]),
  ]
}

const TABLE_HEAD: ReadonlySet<string> = new Set(['aboveTable', 'headings'])
/** Most lines of a PDF are no rows: its letterhead, its balances, its small print. */
const NO_ROWS: ReadonlySet<string> = new Set([
  ...TABLE_HEAD,
  'note',
  'continued',
  'balance',
  'total',
  'undated',
])

/** Rows named before the list is folded away. */
const NAMED = 5

/** The rows below the headings that do not count, each with its line and why. */
function SkippedRows({ read, isPdf }: { read: Read; isPdf: boolean }) {
  const expected = isPdf ? NO_ROWS : TABLE_HEAD
  const named = read.skipped.filter(({ code }) => !expected.has(code))
  // Those of a PDF that matter are named first.
  const moreSkipped = isPdf ? 0 : read.moreSkipped
  const count = named.length + moreSkipped
  if (count === 0) return null
  const items = named.map(({ row, column, reason }) => (
    <li key={row}>
      {column === null
        ? linkText('skippedRow', { row, reason })
        : linkText('skippedCell', { row, column, reason })}
    </li>
  ))
  const rest = moreSkipped > 0 && <li>{linkText('moreSkipped', { count: moreSkipped })}</li>
  return (
    <Banner tone="info" title={linkText('skipped', { count })}>
      <ul className={styles.list}>
        {items.slice(0, NAMED)}
        {items.length <= NAMED && rest}
      </ul>
      {items.length > NAMED && (
        <Folded summary={linkText('allSkipped')}>
          <ul className={styles.list}>
            {items.slice(NAMED)}
            {rest}
          </ul>
        </Folded>
      )}
    </Banner>
  )
}
