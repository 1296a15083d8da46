import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ReadingFailed, Waiting } from '../../app/reading.tsx'
import type { CallValue } from '../../calls/call.ts'
import { NotForRole } from '../../app/not-for-role.tsx'
import { failureOf, reads } from '../../calls/queries.ts'
import { civilDayText, wholeText } from '../../time/instant-text.ts'
import { nameOf } from '../work/fact-rows.ts'
import styles from './customer.module.css'
import { INSTALLMENT_FLAG_NAMES, type RecordTab, recordText, TRANSACTION_NAMES } from './messages.ts'

type Records = CallValue<'loanRecords'>

interface TableOf {
  readonly head: readonly string[]
  readonly rows: readonly (readonly ReactNode[])[]
}

const at = (instant: string | null): string => (instant === null ? '' : wholeText(instant))

/** "In collection (8), New (256)"; empty for none. */
const flagsText = (flags: number): string =>
  Object.entries(INSTALLMENT_FLAG_NAMES)
    .filter(([flag]) => (flags & Number(flag)) !== 0)
    .map(([flag, name]) => `${name} (${flag})`)
    .join(', ')

/** Each tab as a table of the loan's records. */
const TABLES: Readonly<Record<RecordTab, (records: Records) => TableOf>> = {
  schedule: ({ schedule }) => ({
    head: recordText.schedule,
    rows: schedule.map((line) => [
      line.installmentNo,
      civilDayText(line.dueDate),
      line.payment,
      line.interest,
      line.principal,
      line.fee,
      line.balanceAfter ?? '',
      TRANSACTION_NAMES[line.status],
      flagsText(line.flags),
    ]),
  }),
  money: ({ transactions }) => ({
    head: recordText.money,
    rows: transactions.map((line) => [
      line.transactionNo,
      civilDayText(line.effectiveDate),
      recordText.types[line.type],
      line.amount,
      TRANSACTION_NAMES[line.status],
      line.returnCode ?? '',
      line.traceNumber ?? '',
    ]),
  }),
  documents: ({ documents }) => ({
    head: recordText.documents,
    rows: documents.map((line) => [line.documentNo, line.title, at(line.createdAt), at(line.signedAt)]),
  }),
  answers: ({ answers }) => ({
    head: recordText.answers,
    rows: (answers ?? []).map((line) => [nameOf(line.section), nameOf(line.question), line.answer]),
  }),
  consents: ({ consents }) => ({
    head: recordText.consents,
    rows: consents.map((line) => [
      nameOf(line.kind),
      line.version,
      line.given ? recordText.given : recordText.refused,
      at(line.at),
    ]),
  }),
  notices: ({ notices }) => ({
    head: recordText.notices,
    rows: notices.map((line) => [
      nameOf(line.kind),
      at(line.queuedAt),
      line.sentAt !== null ? recordText.sent : line.failedAt !== null ? recordText.failed : recordText.waits,
      at(line.sentAt ?? line.failedAt),
    ]),
  }),
}

/** One tab of a loan's records, read once the first of them is opened. */
export function LoanRecords({ loanNo, tab, label }: { loanNo: string; tab: RecordTab; label: string }) {
  const { data, error, refetch } = useQuery(reads('loanRecords', { params: { loanNo } }))
  const failure = data === undefined ? failureOf(error) : undefined
  if (failure) return <ReadingFailed failure={failure} onAgain={() => void refetch()} />
  if (data === undefined) return <Waiting />
  if (tab === 'answers' && data.answers === null) return <NotForRole />
  const { head, rows } = TABLES[tab](data)
  return (
    <section className={`panel ${styles.records}`} aria-label={label} tabIndex={0}>
      {rows.length === 0 ? (
        <p className={`muted ${styles.empty}`}>{recordText.none}</p>
      ) : (
        <table className="figures">
          <caption className="small muted">{recordText.of(loanNo)}</caption>
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              <tr key={`${tab}/${row}`}>
                {cells.map((cell, column) => (
                  <td key={head[column]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
