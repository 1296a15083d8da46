import { queueNotice } from '@dolphin/database/notices/outbox-repository'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import type { JobDefinition } from '../../ports/job-queue.ts'
import type { NoticeOutbox } from '../../ports/notice-outbox.ts'

export const SEND_NOTICES_JOB = 'send-notices'

/** How often waiting notices are looked for; the longest that one leaves after its hour has come. */
const SWEEP_SECONDS = 30

/**
 * Has the worker look for notices that wait: for their hour, to be tried again, or left behind by a process that died.
 * Of the timetable, so that a demonstration's clock takes them along.
 */
export const sweepNoticesJob = ({ units, jobs }: Pick<Deps, 'units' | 'jobs'>): JobDefinition => ({
  name: 'sweep-notices',
  everySeconds: SWEEP_SECONDS,
  async run() {
    await units.write((unit) => Promise.resolve(ok(jobs.nudge(unit, SEND_NOTICES_JOB))))
  },
})

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
