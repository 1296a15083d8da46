import type { CallReply } from '@dolphin/contract/call'
import { resolveExceptionCall } from '@dolphin/contract/returns'
import { lockLoan } from '@dolphin/database/loans/loan-repository'
import { findTransaction, type MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { findWorkItem, type WorkItem, WHOLE_SERVER } from '@dolphin/database/work-items/work-item-repository'
import { parseMoney } from '@dolphin/domain/money/cents'
import { ok } from '@dolphin/domain/outcome'
import { returnRule } from '@dolphin/domain/payments/debit-eligibility/return-codes'
import type { DishonorCode } from '@dolphin/domain/payments/dishonor'
import { WORK_ITEM_RULES } from '@dolphin/domain/work-items/work-item-rules'
import type { z } from 'zod'
import type { MoneyDeps } from '../../../deps.ts'
import { type Result, refuse } from '../../../refusal.ts'
import { triedOut, type UnitOfWork } from '../../../unit-of-work.ts'
import { approvalKind, type ApprovalRun, type CarriedOut } from '../../approvals/approval-kind.ts'
import { type Enterer, enterApproval } from '../../approvals/enter-approval.ts'
import { withLoanEffects } from '../../servicing/loan-effects.ts'
import { refuseIfHeld } from '../../work-items/taking.ts'
import { closeWorkItems } from '../../work-items/work-item-service.ts'
import { contextIn } from './file-import.ts'
import type { InboxEntry } from './inbox-file.ts'
import { findKept, type KeptEntry } from './kept-entry.ts'
import { ownerOf } from './quarantined-entries.ts'
import { applyKept } from './retry-entry.ts'
import { sendBack } from './send-back.ts'

type Resolution = z.output<typeof resolveExceptionCall.request.body>
type Run = Pick<ApprovalRun<Resolution, undefined>, 'unit' | 'request' | 'by'>

const RULE =
  'Lender’s policy: what a rule cannot settle of a bank’s file, one employee enters and another confirms (Nacha Operating Rules, returns).'

/**
 * Enters what becomes of an exception, after it was tried out. Errors: `notFound`, `workItemOver`, `workItemHeld`,
 * `exceptionRefused`.
 */
export async function enterResolution(
  deps: MoneyDeps,
  unit: UnitOfWork,
  request: Resolution,
  enterer: Enterer,
): Promise<Result<CallReply<typeof resolveExceptionCall>>> {
  const { workItemNo, note } = request
  const item = await findOpen(unit, workItemNo)
  if (!item.ok) return item
  const free = await refuseIfHeld(unit, item.value, enterer.by)
  if (!free.ok) return free
  const tried = await triedOut(unit, (part) => resolve(deps, { unit: part, request, by: enterer.by }))
  if (!tried.ok) return tried
  const { portfolioId, loanNo, reason, facts } = item.value
  const approval = await enterApproval(deps, unit, enterer, {
    kind: 'bankException',
    permission: 'exception.resolve',
    portfolioId: portfolioId === WHOLE_SERVER ? null : portfolioId,
    ...(loanNo === null ? {} : { loanNo }),
    amount: parseMoney(String(facts['amount'])) ?? null,
    title: titleOf(request),
    subject: `Work item ${workItemNo}`,
    asEntered: [
      { label: 'Work item', value: `${workItemNo}: ${reason}` },
      ...(request.act === 'sendBack' ? [{ label: 'Code', value: codeInWords(request.code) }] : []),
      ...(request.act !== 'ignore' && request.transactionNo !== undefined
        ? [{ label: 'Transaction', value: request.transactionNo }]
        : []),
    ],
    note,
    request,
  })
  return ok({ workItemNo, approval })
}

function titleOf(request: Resolution): string {
  if (request.act === 'apply') return `Bank entry for ${request.transactionNo}`
  return request.act === 'sendBack' ? 'Bank entry sent back' : 'Bank entry that is none of ours'
}

const codeInWords = (code: DishonorCode): string => `${code} ${returnRule(code).meaning}`

/** An exception of a bank's file, applied to a transaction, sent back or set down as of none of ours. */
export const exceptionApproval = (deps: MoneyDeps) =>
  approvalKind<Resolution>({
    kind: 'bankException',
    rule: RULE,
    request: resolveExceptionCall.request.body,
    carryOut: (run) => resolve(deps, run),
  })

async function findOpen({ tx }: UnitOfWork, workItemNo: string): Promise<Result<WorkItem>> {
  const item = await findWorkItem(tx, workItemNo)
  if (item === undefined || !WORK_ITEM_RULES[item.kind].acts.includes('resolveException'))
    return refuse('notFound')
  return item.closedAt === null ? ok(item) : refuse('workItemOver')
}

async function resolve(deps: MoneyDeps, { unit, request, by }: Run): Promise<Result<CarriedOut>> {
  const item = await findOpen(unit, request.workItemNo)
  if (!item.ok) return item
  if (request.act === 'apply') return await applyTo(deps, { unit, by }, item.value, request)
  if (request.act === 'sendBack') return await dishonor(deps, { unit, by }, item.value, request)
  await close(unit, item.value, by, `none of ours: ${request.note}`)
  return ok({ differences: [itemDifference], effects: effectsOf(item.value) })
}

const itemDifference = { label: 'Work item', before: 'open', after: 'closed', change: null }

/** Loans that an effect names; an amount that many have may concern hundreds. */
const MOST_NAMED = 5

function effectsOf({ concerns }: WorkItem): string[] {
  if (concerns.length === 0) return []
  const named = concerns.slice(0, MOST_NAMED).join(', ')
  const others = concerns.length - MOST_NAMED
  return [others > 0 ? `Debits of ${named} and ${others} more go on.` : `Debits of ${named} go on.`]
}

const close = async (
  unit: UnitOfWork,
  { portfolioId, kind, subject }: WorkItem,
  by: string,
  reason: string,
): Promise<unknown> => await closeWorkItems(unit, { portfolioId, kind, subject }, { by, reason })

async function applyTo(
  deps: MoneyDeps,
  { unit, by }: Pick<Run, 'unit' | 'by'>,
  item: WorkItem,
  { transactionNo, note }: Extract<Resolution, { act: 'apply' }>,
): Promise<Result<CarriedOut>> {
  const found = await entryOf(deps, item)
  if (found === undefined) return refuse('exceptionRefused', { errors: [NO_ENTRY] })
  const { entry, sha256 } = found
  const transaction = await transactionFor(deps, unit, entry, transactionNo)
  const loan = transaction && (await lockLoan(unit.tx, transaction))
  if (transaction === undefined || loan === undefined)
    return refuse('exceptionRefused', { errors: [NO_TRANSACTION] })
  const context = contextIn(deps, { sha256, actor: by }, transaction.portfolioId)
  return await withLoanEffects(deps, unit, loan, {
    work: async () => {
      const outcome = await applyKept(deps, unit, context, { entry, transactionNo })
      if (outcome !== 'applied') return refuse('exceptionRefused', { errors: [DOES_NOT_FIT] })
      await close(unit, item, by, `applied to ${transactionNo}: ${note}`)
      return ok(undefined)
    },
  })
}

/** Sends the return back with the next file; what it held stays held by another work item. */
async function dishonor(
  deps: MoneyDeps,
  { unit, by }: Pick<Run, 'unit' | 'by'>,
  item: WorkItem,
  { code, transactionNo, note }: Extract<Resolution, { act: 'sendBack' }>,
): Promise<Result<CarriedOut>> {
  const found = await entryOf(deps, item)
  if (found === undefined) return refuse('exceptionRefused', { errors: [NO_ENTRY] })
  const { entry, ...kept } = found
  const effects = await sendBack(deps, unit, { item, kept, entry, code, transactionNo, by })
  if (!effects.ok) return effects
  await close(unit, item, by, `sent back as ${code}: ${note}`)
  return ok({ differences: [itemDifference], effects: effects.value })
}

/** The entry that a work item is about, and where it stands; undefined where it could not be read or was not kept. */
async function entryOf(
  deps: MoneyDeps,
  { facts: { sha256, line } }: WorkItem,
): Promise<(KeptEntry & { readonly entry: InboxEntry }) | undefined> {
  if (typeof sha256 !== 'string' || typeof line !== 'number') return undefined
  const kept = await findKept(deps, { sha256, line })
  return kept?.is === 'entry' ? { sha256, line, entry: kept.entry } : undefined
}

const NO_ENTRY = { elementKey: 'workItemNo', message: 'This work item has no entry that can be read.' }
const NO_TRANSACTION = {
  elementKey: 'transactionNo',
  message: 'The company of the entry has no such transaction.',
}
const DOES_NOT_FIT = {
  elementKey: 'transactionNo',
  message: 'The entry does not fit this transaction: code, amount or status differ.',
}

/** The named transaction, in the portfolio whose company the entry is of. */
async function transactionFor(
  deps: MoneyDeps,
  { tx }: UnitOfWork,
  { companyId }: InboxEntry,
  transactionNo: string,
): Promise<MoneyTransaction | undefined> {
  const portfolioId = ownerOf(deps, companyId)
  return portfolioId === WHOLE_SERVER ? undefined : await findTransaction(tx, { portfolioId, transactionNo })
}
