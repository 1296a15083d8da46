import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  confirmManualPosting,
  findManualPosting,
  lockManualPosting,
  type ManualPosting,
} from '@dolphin/database/servicing/manual-posting-repository'
import { assert } from '@dolphin/domain/assert'
import { ok } from '@dolphin/domain/outcome'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { approvalKind, type ApprovalRun, type CarriedOut } from '../approvals/approval-kind.ts'
import { findAnyLoan } from '../loans/any-loan.ts'
import { makeAmendment } from '../servicing/amendment-document.ts'
import { makeChangeDocument } from '../servicing/change-document.ts'
import { loadServicedLoan } from '../servicing/load-serviced-loan.ts'
import { storedOrder } from '../servicing/posting-order.ts'
import { judgePosting } from './manual-posting-service.ts'
import { calculateChange } from './post-change.ts'
import { lockPostingLoans } from './posting-locks.ts'
import { postingEffects } from './posting-effects.ts'
import type { PostingRun, PostingWork } from './posting-work.ts'

const RULE = 'Lender’s policy: what one employee posts by hand, another confirms, whatever the amount.'

const postingRequest = z.strictObject({ portfolioId: z.number(), postingNo: z.string() })
type PostingRequest = z.output<typeof postingRequest>

type Documents = Pick<PostingRun, 'document' | 'amendment'>
type Run = ApprovalRun<PostingRequest, Documents>

const NO_DOCUMENTS: Documents = { document: undefined, amendment: undefined }

/** A posting by hand, judged against the loan as it stands when it is confirmed. Source: domain.md §10. */
export const postingApproval = (deps: Deps) =>
  approvalKind<PostingRequest, Documents>({
    kind: 'posting',
    rule: RULE,
    request: postingRequest,
    prepare: (request, now) => renderDocuments(deps, request, now),
    carryOut: (run) => carryOutPosting(deps, run),
  })

async function carryOutPosting(deps: Deps, run: Run): Promise<Result<CarriedOut>> {
  const { unit, request } = run
  const posting = await lockManualPosting(unit.tx, request)
  assert(posting !== undefined, 'a posting is never deleted')
  if (posting.state === 'posted') return refuse('conflict')
  const order = storedOrder(posting)
  const found = await lockPostingLoans(unit.tx, posting.loanNo, order)
  if (!found.ok) return found
  const judged = await judgePosting(deps, unit, found.value, order)
  if (!judged.ok) return judged
  return await postingEffects(deps, unit, {
    loan: found.value,
    order,
    work: () => post(unit, run, posting, judged.value),
    isRehearsal: run.prepared === undefined,
  })
}

async function post(
  unit: UnitOfWork,
  { by, prepared = NO_DOCUMENTS }: Run,
  posting: ManualPosting,
  work: PostingWork,
): Promise<Result<unknown>> {
  const done = await work({ unit, posting, actor: by, ...prepared })
  if (!done.ok) return done
  const confirmed = await confirmManualPosting(unit.tx, posting, { confirmedBy: by, confirmedAt: unit.now })
  assert(confirmed, 'the posting is locked until it is confirmed')
  await auditPosted(unit, posting, by)
  return done
}

/**
 * The receipt of a change, or its amendment to sign, outside of the transaction; nothing for what needs none, or what
 * will be refused.
 */
async function renderDocuments(deps: Deps, request: PostingRequest, now: Date): Promise<Result<Documents>> {
  const { db } = deps.database
  const posting = await findManualPosting(db, request)
  assert(posting !== undefined, 'a posting is never deleted')
  const order = storedOrder(posting)
  if (order.kind !== 'scheduleChange') return ok(NO_DOCUMENTS)
  const found = await findAnyLoan(db, posting.loanNo)
  if (!found.ok) return found
  const loaded = await loadServicedLoan(deps, db, found.value, now)
  const worked = loaded && calculateChange({ loaded, order })
  if (loaded === undefined || worked?.ok !== true) return ok(NO_DOCUMENTS)
  const plan = worked.value
  return ok(
    plan.needsSignature
      ? { ...NO_DOCUMENTS, amendment: await makeAmendment(deps, db, { loaded, plan }, now) }
      : {
          ...NO_DOCUMENTS,
          document: await makeChangeDocument(deps, db, { loaded, plan }, { mark: null, at: now }),
        },
  )
}

async function auditPosted(
  unit: UnitOfWork,
  { portfolioId, loanNo: subject, postingNo, kind, changeType, enteredBy }: ManualPosting,
  actor: string,
): Promise<void> {
  const facts = { postingNo, kind, changeType, enteredBy }
  await appendAudit(unit.tx, { portfolioId, subject, action: 'postingPosted', actor, facts, at: unit.now })
}
