import { findCustomer } from '@dolphin/database/identity/customer-repository'
import type { TrackedNotice } from '@dolphin/database/notices/delivery-repository'
import { queueNotice } from '@dolphin/database/notices/outbox-repository'
import { insertPaperNotice, withdrawPaperNotice } from '@dolphin/database/notices/paper-notice-repository'
import type { DeliveryState } from '@dolphin/domain/notices/delivery-state'
import { ruleOfNotice } from '@dolphin/domain/notices/legal-notice'
import { AWAITED_NOTICE_KINDS, type NoticeKind } from '@dolphin/domain/notices/notice-kind'
import type { Deps } from '../../deps.ts'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import { newId } from '../../security/secrets.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { closeWorkItems, openWorkItem, type WorkItemDeps } from '../work-items/work-item-service.ts'
import { reachOfCustomer } from './reach.ts'
import { SEND_NOTICES_JOB } from './notice-outbox.ts'
import { isToEmployee, staffNoticeOf } from './staff-notices.ts'

export type OtherWayDeps = WorkItemDeps & Pick<Deps, 'cipher' | 'sms' | 'random' | 'jobs'>

const KIND = 'undeliveredNotice'
/** At the end of the key of a notice that goes to another address; one that failed there goes on paper. */
const SECOND = '/other-address'

const isSecond = ({ dedupKey }: Pick<TrackedNotice, 'dedupKey'>): boolean => dedupKey.endsWith(SECOND)

/** The work item of a notice: one for each loan and kind, whatever way it was sent. */
export const subjectOfNotice = ({
  loanNo,
  kind,
}: {
  readonly loanNo: string
  readonly kind: string
}): string => `notice/${loanNo}/${kind}`

/**
 * A notice did not arrive: one of law goes to another address that works, else to the paper queue; one about a loan
 * is a work item. A known bounce leaves a notice not given. Source: docs/facts/delivery.md §7.
 */
export async function sendOtherWay(
  deps: OtherWayDeps,
  unit: UnitOfWork,
  notice: TrackedNotice,
  failure: { readonly state: DeliveryState; readonly status: string | null },
): Promise<void> {
  const { portfolioId, noticeId, kind, channel, loanNo } = notice
  if (isToEmployee(notice)) return await reportToStaff(deps, unit, notice, failure)
  // Who waits for a code or link asks for another one.
  if (AWAITED_NOTICE_KINDS.includes(kind as NoticeKind) || loanNo === null) return
  const rule = ruleOfNotice(kind as NoticeKind)
  const way = rule === undefined ? 'none' : await goOn(deps, unit, notice, loanNo)
  await openWorkItem(deps, unit, {
    portfolioId,
    kind: KIND,
    subject: subjectOfNotice({ loanNo, kind }),
    loanNo,
    reason: `the notice ${kind} could not be delivered by ${channel === 'sms' ? 'text' : 'mail'}; ${WAYS[way]}`,
    facts: { noticeId, notice: kind, ...failure, ...(rule === undefined ? {} : { rule }) },
    actor: SYSTEM_ACTOR,
  })
}

/** A notice to an employee may warn of a stranger: colleagues learn that it did not arrive. */
async function reportToStaff(
  deps: OtherWayDeps,
  unit: UnitOfWork,
  notice: TrackedNotice,
  failure: { readonly state: DeliveryState; readonly status: string | null },
): Promise<void> {
  const { portfolioId, noticeId, kind } = notice
  const { employeeId } = staffNoticeOf(notice)
  await openWorkItem(deps, unit, {
    portfolioId,
    kind: KIND,
    subject: `notice/employee:${employeeId}/${kind}`,
    loanNo: null,
    reason: `the notice ${kind} to the employee ${employeeId} could not be delivered by mail`,
    facts: { noticeId, notice: kind, ...failure },
    actor: SYSTEM_ACTOR,
  })
}

const WAYS = {
  none: 'no law asks for it',
  otherAddress: 'it goes to another address',
  paper: 'it is in the paper queue',
} as const

async function goOn(
  deps: OtherWayDeps,
  unit: UnitOfWork,
  notice: TrackedNotice,
  loanNo: string,
): Promise<Exclude<keyof typeof WAYS, 'none'>> {
  const recipient = isSecond(notice) ? undefined : await otherAddress(deps, unit, notice)
  if (recipient === undefined) {
    const { portfolioId, customerKey, noticeId, kind } = notice
    await insertPaperNotice(unit.tx, { portfolioId, customerKey, noticeId, loanNo, kind, queuedAt: unit.now })
    return 'paper'
  }
  const { portfolioId, openId, kind, language, payload } = notice
  await queueNotice(
    unit.tx,
    deps.cipher,
    {
      portfolioId,
      openId,
      loanNo,
      kind,
      language,
      payload,
      recipient,
      channel: 'mail',
      noticeId: newId(deps.random),
      dedupKey: `${notice.dedupKey}${SECOND}`,
    },
    unit.now,
  )
  deps.jobs.nudge(unit, SEND_NOTICES_JOB)
  return 'otherAddress'
}

async function otherAddress(
  deps: OtherWayDeps,
  { tx }: UnitOfWork,
  { portfolioId, openId, recipient }: TrackedNotice,
): Promise<string | undefined> {
  const customer = openId === null ? undefined : await findCustomer(tx, deps.cipher, { portfolioId, openId })
  if (customer === undefined) return undefined
  const { mails } = await reachOfCustomer(deps, tx, customer)
  return mails.find((one) => one.toLowerCase() !== recipient.toLowerCase())
}

/** A notice arrived: at another address, or after a report that left open whether it had. */
export async function arrivedAfterAll(
  unit: UnitOfWork,
  notice: TrackedNotice,
  state: DeliveryState,
): Promise<void> {
  const { portfolioId, loanNo, kind } = notice
  const wasOpen = notice.delivery === 'undetermined' && state === 'delivered'
  if ((!isSecond(notice) && !wasOpen) || loanNo === null) return
  if (wasOpen) await withdrawPaperNotice(unit.tx, notice)
  const which = { portfolioId, kind: KIND, subject: subjectOfNotice({ loanNo, kind }) } as const
  const reason = isSecond(notice) ? 'it arrived at another address' : 'it was delivered after all'
  await closeWorkItems(unit, which, { by: SYSTEM_ACTOR, reason })
}
