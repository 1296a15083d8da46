import { PageHeading } from '../../app/page-heading.tsx'
import { ReadingFailed, Waiting } from '../../app/reading.tsx'
import listStyles from '../../list/list-page.module.css'
import { PortfolioFilter } from '../../list/portfolio-filter.tsx'
import { SaveList } from '../../list/save-list.tsx'
import { SavedViews } from '../../list/saved-views.tsx'
import { ApprovalList } from './approval-list.tsx'
import styles from './approvals.module.css'
import { approvalText } from './messages.ts'
import { choiceOf, type ListRow, type useApprovalList, useWaiting } from './use-approvals.ts'
import { type ApprovalPlace, type Tab, TABS } from './use-place.ts'

interface InboxProps {
  place: ApprovalPlace
  list: Omit<ReturnType<typeof useApprovalList>, 'rows'> & { readonly rows: readonly ListRow[] | undefined }
  /** What became of the last one that was answered here. */
  result: string | undefined
  onHelp: () => void
}

/** The list with its tabs and portfolios, and the line that says what was done. */
export function Inbox({ place, list, result, onHelp }: InboxProps) {
  const waiting = useWaiting()
  return (
    <section className={styles.inbox} aria-label={approvalText.title}>
      <div className={styles.head}>
        <PageHeading title={approvalText.title} />
        <button type="button" className={styles.keys} onClick={onHelp}>
          {approvalText.keys}
        </button>
      </div>
      <div className={`${listStyles.filters} ${styles.choices}`}>
        <Tabs
          tab={place.tab}
          counts={{ forMe: waiting?.waiting, mine: waiting?.approvals.filter(({ own }) => own).length }}
          onChoose={place.chooseTab}
        />
        <PortfolioFilter place={place} rows={waiting?.approvals} />
        <SaveList name="exportApproval" query={choiceOf(place)} />
        <SavedViews list="approvals" place={place} />
      </div>
      <p role="status" className={styles.result}>
        {result}
      </p>
      {list.failure && <ReadingFailed failure={list.failure} onAgain={list.again} />}
      {list.rows === undefined && list.failure === undefined && <Waiting />}
      {list.rows !== undefined && (
        <ApprovalList
          rows={list.rows}
          empty={approvalText.empty[place.tab]}
          chosen={place.chosen}
          newcomers={list.newcomers}
          onTake={list.take}
          onMore={list.more}
          href={place.hrefOf}
        />
      )}
    </section>
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
