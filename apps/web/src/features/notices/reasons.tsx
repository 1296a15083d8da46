import { LoanStatus, NotificationCode } from '@dolphin/domain/loans/codes'
import { useQuery } from '@tanstack/react-query'
import { type CallValue, call } from '../../api-client/call.ts'
import { isCustomer, isSignedIn } from '../../api-client/session.ts'
import { NoticePdf, NoticeText } from '../documents/notice-list.tsx'
import { notificationText } from './messages.ts'
import styles from './notification.module.css'
import { type ApplicationContext, useApplicationContext } from './application-context.ts'

type Reason = CallValue<'listSection'>['reasons'][number]
type Notice = CallValue<'noticeList'>['notices'][number]

/** The specific reasons and what would change them; with 301 also the notice itself (12 CFR 1002.9(b)(2)). */
export function Reasons({ code }: { code: NotificationCode }) {
  const context = useApplicationContext()
  if (!context) return null
  return <KnownReasons context={context} declined={code === NotificationCode.withdrawn} />
}

function KnownReasons({ context, declined }: { context: ApplicationContext; declined: boolean }) {
  const found = useReasons(context)
  if (found === undefined) return null
  const { reasons, triesLeft } = found
  return (
    <>
      {reasons.length > 0 && <ReasonList reasons={reasons} declined={declined} />}
      {!declined && triesLeft !== null && <p>{triesText(triesLeft)}</p>}
      {declined && reasons.length === 0 && <p>{notificationText('reasonsByMail')}</p>}
      {declined && <AdverseNotice loanNo={context.loan?.loanNo} />}
      {declined && <p>{notificationText('rights')}</p>}
    </>
  )
}

/** How often a bank may still be linked, in words. */
function triesText(triesLeft: number): string {
  if (triesLeft === 0) return notificationText('noTryLeft')
  return notificationText('triesLeft', { number: triesLeft })
}

function ReasonList({ reasons, declined }: { reasons: readonly Reason[]; declined: boolean }) {
  return (
    <>
      <h2>{notificationText(declined ? 'reasonsTitle' : 'noAmountWhy')}</h2>
      <ul className={styles.reasons}>
        {reasons.map(({ code, reason, change }) => (
          <li key={code}>
            <strong>{reason}</strong>
            <span className={styles.change}>{notificationText('changes', { change })}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The notice and its PDF are made right after the decision: a few looks are enough. */
const LOOK_MS = 2000
const MOST_LOOKS = 15

/** The notice as sent, once it is kept with the loan. */
function AdverseNotice({ loanNo }: { loanNo: string | undefined }) {
  const { data: notice } = useQuery({
    queryKey: ['adverseNotice', loanNo ?? null],
    queryFn: () => readAdverseNotice(loanNo),
    refetchInterval: ({ state }) =>
      state.data?.documentNo || state.dataUpdateCount >= MOST_LOOKS ? false : LOOK_MS,
  })
  if (!notice) return null
  return (
    <>
      <h2>{notificationText('noticeTitle')}</h2>
      {notice.documentNo !== null && <NoticePdf documentNo={notice.documentNo} subject={notice.subject} />}
      <details>
        <summary>{notice.subject}</summary>
        <NoticeText body={notice.body} />
      </details>
    </>
  )
}

interface Found {
  readonly reasons: readonly Reason[]
  /** Null when unknown. */
  readonly triesLeft: number | null
}

/** Why, and how often a bank may still be linked; undefined until it is known. */
export function useReasons(context: ApplicationContext | undefined): Found | undefined {
  const applicationNo = context?.loan?.applicationNo ?? context?.workflow?.applicationNo
  const { data } = useQuery({
    queryKey: ['reasons', applicationNo ?? null],
    queryFn: () => readReasons(context?.loan, applicationNo),
    enabled: context !== undefined,
  })
  return data
}

async function readReasons(
  loan: ApplicationContext['loan'],
  applicationNo: string | undefined,
): Promise<Found> {
  if (loan?.loanStatus === LoanStatus.withdrawn && loan.reasons.length > 0)
    return { reasons: loan.reasons, triesLeft: null }
  if (!isSignedIn()) return { reasons: [], triesLeft: null }
  const answer = await call(
    'listSection',
    { query: applicationNo === undefined ? {} : { applicationNo } },
    { quiet: true },
  )
  if (!answer.ok) return { reasons: [], triesLeft: null }
  const { reasons, verificationTriesLeft } = answer.value
  return { reasons, triesLeft: verificationTriesLeft }
}

async function readAdverseNotice(loanNo: string | undefined): Promise<Notice | null> {
  if (loanNo === undefined || !isCustomer()) return null
  const answer = await call('noticeList', { query: { loanNo } }, { quiet: true })
  return answer.ok ? (answer.value.notices.find(({ kind }) => kind === 'adverseAction') ?? null) : null
}
