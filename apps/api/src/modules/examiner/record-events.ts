import type { CallReply } from '@dolphin/contract/call'
import type { loanTimelineCall } from '@dolphin/contract/examiner'
import { listInboxEntries } from '@dolphin/database/payments/ach-inbox-repository'
import { listDecisionsOfLoan } from '@dolphin/database/decisions/decision-repository'
import { listDocumentsOfLoan } from '@dolphin/database/documents/document-repository'
import { listEligibilityDecisions } from '@dolphin/database/payments/eligibility-decision-repository'
import { listLoanChanges } from '@dolphin/database/servicing/loan-change-repository'
import type { NewestRows } from '@dolphin/database/driver/newest-rows'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { listNoticeTrail } from '@dolphin/database/notices/notice-trail-repository'
import { listWorkItemsOfLoan } from '@dolphin/database/work-items/work-item-repository'
import { NOT_FOR_ROLE } from '@dolphin/domain/staff/personal-fields'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import { documentsForStaff } from '../documents/document-vault.ts'
import type { DecisionOnFile } from '../decisions/decision-on-file.ts'
import { savedChangeName } from '../servicing/change-texts.ts'
import { citationOf } from '../payments/eligibility-results.ts'
import type { Deps } from '../../deps.ts'

type Event = CallReply<typeof loanTimelineCall>['events'][number]

const LONGEST_CAUSE = 300

/** Facts of a decision as they stand in an event: the reasons, the tier, what was read of an application. */
const DECISION_FACTS = /"(reasons?|reasonCodes|tier|income|employer|street)":/
const DECIDING: readonly string[] = ['decided', 'decision']

/** An event without the facts of a decision, for those whose role does not read them; that it was made stays. */
export const withoutDecisionFacts = <One extends Pick<Event, 'event' | 'cause'>>(event: One): One =>
  DECIDING.includes(event.event) || DECISION_FACTS.test(event.cause)
    ? { ...event, cause: NOT_FOR_ROLE }
    : event

/**
 * What has a record of its own beside history and audit, as rows of the timeline by kind of record, in no order: all of
 * it, or of checks and notices the newest.
 */
export async function recordEvents(deps: Deps, loan: Loan, newest?: NewestRows): Promise<Event[][]> {
  const row = rowOf(loan)
  return await Promise.all([
    decisionRows(deps, loan, row),
    eligibilityRows(deps, loan, row, newest),
    bankRows(deps, loan, row),
    changeRows(deps, loan, row),
    workItemRows(deps, loan, row),
    noticeRows(deps, loan, row, newest),
    documentRows(deps, loan, row),
  ])
}

interface ReportedFacts {
  readonly eventNo: string
  readonly at: Date
  readonly actor: string
  readonly event: string
  readonly to: string | null
  readonly cause: string
}

type Row = (reported: ReportedFacts) => Event

const rowOf =
  ({ loanNo }: Loan): Row =>
  ({ at, cause, ...reported }) => ({
    ...reported,
    loanNo,
    at: isoInZone(at, NEW_YORK),
    from: null,
    cause: cause.slice(0, LONGEST_CAUSE),
  })

async function decisionRows({ database: { db }, cipher }: Deps, loan: Loan, row: Row) {
  const decisions = await listDecisionsOfLoan<DecisionOnFile>(db, cipher, loan)
  return decisions.map(({ decisionNo, decidedAt: at, decision: { decision, decidedBy } }) =>
    row({
      eventNo: `decision/${decisionNo}`,
      at,
      actor: decidedBy ?? 'policy',
      event: 'decision',
      to: decision.outcome,
      cause: `policy version ${decision.policyVersion}; explain ${decisionNo} says why`,
    }),
  )
}

async function eligibilityRows({ database: { db } }: Deps, loan: Loan, row: Row, newest?: NewestRows) {
  const answers = await listEligibilityDecisions(db, loan, newest)
  return answers.map(({ decisionNo, asked, allowed, rule, transactionNo, at }) => {
    const citation = citationOf(rule)
    return row({
      eventNo: `eligibility/${decisionNo}`,
      at,
      actor: asked,
      event: 'debitEligibility',
      to: allowed ? 'allowed' : 'blocked',
      cause: [transactionNo, rule, citation].filter((part) => part !== null).join('; '),
    })
  })
}

async function bankRows({ database: { db } }: Deps, loan: Loan, row: Row) {
  const entries = await listInboxEntries(db, loan)
  return entries.map(({ kind, code, originalTrace, transactionNo, applied, at, sha256, line }) =>
    row({
      eventNo: `bank/${kind}/${originalTrace}/${code}/${sha256.slice(0, 6)}/${line}`,
      at,
      actor: 'bank',
      event: kind,
      to: code,
      cause: `${transactionNo ?? 'no transaction of ours'}; ${applied}`,
    }),
  )
}

async function workItemRows({ database: { db } }: Deps, loan: Loan, row: Row) {
  const items = await listWorkItemsOfLoan(db, loan)
  return items.flatMap(({ workItemNo, kind, reason, since, closedAt, closedBy, closedFor }) => {
    const opened = {
      eventNo: `work/${workItemNo}`,
      at: since,
      actor: 'system',
      event: 'workItem',
      to: kind,
      cause: reason,
    }
    if (closedAt === null) return [row(opened)]
    const closed = { at: closedAt, actor: closedBy ?? 'system', to: 'closed', cause: closedFor ?? '' }
    return [row(opened), row({ ...opened, eventNo: `${opened.eventNo}/end`, ...closed })]
  })
}

async function changeRows({ database: { db } }: Deps, loan: Loan, row: Row) {
  const changes = await listLoanChanges(db, loan)
  return changes.flatMap((change) => {
    const { changeNo, changeType, status, actor, requestedAt, closedAt } = change
    const isToSign = status === 'toSign'
    const cause = `${changeType} ${savedChangeName(change).en}`
    const asked = {
      eventNo: `change/${changeNo}`,
      at: requestedAt,
      actor,
      event: 'change',
      to: isToSign ? 'toSign' : 'open',
      cause,
    }
    if (closedAt === null) return [row(asked)]
    return [row(asked), row({ ...asked, eventNo: `${asked.eventNo}/end`, at: closedAt, to: status })]
  })
}

async function noticeRows({ database: { db } }: Deps, loan: Loan, row: Row, newest?: NewestRows) {
  return (await listNoticeTrail(db, loan, newest)).map(
    ({ kind, dedupKey, createdAt: at, sentAt, failedAt }) =>
      row({
        eventNo: `notice/${dedupKey}`.slice(0, 64),
        at,
        actor: 'system',
        event: 'notice',
        to: kind,
        cause:
          sentAt !== null ? `sent ${isoInZone(sentAt, NEW_YORK)}` : failedAt !== null ? 'failed' : 'waits',
      }),
  )
}

async function documentRows({ database: { db } }: Deps, loan: Loan, row: Row) {
  return documentsForStaff(await listDocumentsOfLoan(db, loan)).map(
    ({ documentNo, title, createdAt: at, sealedAt }) =>
      row({
        eventNo: `document/${documentNo}`,
        at,
        actor: 'system',
        event: 'document',
        to: sealedAt === null ? 'kept' : 'sealed',
        cause: `${documentNo}: ${title}`,
      }),
  )
}
