import { CALLS } from '@dolphin/contract/registry'
import { sendDueNotices } from '@dolphin/api/modules/notices/notice-worker'
import { restateNotice } from '@dolphin/api/modules/servicing/leaving-notices'
import { sql } from 'drizzle-orm'
import type { NoticeFact, PageFacts } from '../loan-model/facts.ts'
import { mailsSayAsPage } from '../loan-model/laws/notice-laws.ts'
import type { Life } from './life.ts'
import { nextOrder } from './story.ts'

/** Notices that are due leave, each as it is true then; what left is kept as the borrower reads it. */
export async function letNoticesLeave(life: Life): Promise<void> {
  const { deps } = life.api
  await sendDueNotices({ ...deps, restate: (notice) => restateNotice(deps, notice) })
  const left = await leftOf(life)
  for (const loan of life.loans) {
    const own = left.filter(({ loanNo, noticeId }) => loanNo === loan.loanNo && !life.noticed.has(noticeId))
    if (own.length === 0) continue
    const { notices } = await loan.client.ask(CALLS.noticeList, { query: { loanNo: loan.loanNo } })
    const texts = new Map(notices.map(({ noticeNo, body }) => [noticeNo, body]))
    for (const { noticeId, kind, key } of own) {
      const text = texts.get(noticeId) ?? ''
      const notice = { kind, key: key.split('/'), on: life.today, order: nextOrder(life), text }
      life.noticed.set(noticeId, { ...notice, loanNo: loan.loanNo })
      life.unread.push({ ...notice, loanNo: loan.loanNo })
    }
  }
}

interface LeftNotice {
  readonly [column: string]: string
  readonly noticeId: string
  readonly kind: string
  readonly key: string
  readonly loanNo: string
}

/** What went out about loans, in its order. */
async function leftOf({ api }: Life): Promise<readonly LeftNotice[]> {
  const { rows } = await api.database.db.execute<LeftNotice>(
    sql`select notice_id as "noticeId", kind, dedup_key as key, loan_no as "loanNo" from outbox
      where sent_at is not null and loan_no is not null and channel = 'mail' order by sent_at, created_at`,
  )
  return rows
}

/** A notice and the loan that it is about. */
export type LoanNotice = NoticeFact & { readonly loanNo: string }

/** What left about a loan, oldest first. */
export const noticesAbout = ({ noticed }: Life, loanNo: string): LoanNotice[] =>
  [...noticed.values()].filter((notice) => notice.loanNo === loanNo)

/** Notices of a loan that left since its page was held against them are held against its page of now. */
export function readNotices(life: Life, loanNo: string, page: PageFacts | null): void {
  const own = life.unread.filter((notice) => notice.loanNo === loanNo)
  life.unread = life.unread.filter((notice) => notice.loanNo !== loanNo)
  if (page === null) return
  const reading = { notices: own, page }
  life.witness?.readings.push(reading)
  life.surprises.push(...mailsSayAsPage(reading))
}
