import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useParams, useSearchParams } from 'wouter'
import { ReadingFailed, Waiting } from '../../app/reading.tsx'
import type { CallValue } from '../../calls/call.ts'
import { failureOf, reads } from '../../calls/queries.ts'
import { Explanations } from '../review/explanations.tsx'
import { mayAct, useSession } from '../../app/session.tsx'
import { ActList } from './act-list.tsx'
import { ACT_RIGHTS, actText, ENTRY_GROUP, ENTRY_RIGHTS, PERSON_GROUP } from './act-messages.ts'
import { Audit } from './audit.tsx'
import styles from './customer.module.css'
import { DataRequests } from './data-requests.tsx'
import { History } from './history.tsx'
import { Ledger } from './ledger.tsx'
import { LoanColumn } from './loan-column.tsx'
import { customerText, RECORD_TABS, type RecordTab } from './messages.ts'
import { MoneyColumn } from './money-column.tsx'
import { PersonHead } from './person-head.tsx'
import { auditText, dataText, ledgerText } from './record-messages.ts'
import { LoanRecords } from './records.tsx'

/** An act of few people, which comes when it is needed. */
const GiveCoupon = lazy(async () => ({ default: (await import('../coupons/give-coupon.tsx')).GiveCoupon }))

export type CustomerFile = CallValue<'showCustomer'>

/** One customer: who, what is owed, what needs a person, and all that happened. */
export function CustomerPage() {
  const { file } = useParams<{ file: string }>()
  const [search] = useSearchParams()
  const loan = search.get('loan') ?? undefined
  const { data, error, refetch } = useQuery(reads('showCustomer', { params: { file }, query: { loan } }))
  const failure = data === undefined ? failureOf(error) : undefined
  if (failure) return <ReadingFailed failure={failure} onAgain={() => void refetch()} />
  if (data === undefined) return <Waiting />
  return <FilePage key={data.file} file={data} onChanged={() => void refetch()} />
}

const TABS = [
  { name: 'overview', label: customerText.overview },
  { name: 'acts', label: actText.tab, needs: ACT_RIGHTS },
  ...(Object.keys(RECORD_TABS) as RecordTab[]).map((name) => ({ name, label: RECORD_TABS[name] })),
  { name: 'data', label: dataText.tab, needs: ['person.correct', 'person.legalHold'] },
  { name: 'ledger', label: ledgerText.tab },
  { name: 'decision', label: customerText.decision },
  { name: 'audit', label: auditText.tab, needs: ['audit.search'] },
] as const

const isRecordTab = (name: string): name is RecordTab => Object.hasOwn(RECORD_TABS, name)

function FilePage({ file, onChanged }: { file: CustomerFile; onChanged: () => void }) {
  const [search] = useSearchParams()
  const [result, say] = useState<ReactNode>()
  const session = useSession()
  const tabs = TABS.filter(
    (one) => !('needs' in one) || one.needs.some((need) => mayAct(session, need, ['may', 'enter'])),
  )
  const tab = tabs.find(({ name }) => name === search.get('tab'))?.name ?? 'overview'
  const strip = useRef<HTMLElement>(null)
  useEffect(() => {
    const chosenTab = strip.current?.querySelector<HTMLElement>(`[data-tab="${tab}"]`)
    // Where the strip is wider than the screen, the tab that is open stands in view.
    if (strip.current && chosenTab) strip.current.scrollLeft = chosenTab.offsetLeft - strip.current.offsetLeft
  }, [tab])
  const chosen = search.get('loan') ?? file.money?.loanNo ?? file.loans[0]?.loanNo
  return (
    <div className={styles.page}>
      <PersonHead file={file} />
      <nav ref={strip} className={styles.tabs} aria-label={customerText.tabs}>
        {tabs.map(({ name, label }) => (
          <Link
            key={name}
            data-tab={name}
            href={tabHref(file.file, name, search)}
            aria-current={name === tab ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      <p role="status" className={styles.result}>
        {result}
      </p>
      {tab === 'money' && ENTRY_RIGHTS.some((need) => mayAct(session, need, ['enter'])) && (
        <ActList key={chosen} file={file.file} loan={chosen} groups={[ENTRY_GROUP]} onSay={say} />
      )}
      {isRecordTab(tab) && chosen !== undefined && (
        <LoanRecords loanNo={chosen} tab={tab} label={RECORD_TABS[tab]} />
      )}
      {tab === 'data' && (
        <>
          <ActList key={chosen} file={file.file} loan={chosen} groups={[PERSON_GROUP]} onSay={say} />
          {file.openId !== null && (
            <div className={styles.data}>
              <DataRequests openId={file.openId} onSay={say} />
            </div>
          )}
        </>
      )}
      {tab === 'ledger' && chosen !== undefined && <Ledger key={chosen} loanNo={chosen} />}
      {tab === 'audit' && <Audit file={file.file} />}
      {tab === 'decision' && chosen !== undefined && (
        <section className={`panel padded ${styles.decision}`} aria-label={customerText.decision}>
          <h2>{customerText.decisionOf(chosen)}</h2>
          <Explanations loanNo={chosen} />
        </section>
      )}
      {tab === 'acts' && (
        <ActList key={chosen} file={file.file} loan={chosen} onSay={say}>
          {file.openId !== null && mayAct(session, 'settlement.offer', ['may']) && (
            <Suspense fallback={<Waiting />}>
              <GiveCoupon
                portfolioId={file.portfolioId}
                openId={file.openId}
                mailObstacle={file.mailOfferObstacle}
                onSay={say}
              />
            </Suspense>
          )}
        </ActList>
      )}
      {tab === 'overview' && (
        <div className={styles.columns}>
          <LoanColumn
            file={file}
            chosen={chosen}
            onNoted={() => {
              say(customerText.noteDone)
              onChanged()
            }}
          />
          <History file={file.file} />
          <MoneyColumn file={file} />
        </div>
      )}
    </div>
  )
}

function tabHref(file: string, tab: string, search: URLSearchParams): string {
  const next = new URLSearchParams(search)
  next.set('tab', tab)
  return `/customers/${file}?${next}`
}
