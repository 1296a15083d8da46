import { useState } from 'react'
import { useKeys } from '../../app/keys.ts'
import { queryClient } from '../../calls/queries.ts'
import { ApprovalDetail } from './approval-detail.tsx'
import styles from './approvals.module.css'
import { Inbox } from './inbox.tsx'
import { KeyHelp } from './key-help.tsx'
import { approvalText } from './messages.ts'
import { choiceOf, type ListRow, useApprovalList } from './use-approvals.ts'
import { type Tab, useApprovalPlace } from './use-place.ts'

/** Those that can be confirmed first; the others stay in sight below them. */
function rowsOf(tab: Tab, rows: readonly ListRow[]): readonly ListRow[] {
  if (tab !== 'forMe') return rows
  const others = rows.filter(({ own }) => !own)
  return [
    ...others.filter(({ obstacle }) => obstacle === null),
    ...others.filter(({ obstacle }) => obstacle !== null),
  ]
}

/** The number of the row so many steps from the chosen one; the first where none is chosen. */
function stepFrom(rows: readonly ListRow[], chosen: string | undefined, by: number): string | undefined {
  const at = rows.findIndex(({ approvalNo }) => approvalNo === chosen)
  return rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))]?.approvalNo
}

/** Everything that one employee entered and another confirms. */
export function ApprovalsPage() {
  const place = useApprovalPlace()
  const { chosen: approvalNo, tab, open } = place
  const list = useApprovalList(choiceOf(place))
  const [result, setResult] = useState<string>()
  const [helps, setHelps] = useState(false)
  const rows = list.rows && rowsOf(tab, list.rows)
  const step = (by: number) => open(stepFrom(rows ?? [], approvalNo, by))
  useKeys({ j: () => step(1), k: () => step(-1), '.': list.take, '?': () => setHelps(true) })
  const answered = (line: string, no: string) => {
    setResult(line)
    open(rows?.find((row) => row.approvalNo !== no && !row.gone && row.obstacle === null)?.approvalNo)
    list.drop(no)
    void queryClient.invalidateQueries({ queryKey: ['listApproval'] })
  }
  const entered = (line: string, no: string) => {
    setResult(line)
    open(no)
    void queryClient.invalidateQueries({ queryKey: ['listApproval'] })
  }
  return (
    <div className={styles.page}>
      <Inbox place={place} list={{ ...list, rows }} result={result} onHelp={() => setHelps(true)} />
      <section className={styles.detail} aria-label="Chosen approval">
        {approvalNo === undefined ? (
          <p className={`muted ${styles.none}`}>{approvalText.choose}</p>
        ) : (
          <ApprovalDetail
            key={approvalNo}
            approvalNo={approvalNo}
            onAnswered={answered}
            onEntered={entered}
          />
        )}
      </section>
      <KeyHelp open={helps} onClose={() => setHelps(false)} />
    </div>
  )
}
