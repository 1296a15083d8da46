import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { findOpenSigningSession } from '@dolphin/database/agreements/signing-session-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import {
  confirmManualPosting,
  findManualPosting,
  lockManualPosting,
  type ManualPosting,
} from '@dolphin/database/servicing/manual-posting-repository'
import { type Figure, figureDifferences, inWords } from '@dolphin/domain/approvals/figures'
import { assert } from '@dolphin/domain/assert'
import { formatUsDate } from '@dolphin/domain/calendar/local-date'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { ok } from '@dolphin/domain/outcome'
import { PaymentMode } from '@dolphin/domain/payments/codes'
import type { ChangePlan } from '@dolphin/domain/servicing/changes/change-plan'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { approvalKind, type ApprovalRun, type CarriedOut } from '../approvals/approval-kind.ts'
import { findAnyLoan, lockAnyLoan } from '../loans/any-loan.ts'
import { makeAmendment } from '../servicing/amendment-document.ts'
import { makeChangeDocument, stillToPay } from '../servicing/change-document.ts'
import { loadServicedLoan } from '../servicing/load-serviced-loan.ts'
import { withLoanEffects } from '../servicing/loan-effects.ts'
import { type PostingOrder, storedOrder } from '../servicing/posting-order.ts'
import { judgePosting } from './manual-posting-service.ts'
import { calculateChange } from './post-change.ts'
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
  const found = await lockAnyLoan(unit.tx, posting.loanNo)
  if (!found.ok) return found
  const order = storedOrder(posting)
  const judged = await judgePosting(deps, unit, found.value, order)
  if (!judged.ok) return judged
  const work = () => post(unit, run, posting, judged.value)
  return order.kind === 'scheduleChange'
    ? await changeSchedule(deps, run, { loan: found.value, order, work })
    : await withLoanEffects(deps, unit, found.value, work)
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

interface ScheduleChange {
  readonly loan: Loan
  readonly order: PostingOrder
  readonly work: () => Promise<Result<unknown>>
}

/** What a change comes to is worked out before it is made: a rehearsal has no document to make it with. */
async function changeSchedule(
  deps: Deps,
  { unit, prepared }: Run,
  { loan, order, work }: ScheduleChange,
): Promise<Result<CarriedOut>> {
  const loaded = await loadServicedLoan(deps, unit.tx, loan, unit.now)
  if (loaded === undefined) return refuse('loanStatusInvalid')
  const worked = calculateChange({ loaded, order })
  if (!worked.ok) return worked
  const isWaiting = worked.value.needsSignature && (await findOpenSigningSession(unit.tx, loan)) !== undefined
  if (isWaiting) return refuse('changeAlreadyOpen')
  const done = prepared === undefined ? ok(undefined) : await work()
  return done.ok ? ok(changeEffects(worked.value, loaded.serviced.paymentMode)) : done
}

const LONGEST_VALUE = 2_000

/** A schedule as it is compared: its sum, its payments one by one, and how they are made. */
const scheduleFigures = (schedule: ChangePlan['oldSchedule'], mode: PaymentMode): Figure[] => [
  { label: 'Still to be paid', value: stillToPay(schedule) },
  { label: 'Number of payments', value: String(schedule.rows.length) },
  {
    label: 'Payments',
    value: schedule.rows
      .map(({ dueDate, payment }) => `${formatUsDate(dueDate)} ${formatCurrency(payment)}`)
      .join('; ')
      .slice(0, LONGEST_VALUE),
  },
  {
    label: 'Way of paying',
    value: inWords(Object.entries(PaymentMode).find(([, code]) => code === mode)?.[0] ?? String(mode)),
  },
]

function changeEffects(
  { oldSchedule, newSchedule, needsSignature, paymentModeAfter }: ChangePlan,
  modeBefore: PaymentMode,
): CarriedOut {
  const before = scheduleFigures(oldSchedule, modeBefore)
  return {
    differences: figureDifferences(before, scheduleFigures(newSchedule, paymentModeAfter)),
    effects: [
      needsSignature
        ? 'The borrower is asked to sign it; nothing changes before they do.'
        : 'The borrower gets a receipt of the change.',
    ],
  }
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
      ? { ...NO_DOCUMENTS, amendment: await makeAmendment(deps, db, loaded, plan, now) }
      : {
          ...NO_DOCUMENTS,
          document: await makeChangeDocument(deps, db, loaded, plan, { mark: null, at: now }),
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
