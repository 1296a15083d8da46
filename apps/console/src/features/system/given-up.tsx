import { Button } from '@dolphin/ui/button/button'
import { useState } from 'react'
import { call } from '../../calls/call.ts'
import { RunDialog } from '../../form/run-dialog.tsx'
import type { Column } from '../../list/desk-table.tsx'
import { FigureTable } from '../../list/figure-table.tsx'
import { Part } from '../../list/part.tsx'
import { sinceText } from './duration-text.ts'
import { systemText } from './messages.ts'
import type { SystemState } from './system-page.tsx'

type GivenUpJob = SystemState['givenUp'][number]

interface GivenUpProps {
  jobs: readonly GivenUpJob[]
  onDone: (words: string) => void
}

/** Jobs out of tries, each with one more. */
export function GivenUp({ jobs, onDone }: GivenUpProps) {
  const [asked, ask] = useState<GivenUpJob>()
  const columns: readonly Column<GivenUpJob>[] = [
    { heading: systemText.job, cell: ({ job }) => job },
    { heading: systemText.work, cell: ({ key }) => (key === 'once' ? systemText.once : key) },
    { heading: systemText.since, cell: ({ ageSeconds }) => sinceText(ageSeconds) },
    {
      heading: systemText.oneMore,
      cell: (job) => (
        <Button variant="secondary" onClick={() => ask(job)}>
          {systemText.retry}
        </Button>
      ),
    },
  ]
  return (
    <Part title={systemText.givenUp} lead={systemText.givenUpLead} isWide>
      <FigureTable
        caption={systemText.givenUp}
        columns={columns}
        rows={jobs}
        keyOf={({ jobId }) => jobId}
        empty={systemText.noGivenUp}
      />
      {asked !== undefined && (
        <RunDialog
          title={systemText.retryTitle(asked.job)}
          effect={systemText.retryEffect}
          act={systemText.retry}
          send={() => call('retryJob', { body: { jobId: asked.jobId } })}
          onClose={() => ask(undefined)}
          onDone={({ job }) => {
            ask(undefined)
            onDone(systemText.retried(job))
          }}
        />
      )}
    </Part>
  )
}
