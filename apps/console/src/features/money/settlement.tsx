import { Button } from '@dolphin/ui/button/button'
import { useState } from 'react'
import { call } from '../../calls/call.ts'
import { moneyText } from './messages.ts'
import type { OfPortfolio } from './about.ts'
import { Part } from '../../list/part.tsx'
import { RunDialog } from '../../form/run-dialog.tsx'

interface SettlementProps extends OfPortfolio {
  onDone: (line: string) => void
}

/** Settles by hand what the timetable settles every morning. */
export function Settlement({ portfolioId, onDone }: SettlementProps) {
  const [runs, setRuns] = useState(false)
  return (
    <Part title={moneyText.settle} lead={moneyText.settleEffect}>
      <div className="acts">
        <Button variant="secondary" onClick={() => setRuns(true)}>
          {moneyText.settle}
        </Button>
      </div>
      {runs && (
        <RunDialog
          title={moneyText.settleTitle(portfolioId)}
          effect={moneyText.settleEffect}
          act={moneyText.settleAct}
          send={() => call('runSettlement', { body: { portfolioId } })}
          onClose={() => setRuns(false)}
          onDone={({ settled, checked }) => {
            setRuns(false)
            onDone(moneyText.settleDone(settled.length, checked))
          }}
        />
      )}
    </Part>
  )
}
