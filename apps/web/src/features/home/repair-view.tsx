import { Card } from '@dolphin/ui/card/card'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { reads } from '../../api-client/with-queries.tsx'
import { loadChunk } from '../../app/page-loader.ts'
import { QueryView } from '../../app/query-view.tsx'
import { Waiting } from '../../app/waiting.tsx'
import { DoneNext } from './done-next.tsx'
import type { HomeLoan } from './home-page.tsx'
import styles from './home.module.css'
import { homeText } from './messages.ts'

const RepairForm = lazy(() => loadChunk(() => import('./repair-form.tsx'), import.meta.url))

/** Flag 6 goes before all: money could not reach the account, so another one is asked for. */
export function RepairView({ loan, reread }: { loan: HomeLoan | undefined; reread: () => void }) {
  const funded = useQuery(reads('listRepaymentLoan', {}))
  return (
    <Card tone="accent">
      <h2 className={styles.nextTitle}>{homeText('repairTitle')}</h2>
      <p>{homeText('repairLead')}</p>
      <DoneNext done={homeText('stageApproved')} next={homeText('stageRepair')} when={undefined} />
      <QueryView query={funded}>
        {({ loans }) => {
          const loanNo = loan?.loanNo ?? loans[0]?.loanNo
          if (loanNo === undefined) return null
          return (
            <Suspense fallback={<Waiting />}>
              <RepairForm loanNo={loanNo} account={loan?.account ?? null} onRepaired={reread} />
            </Suspense>
          )
        }}
      </QueryView>
    </Card>
  )
}
