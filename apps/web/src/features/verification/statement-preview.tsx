import { Banner } from '@dolphin/ui/banner/banner'
import { Button, ButtonRow } from '@dolphin/ui/button/button'
import { SummaryList } from '@dolphin/ui/summary-list/summary-list'
import type { CallValue } from '../../api-client/call.ts'
import { StepHeading } from '../../app/step-heading.tsx'
import { dayText } from '../../app/wire-text.ts'
import styles from './bank-link.module.css'
import { linkText } from './messages.ts'

export type SentStatement = CallValue<'uploadBankStatement'>

/** What came of a file that arrived: rows and days of a table, or that a person looks at it; then on to 104. */
export function StatementPreview({
  sent: { fileName, read, quarantined },
  onDone,
  onMore,
}: {
  sent: SentStatement
  onDone: () => void
  onMore: () => void
}) {
  const lead = quarantined ? 'sentAside' : read === null ? 'sentPicture' : 'sentTable'
  return (
    <>
      <div role="status">
        <StepHeading lead={linkText(lead)}>{linkText('sentTitle')}</StepHeading>
      </div>
      <SummaryList
        rows={[{ label: linkText('sentFile'), value: fileName }, ...(read ? readRows(read) : [])]}
      />
      {read !== null && read.badRows.length > 0 && (
        <Banner tone="warning">
          <p>{linkText('badRows')}</p>
          <ul className={styles.list}>
            {read.badRows.map(({ row, column, reason }) => (
              <li key={`${row}-${column}`}>{linkText('badRow', { row, column, reason })}</li>
            ))}
            {read.moreBadRows > 0 && <li>{linkText('moreBadRows', { count: read.moreBadRows })}</li>}
          </ul>
        </Banner>
      )}
      <ButtonRow>
        <Button variant="secondary" onClick={onMore}>
          {linkText('sendMore')}
        </Button>
        <Button onClick={onDone}>{linkText('continue')}</Button>
      </ButtonRow>
    </>
  )
}

function readRows({ rows, from, to, accountMasked, duplicates }: NonNullable<SentStatement['read']>) {
  return [
    { label: linkText('sentRows'), value: String(rows) },
    { label: linkText('sentDays'), value: linkText('sentFromTo', { from: dayText(from), to: dayText(to) }) },
    ...(accountMasked === null ? [] : [{ label: linkText('accounts'), value: accountMasked }]),
    ...(duplicates === 0 ? [] : [{ label: linkText('sentTwice'), value: String(duplicates) }]),
  ]
}
