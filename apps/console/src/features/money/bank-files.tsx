import { useQuery } from '@tanstack/react-query'
import type { CallValue } from '../../calls/call.ts'
import { reads } from '../../calls/queries.ts'
import type { Column } from '../../list/desk-table.tsx'
import { SaveList } from '../../list/save-list.tsx'
import { FigureTable } from '../../list/figure-table.tsx'
import { dayAndTimeText, leftText, timeText } from '../../time/instant-text.ts'
import { serverClock } from '../../time/server-clock.ts'
import { moneyText } from './messages.ts'
import type { OfDay } from './about.ts'
import { ReadPart } from '../../list/part.tsx'
import styles from './money.module.css'

/** A cut-off comes nearer, and files are cut by the timetable. */
const LOOK_AGAIN_MS = 30_000

const useFiles = ({ portfolioId, day }: OfDay) =>
  useQuery({
    ...reads('listBankFile', { query: { portfolioId, day } }),
    refetchInterval: LOOK_AGAIN_MS,
  })

/** Until when what is asked for still counts, and how long that is. */
export function CutOffs(about: OfDay) {
  const left = (at: string) => leftText(at, serverClock.now())
  return (
    <ReadPart title={moneyText.cutOffs} query={useFiles(about)}>
      {({ batchCutOff, sameDayCutOff }) => (
        <>
          <p>{moneyText.batchCutOff(dayAndTimeText(batchCutOff.at), left(batchCutOff.at))}</p>
          <p>{moneyText.sameDayCutOff(dayAndTimeText(sameDayCutOff.at), left(sameDayCutOff.at))}</p>
        </>
      )}
    </ReadPart>
  )
}

type BankFile = CallValue<'listBankFile'>['files'][number]

/** The files that were cut on the day. */
export function BankFiles(about: OfDay) {
  return (
    <ReadPart title={moneyText.files} isWide query={useFiles(about)}>
      {({ files }) => (
        <>
          <FigureTable
            caption={moneyText.files}
            columns={COLUMNS}
            rows={files}
            keyOf={({ fileName }) => fileName}
            empty={moneyText.filesEmpty}
          />
          {files.length > 0 && <SaveList name="exportBankFile" query={about} />}
        </>
      )}
    </ReadPart>
  )
}

const COLUMNS: readonly Column<BankFile>[] = [
  { heading: moneyText.file, kind: 'name', cell: ({ fileName }) => fileName },
  { heading: moneyText.entries, kind: 'figure', cell: ({ entries }) => entries },
  { heading: moneyText.creditTotal, kind: 'figure', cell: ({ creditTotal }) => creditTotal },
  { heading: moneyText.debitTotal, kind: 'figure', cell: ({ debitTotal }) => debitTotal },
  { heading: moneyText.cutAt, kind: 'figure', cell: ({ cutAt }) => timeText(cutAt) },
  {
    heading: moneyText.sent,
    kind: 'figure',
    cell: ({ sentAt }) => (sentAt === null ? moneyText.notSent : timeText(sentAt)),
  },
  {
    heading: moneyText.hash,
    cell: ({ sha256 }) => (
      <span className={styles.hash} title={sha256}>
        {sha256.slice(0, 12)}…
      </span>
    ),
  },
]
