import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { listApprovalCall, showApprovalCall } from '@dolphin/contract/approvals'
import {
  type Approval,
  type ApprovalHead,
  findApproval,
  findEnteredAgain,
  isApprovalSeen,
  listApprovals,
} from '@dolphin/database/approvals/approval-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import { appendCustomerFileRead } from '@dolphin/database/examiner/audit-repository'
import { findEmployee } from '@dolphin/database/staff/employee-repository'
import { stateAt } from '@dolphin/domain/approvals/approval-life'
import { confirmObstacle } from '@dolphin/domain/approvals/confirm-obstacle'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import { actorName, type EmployeeActor, employeeIdIn } from '../../http/actor.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { ApprovalDeps } from './approval-deps.ts'
import { type Reader, type ReaderDeps, readerOf } from './approval-reader.ts'
import { answeredAct, type Assessed, kindOf, rehearse } from './assess-approval.ts'
import type { ReadPoint } from '../../unit-of-work.ts'

type List = CallReply<typeof listApprovalCall>
type View = CallReply<typeof showApprovalCall>
type Named = View['enteredBy']

const PAGE = 100
/** Of those that wait, so many are looked at to count what the employee may confirm. */
const MOST_COUNTED = 1_000

/** What no employee entered: the operations secret. */
const OF_NO_EMPLOYEE: Named = { employeeId: 'operations-secret', name: 'Operations secret' }

/** Names of employees as views show them, each looked up once. */
function namesOf({ cipher }: Pick<ApprovalDeps, 'cipher'>, executor: Executor) {
  const known = new Map<string, Named>()
  return async (actor: string): Promise<Named> => {
    const employeeId = employeeIdIn(actor)
    if (employeeId === undefined) return OF_NO_EMPLOYEE
    const found = known.get(employeeId) ?? {
      employeeId,
      name: (await findEmployee(executor, cipher, employeeId))?.name ?? employeeId,
    }
    known.set(employeeId, found)
    return found
  }
}

/** The employee's own and what their roles enter or confirm; with how many of them they may confirm. */
export async function readApprovals(
  deps: ApprovalDeps,
  actor: EmployeeActor,
  { portfolioId, state = 'waiting', enteredBy, after }: CallRequest<typeof listApprovalCall>['query'],
  now: Date,
): Promise<List> {
  const { db } = deps.database
  const reader = await readerOf(deps, db, actor)
  const choice = { reader: reader.seen, portfolioId, now }
  const seen = enteredBy === 'me' ? { ...reader.seen, scopes: [] } : reader.seen
  const page = await listApprovals(db, { ...choice, reader: seen, state, after, limit: PAGE + 1 })
  const shown = page.slice(0, PAGE)
  const nameOf = namesOf(deps, db)
  const heads: List['approvals'][number][] = []
  for (const head of shown) heads.push(headView(head, await nameOf(head.enteredBy), reader, now))
  const waiting = await listApprovals(db, { ...choice, state: 'waiting', limit: MOST_COUNTED })
  return {
    approvals: heads,
    after: page.length > PAGE ? (shown.at(-1)?.approvalNo ?? null) : null,
    waiting: waiting.filter((head) => confirmObstacle(head, reader.confirming) === undefined).length,
  }
}

/** One approval that the employee sees. Errors: `notFound`, also where their roles do not reach it. */
export async function findSeen(
  deps: Pick<ApprovalDeps, 'cipher'> & ReaderDeps,
  executor: Executor,
  actor: EmployeeActor,
  approvalNo: string,
): Promise<Result<{ readonly approval: Approval; readonly reader: Reader }>> {
  const reader = await readerOf(deps, executor, actor)
  const isSeen = await isApprovalSeen(executor, reader.seen, approvalNo)
  const approval = isSeen ? await findApproval(executor, deps.cipher, approvalNo) : undefined
  return approval === undefined ? refuse('notFound') : ok({ approval, reader })
}

/** One approval whole: while it waits, with what it comes to as things stand. */
export async function readApproval(
  deps: ApprovalDeps,
  actor: EmployeeActor,
  approvalNo: string,
  now: Date,
): Promise<Result<View>> {
  const { db } = deps.database
  const found = await findSeen(deps, db, actor, approvalNo)
  if (!found.ok) return found
  const { approval, reader } = found.value
  await noteRead(deps, approval, actor)
  return ok(await approvalView(deps, { tx: db, now }, approval, reader))
}

/** What is entered for a loan shows its figures and what the borrower said: it is part of the customer's file. */
async function noteRead(
  { units }: Pick<ApprovalDeps, 'units'>,
  { approvalNo, portfolioId, loanNo }: Approval,
  actor: EmployeeActor,
): Promise<void> {
  if (portfolioId === null || loanNo === null) return
  const read = {
    portfolioId,
    file: loanNo,
    call: 'showApproval',
    actor: actorName(actor),
    reason: `approval ${approvalNo}`,
  }
  await units.write(async ({ tx, now }) => ok(await appendCustomerFileRead(tx, { ...read, at: now })))
}

export async function approvalView(
  deps: ApprovalDeps,
  { tx: executor, now }: ReadPoint,
  approval: Approval,
  reader: Reader,
): Promise<View> {
  const nameOf = namesOf(deps, executor)
  const head = headView(approval, await nameOf(approval.enteredBy), reader, now)
  const { rule } = kindOf(deps, approval)
  const { answeredBy, answeredAt, answerNote } = approval
  const answer =
    answeredBy === null || answeredAt === null
      ? null
      : { by: await nameOf(answeredBy), at: isoInZone(answeredAt, NEW_YORK), note: answerNote }
  const enteredAgain = (await findEnteredAgain(executor, approval.approvalNo)) ?? null
  const { againOf } = approval
  return { ...head, rule, answer, againOf, enteredAgain, ...(await foreseen(deps, approval, head.state)) }
}

type Foreseen = Pick<View, 'asEntered' | 'note' | 'differences' | 'effects' | 'blocked' | 'digest'>

/** What is answered shows what was confirmed; what waits, what it comes to now. */
const foreseen = async (deps: ApprovalDeps, approval: Approval, state: View['state']): Promise<Foreseen> =>
  state === 'waiting' ? shownOf(await rehearse(deps, approval)) : answeredAct(approval)

function shownOf({ asEntered, note, outcome, blocked, digest }: Assessed): Foreseen {
  const { differences, effects } = outcome.ok ? outcome.value : { differences: [], effects: [] }
  return {
    asEntered: [...asEntered],
    note,
    differences: [...differences],
    effects: [...effects],
    blocked,
    digest,
  }
}

/** A head as the employee who asks sees it. */
function headView(
  head: ApprovalHead,
  enteredBy: Named,
  { confirming }: Reader,
  now: Date,
): List['approvals'][number] {
  const { approvalNo, kind, title, subject, portfolioId, loanNo, amount, permission } = head
  return {
    approvalNo,
    kind,
    title,
    subject,
    portfolioId,
    loanNo,
    amount: amount === null ? null : moneyToWire(amount),
    permission,
    state: stateAt(head, now),
    enteredBy,
    enteredAt: isoInZone(head.enteredAt, NEW_YORK),
    endsAt: isoInZone(head.endsAt, NEW_YORK),
    own: head.enteredBy === confirming.by,
    obstacle: confirmObstacle(head, confirming) ?? null,
  }
}
