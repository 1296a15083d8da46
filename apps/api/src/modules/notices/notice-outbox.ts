import { queueNotice } from '@dolphin/database/notices/outbox-repository'
import type { NoticeKind, NoticeValues } from '@dolphin/domain/notices/notice-kind'
import { ok } from '@dolphin/domain/outcome'
import type { Locale } from '@dolphin/domain/portfolios/localized'
import type { Deps } from '../../deps.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'

/** One notice to one person. */
export interface NoticeRequest<K extends NoticeKind = NoticeKind> {
  readonly portfolioId: number
  readonly kind: K
  readonly values: NoticeValues<K>
  /** E-mail address, or the ten digits of a phone. */
  readonly recipient: string
  /** By mail unless it says otherwise; only kinds with words for a phone go there. */
  readonly channel?: 'mail' | 'sms'
  readonly openId: string | null
  readonly loanNo: string | null
  /** What the page of somebody without an account speaks; a customer's notices speak the customer's language. */
  readonly language?: Locale
  /** Says which notice it is ("approved/118-0000013"); the same one is sent once, however often it is asked for. */
  readonly dedupKey: string
}

export interface NoticeOutbox {
  /**
   * Queues a notice in the transaction of the fact it tells of; a worker sends it after the commit. Where the process dies
   * before it asks for that, `sweepNotices` finds the notice.
   */
  send<K extends NoticeKind>(unit: UnitOfWork, request: NoticeRequest<K>): Promise<void>
}

export const SEND_NOTICES_JOB = 'send-notices'

/** Has the worker look for notices that wait: to be tried again, or left behind by a process that died. */
export async function sweepNotices({ units, jobs }: Pick<Deps, 'units' | 'jobs'>): Promise<void> {
  await units.write((unit) => Promise.resolve(ok(jobs.nudge(unit, SEND_NOTICES_JOB))))
}

export function createNoticeOutbox({
  cipher,
  random,
  jobs,
  mark,
}: Pick<Deps, 'cipher' | 'random' | 'jobs' | 'mark'>): NoticeOutbox {
  return {
    async send(unit, { values, channel = 'mail', language = null, ...request }) {
      const noticeId = Buffer.from(random.bytes(16)).toString('base64url')
      const queued = await queueNotice(
        unit.tx,
        cipher,
        { ...request, channel, language, noticeId, payload: values },
        unit.now,
      )
      if (!queued) return
      mark?.('outbox: notice queued, before the commit')
      unit.afterCommit(() => mark?.('outbox: after the commit, before its job'))
      jobs.nudge(unit, SEND_NOTICES_JOB)
    },
  }
}
