import { useCallback, useMemo, useState } from 'react'
import { useLocation, useParams, useSearchParams } from 'wouter'
import { useKeys } from '../../app/keys.ts'
import { PageHeading } from '../../app/page-heading.tsx'
import { queryClient } from '../../calls/queries.ts'
import { ReadingFailed, Waiting } from '../../app/reading.tsx'
import { ApprovalDetail } from './approval-detail.tsx'
import { ApprovalList } from './approval-list.tsx'
import styles from './approvals.module.css'
import { KeyHelp } from './key-help.tsx'
import { approvalText } from './messages.ts'
import { PortfolioFilter } from './portfolio-filter.tsx'
import { type ListRow, useApprovalList, useWaiting } from './use-approvals.ts'

const TABS = ['forMe', 'mine', 'answered'] as const
type Tab = (typeof TABS)[number]

const isTab = (text: string | null): text is Tab => TABS.includes(text as Tab)

/** Those that can be confirmed first; the others stay in sight below them. */
function rowsOf(tab: Tab, rows: readonly ListRow[]): readonly ListRow[] {
  if (tab === 'answered') return rows
  if (tab === 'mine') return rows.filter(({ own }) => own)
  const others = rows.filter(({ own }) => !own)
  return [
    ...others.filter(({ obstacle }) => obstacle === null),
    ...others.filter(({ obstacle }) => obstacle !== null),
  ]
}

/** Everything that one employee entered and another confirms. */
export function ApprovalsPage() {
  const { approvalNo } = useParams<{ approvalNo?: string }>()
  const [, navigate] = useLocation()
  const [search, setSearch] = useSearchParams()
  const asked = search.get('tab')
  const tab: Tab = isTab(asked) ? asked : 'forMe'
  const portfolioId = Number(search.get('portfolio')) || undefined
  const list = useApprovalList({ state: tab === 'answered' ? 'answered' : 'waiting', portfolioId })
  const waiting = useWaiting()
  const [result, setResult] = useState<string>()
  const [helps, setHelps] = useState(false)
  const rows = useMemo(() => (list.rows === undefined ? undefined : rowsOf(tab, list.rows)), [tab, list.rows])
  const open = useCallback(
    (no: string | undefined) => {
      const query = search.size > 0 ? `?${search}` : ''
      navigate(`/approvals${no === undefined ? '' : `/${no}`}${query}`, { replace: true })
    },
    [navigate, search],
  )
  const put = (name: string, value: string | undefined) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === undefined) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  const step = (by: number) => {
    if (rows === undefined || rows.length === 0) return
    const at = rows.findIndex((row) => row.approvalNo === approvalNo)
    const next = at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))
    open(rows[next]?.approvalNo)
  }
  useKeys({ j: () => step(1), k: () => step(-1), '.': list.take, '?': () => setHelps(true) })
  const answered = (line: string, no: string) => {
    setResult(line)
    open(rows?.find((row) => row.approvalNo !== no && !row.gone && row.obstacle === null)?.approvalNo)
    list.drop(no)
    void queryClient.invalidateQueries({ queryKey: ['listApproval'] })
  }
  return (
    <div className={styles.page}>
      <section className={styles.inbox} aria-label={approvalText.title}>
        <div className={styles.head}>
          <PageHeading title={approvalText.title} />
          <button type="button" className={styles.keys} onClick={() => setHelps(true)}>
            {approvalText.keys}
          </button>
        </div>
        <div className={styles.choices}>
          <Tabs
            tab={tab}
            counts={{ forMe: waiting?.waiting, mine: waiting?.approvals.filter(({ own }) => own).length }}
            onChoose={(next) => put('tab', next === 'forMe' ? undefined : next)}
          />
          <PortfolioFilter
            heads={waiting?.approvals ?? []}
            portfolioId={portfolioId}
            onChoose={(id) => put('portfolio', id === undefined ? undefined : String(id))}
          />
        </div>
        <p role="status" className={styles.result}>
          {result}
        </p>
        {list.failure && <ReadingFailed failure={list.failure} onAgain={list.again} />}
        {rows === undefined && list.failure === undefined && <Waiting />}
        {rows !== undefined && (
          <ApprovalList
            rows={rows}
            empty={approvalText.empty[tab]}
            chosen={approvalNo}
            newcomers={list.newcomers}
            onTake={list.take}
            onMore={list.more}
            href={(no) => `/approvals/${no}${search.size > 0 ? `?${search}` : ''}`}
          />
        )}
      </section>
      <section className={styles.detail} aria-label="Chosen approval">
        {approvalNo === undefined ? (
          <p className={`muted ${styles.none}`}>{approvalText.choose}</p>
        ) : (
          <ApprovalDetail key={approvalNo} approvalNo={approvalNo} onAnswered={answered} />
        )}
      </section>
      <KeyHelp open={helps} onClose={() => setHelps(false)} />
    </div>
  )
}

interface TabsProps {
  tab: Tab
  counts: Partial<Record<Tab, number | undefined>>
  onChoose: (tab: Tab) => void
}

function Tabs({ tab, counts, onChoose }: TabsProps) {
  return (
    <div className={styles.tabs} role="group" aria-label="Which approvals">
      {TABS.map((each) => (
        <button key={each} type="button" aria-pressed={each === tab} onClick={() => onChoose(each)}>
          {approvalText.tabs[each]} {counts[each] !== undefined && <b>{counts[each]}</b>}
        </button>
      ))}
    </div>
  )
}
