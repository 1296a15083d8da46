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
export type ArrivedStatement = Pick<SentStatement, 'kind' | 'read' | 'quarantined'> & {
  readonly fileName: string | null
}

/** What came of a file that arrived: rows and days of a table, or that a person looks at it; then on to 104. */
export function StatementPreview({
  sent: { fileName, kind, read, quarantined },
  onDone,
  onMore,
}: {
  sent: ArrivedStatement
  onDone: () => void
  onMore: () => void
}) {
  const unread = kind === 'csv' ? 'sentUnread' : 'sentPicture'
  const lead = quarantined ? 'sentAside' : read === null ? unread : 'sentTable'
  const file = fileName === null ? [] : [{ label: linkText('sentFile'), value: fileName }]
  const rows = [...file, ...(read ? readRows(read) : [])]
  return (
    <>
      <div role="status">
        <StepHeading lead={linkText(lead)}>{linkText('sentTitle')}</StepHeading>
      </div>
      {rows.length > 0 && <SummaryList rows={rows} />}
      {read !== null && <SkippedRows read={read} />}
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

/** Rows named before the list is folded away. */
const NAMED = 5

/** The rows below the headings that do not count, each with its line and why. */
function SkippedRows({ read: { skipped, moreSkipped } }: { read: Read }) {
  const named = skipped.filter(({ code }) => code !== 'aboveTable' && code !== 'headings')
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
    <Banner tone="info" title={count === 1 ? linkText('skippedOne') : linkText('skipped', { count })}>
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
