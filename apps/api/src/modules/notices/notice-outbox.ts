import { findLoan } from '@dolphin/database/loans/loan-repository'
import { type NewNotice, queueNotice } from '@dolphin/database/notices/outbox-repository'
import { WHOLE_SERVER } from '@dolphin/database/work-items/work-item-repository'
import { ASKING_NOTICES, isNoticeStopped } from '@dolphin/domain/loans/legal-facts'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import type { JobDefinition } from '../../ports/job-queue.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { NoticeOutbox, NoticeRequest } from '../../ports/notice-outbox.ts'
import { employeeNotice } from './staff-notices.ts'

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

export function createNoticeOutbox(deps: Pick<Deps, 'cipher' | 'random' | 'jobs' | 'config'>): NoticeOutbox {
  const { cipher, random, jobs } = deps
  const queue = async (unit: UnitOfWork, notice: Omit<NewNotice, 'noticeId'>) => {
    const noticeId = Buffer.from(random.bytes(16)).toString('base64url')
    if (!(await queueNotice(unit.tx, cipher, { ...notice, noticeId }, unit.now))) return false
    jobs.nudge(unit, SEND_NOTICES_JOB)
    return true
  }
  return {
    async send(unit, { values, channel = 'mail', language = null, ...request }) {
      if (await isStopped(unit, request)) return false
      return await queue(unit, { ...request, channel, language, payload: values })
    },
    async sendToEmployee(unit, request) {
      const { employeeId, kind, about } = request
      const { recipient, payload } = await employeeNotice(deps, unit, request)
      await queue(unit, {
        portfolioId: WHOLE_SERVER,
        kind,
        recipient,
        channel: 'mail',
        language: null,
        openId: null,
        loanNo: null,
        dedupKey: `staff/${kind}/${employeeId}/${about}/${unit.now.getTime()}`,
        payload: { ...payload },
      })
    },
  }
}

/** What asks for money is not sent about a loan on which a fact of law stands that forbids it (11 USC 362(a)(6)). */
async function isStopped(
  { tx }: UnitOfWork,
  { portfolioId, loanNo, kind }: Pick<NoticeRequest, 'portfolioId' | 'loanNo' | 'kind'>,
): Promise<boolean> {
  if (loanNo === null || !ASKING_NOTICES.includes(kind)) return false
  const loan = await findLoan(tx, { portfolioId, loanNo })
  return loan !== undefined && isNoticeStopped(kind, loan.legalFacts)
}
