import { queueNotice } from '@dolphin/database/notices/outbox-repository'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import type { NoticeOutbox } from '../../ports/notice-outbox.ts'

export const SEND_NOTICES_JOB = 'send-notices'

/** Has the worker look for notices that wait: to be tried again, or left behind by a process that died. */
export async function sweepNotices({ units, jobs }: Pick<Deps, 'units' | 'jobs'>): Promise<void> {
  await units.write((unit) => Promise.resolve(ok(jobs.nudge(unit, SEND_NOTICES_JOB))))
}

export function createNoticeOutbox({
  cipher,
  random,
  jobs,
  faultPoint,
}: Pick<Deps, 'cipher' | 'random' | 'jobs' | 'faultPoint'>): NoticeOutbox {
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
      faultPoint?.('outbox: notice queued, before the commit')
      unit.afterCommit(() => faultPoint?.('outbox: after the commit, before its job'))
      jobs.nudge(unit, SEND_NOTICES_JOB)
    },
  }
}
