import { useAct } from '@dolphin/ui/act/use-act'
import { Button } from '@dolphin/ui/button/button'
import { useState } from 'react'
import { type CallValue, call } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { queryClient } from '../../calls/queries.ts'
import { Trouble } from '../../form/trouble.tsx'
import type { Column } from '../../list/desk-table.tsx'
import { FigureTable } from '../../list/figure-table.tsx'
import { civilDayText, timeText } from '../../time/instant-text.ts'
import { heldByRule, type HeldDebits, totalOf } from './held-by-rule.ts'
import { moneyText } from './messages.ts'
import type { OfPortfolio } from './about.ts'
import { Part } from '../../list/part.tsx'
import { RunDialog } from '../../form/run-dialog.tsx'

type Batch = CallValue<'runBatch'>

interface NextBatchProps extends OfPortfolio {
  onDone: (line: string) => void
}

/** What the next batch would send and hold, looked at before it is cut. */
export function NextBatch({ portfolioId, onDone }: NextBatchProps) {
  const [batch, setBatch] = useState<Batch>()
  const [trouble, setTrouble] = useState<string>()
  const [cuts, setCuts] = useState(false)
  const { busy, start } = useAct(async () => {
    setTrouble(undefined)
    const result = await call('runBatch', { body: { portfolioId, dryRun: true } })
    if (result.ok) setBatch(result.value)
    else setTrouble(failureText(result.failure))
  })
  return (
    <Part title={moneyText.next} lead={moneyText.nextLead}>
      <Trouble text={trouble} />
      {batch && <BatchView batch={batch} />}
      <div className="acts">
        <Button variant="secondary" busy={busy} onClick={() => void start()}>
          {batch === undefined ? moneyText.look : moneyText.lookAgain}
        </Button>
        {batch !== undefined && batch.files.length > 0 && (
          <Button onClick={() => setCuts(true)}>{moneyText.cut}</Button>
        )}
      </div>
      {cuts && batch && (
        <RunDialog
          title={moneyText.cutTitle(portfolioId)}
          effect={effectOf(batch)}
          act={moneyText.cutAct}
          send={() => call('runBatch', { body: { portfolioId, dryRun: false } })}
          onClose={() => setCuts(false)}
          onDone={({ files }) => {
            setCuts(false)
            setBatch(undefined)
            void queryClient.invalidateQueries({ queryKey: ['listBankFile'] })
            onDone(files.length === 0 ? moneyText.cutNothing : moneyText.cutDone(files.length))
          }}
        />
      )}
    </Part>
  )
}

/** What the run does; before the batch starts, also which promise it ends. */
function effectOf({ files, promisedUntil }: Batch): string {
  const effect = moneyText.cutEffect(
    totalOf(files.map(({ creditTotal }) => creditTotal)),
    totalOf(files.map(({ debitTotal }) => debitTotal)),
  )
  return promisedUntil === null ? effect : `${effect} ${moneyText.endsUndo(timeText(promisedUntil))}`
}

function BatchView({ batch }: { batch: Batch }) {
  const { batchDate, files, ineligible, failed, goesOn } = batch
  return (
    <>
      <FigureTable
        caption={moneyText.next}
        columns={fileColumns(batchDate)}
        rows={files}
        keyOf={({ effectiveEntryDate }) => effectiveEntryDate}
        empty={moneyText.nothingDue(civilDayText(batchDate))}
      />
      {goesOn && <p>{moneyText.goesOn}</p>}
      {failed.length > 0 && <p>{moneyText.failedLoans(failed.length)}</p>}
      <h3>{moneyText.held}</h3>
      <FigureTable
        caption={moneyText.held}
        columns={HELD}
        rows={heldByRule(ineligible)}
        keyOf={({ rule }) => rule}
        empty={moneyText.heldEmpty}
      />
    </>
  )
}

const fileColumns = (batchDate: string): readonly Column<Batch['files'][number]>[] => [
  {
    heading: moneyText.file,
    cell: ({ effectiveEntryDate }) =>
      effectiveEntryDate === batchDate ? moneyText.sameDay : moneyText.nextDay,
  },
  { heading: moneyText.effective, kind: 'figure', cell: (file) => civilDayText(file.effectiveEntryDate) },
  { heading: moneyText.credits, kind: 'figure', cell: ({ credits }) => credits },
  { heading: moneyText.creditTotal, kind: 'figure', cell: ({ creditTotal }) => creditTotal },
  { heading: moneyText.debits, kind: 'figure', cell: ({ debits }) => debits },
  { heading: moneyText.debitTotal, kind: 'figure', cell: ({ debitTotal }) => debitTotal },
  { heading: moneyText.prenotes, kind: 'figure', cell: ({ prenotes }) => prenotes ?? '–' },
  { heading: moneyText.sentBack, kind: 'figure', cell: ({ sentBack }) => sentBack ?? '–' },
]

const HELD: readonly Column<HeldDebits>[] = [
  { heading: moneyText.rule, cell: ({ rule }) => rule },
  { heading: moneyText.count, kind: 'figure', cell: ({ loans }) => loans.length },
  { heading: moneyText.amount, kind: 'figure', cell: ({ amount }) => amount },
  { heading: moneyText.loans, cell: ({ loans }) => loans.join(', ') },
]
