import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { type LoanChange, moveLoanChange } from '@dolphin/database/servicing/loan-change-repository'
import { updateLoan } from '@dolphin/database/loans/loan-repository'
import { findTransaction, moveTransaction } from '@dolphin/database/payments/transaction-repository'
import { savePlan } from '@dolphin/database/plans/plan-repository'
import { assert } from '@dolphin/domain/assert'
import { TransactionStatus } from '@dolphin/domain/payments/codes'
import {
  type ModificationAct,
  type ModificationEffect,
  type ModificationEvent,
  type ModificationStatus,
  modificationEffect,
  type ScheduleEffect,
} from '@dolphin/domain/servicing/changes/modification-life'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { moveCoveredPayments } from './covered-payments.ts'
import { grantAgain } from './authorization-again.ts'
import { voidLateInterest, waiveLateInterest } from './late-debit.ts'
import { type LoadedLoan, loadServicedLoan, type ServicingDeps } from './load-serviced-loan.ts'
import { modificationOf } from './modification-of.ts'
import type { NotifyDeps } from './notify-change.ts'
import {
  askToConfirmAgain,
  notifyFailed,
  notifyRest,
  notifyUndone,
  type WhyFailed,
} from './notify-modification.ts'
import type { ChangedPlan } from './plan-after-change.ts'
import { reviveRetries } from './withdraw-retries.ts'
import { isUndone, shorterPlan, withoutChange } from './schedule-after-failure.ts'

export type ModificationDeps = ServicingDeps & NotifyDeps

/** What happened to a saved change. */
export interface ModificationMoment {
  readonly change: LoanChange
  readonly event: ModificationEvent
  readonly actor: string
  /** For the borrower, where a notice says why. */
  readonly why?: WhyFailed
  /** The transaction of a receipt that was posted. */
  readonly receiptNo?: string
}

/**
 * Carries out what the life table says of an event: moves the change, puts the schedule in force, and does the rest in
 * its order. The caller holds the loan's lock; `loaded` is the loan as it is now. Does nothing where the change was undone
 * before, so that an event that is known twice changes nothing.
 *
 * Throws where the table calls the event impossible: that is a defect of the caller. Source: domain.md §14.
 */
export async function followModification(
  deps: ModificationDeps,
  unit: UnitOfWork,
  loaded: LoadedLoan,
  moment: ModificationMoment,
): Promise<void> {
  const { change, event, actor } = moment
  if (isUndone(change)) return
  const effect = effectOf(change, event)
  if (effect.status !== change.status) {
    const moved = await moveLoanChange(unit.tx, change, {
      from: change.status,
      to: effect.status,
      at: unit.now,
    })
    assert(moved, 'the loan is locked, so nothing else moves its change')
    await auditMove(unit, change, effect.status, actor)
  }
  const run = { deps, unit, moment, effect }
  const counted = effect.acts.includes('voidWaiver') ? await withoutWaiver(run, loaded) : loaded
  const after = await reschedule(run, counted)
  for (const act of effect.acts) await carryOut(run, act, after)
  if (event === 'undone') await reviveRetries(unit, after.loaded, change, actor)
  // Help that waited for a payoff holds now, and a schedule before a later change knows nothing of what was moved since.
  if (UNDOES.includes(effect.schedule)) await moveCoveredPayments(deps, unit, loaded.loan)
}

const UNDOES: readonly ScheduleEffect[] = ['restored', 'restarted']

/** What the life table says of an event of this change; throws where it calls the event impossible. */
export function effectOf(
  change: Pick<LoanChange, 'changeType' | 'result' | 'transactionNo'>,
  event: ModificationEvent,
): ModificationEffect {
  const { kind, mode } = modificationOf(change)
  const cell = modificationEffect(kind, mode, event)
  assert(!('impossible' in cell), `${event} does not happen to ${kind} by ${mode}`)
  return cell
}

interface Run {
  readonly deps: ModificationDeps
  readonly unit: UnitOfWork
  readonly moment: ModificationMoment
  readonly effect: ModificationEffect
}

/** The loan with the schedule that is in force now. */
interface Rescheduled {
  readonly loaded: LoadedLoan
  /** How many installments are due again on another day. */
  readonly restarted: number
}

/** The waiver falls before the schedule is worked out: its payments cover that interest too. */
async function withoutWaiver(
  { deps, unit, moment: { change } }: Run,
  loaded: LoadedLoan,
): Promise<LoadedLoan> {
  if (!(await voidLateInterest(deps, unit, loaded, change))) return loaded
  const again = await loadServicedLoan(deps, unit.tx, loaded.loan, unit.now)
  assert(again !== undefined, 'a loan whose payment came back is funded')
  return again
}

async function reschedule(
  { unit, moment: { change, receiptNo }, effect: { schedule } }: Run,
  loaded: LoadedLoan,
): Promise<Rescheduled> {
  switch (schedule) {
    case 'restored':
    case 'restarted': {
      const restarts = schedule === 'restarted'
      const without = await withoutChange(unit.tx, loaded, change, { now: unit.now, restarts })
      for (const plan of without.plans) await storePlan(unit, loaded, plan)
      return without
    }
    case 'shortened': {
      await storePlan(unit, loaded, shorterPlan(loaded, change, { receiptNo, now: unit.now }))
      return { loaded, restarted: 0 }
    }
    // A save stores its own schedule with the change.
    case 'replaced':
    case 'unchanged':
      return { loaded, restarted: 0 }
  }
}

async function storePlan(
  unit: UnitOfWork,
  { loan }: LoadedLoan,
  { plan, installments }: ChangedPlan,
): Promise<void> {
  await savePlan(unit.tx, plan, installments)
  await updateLoan(unit.tx, loan, { planNo: plan.planNo }, unit.now)
}

async function carryOut(
  { deps, unit, moment }: Run,
  act: ModificationAct,
  { loaded, restarted }: Rescheduled,
): Promise<void> {
  const { change, actor } = moment
  switch (act) {
    case 'dropDebit':
      return await dropDebit(unit, change, actor)
    case 'grantAuthorization':
      return await grantAgain(unit, loaded, change)
    case 'askAgain':
      return await askToConfirmAgain(deps, unit, loaded, change)
    case 'waiveLateInterest':
      return await waiveLateInterest(deps, unit, { loaded, change }, actor)
    case 'voidWaiver':
      return
    case 'notifyUndone':
      return await notifyUndone(deps, unit, loaded, change)
    case 'notifyFailed':
      return await notifyFailed(
        deps,
        unit,
        { loaded, change },
        { why: moment.why ?? 'notAllowed', restarted },
      )
    case 'notifyRest':
      return await notifyRest(deps, unit, loaded, change)
  }
}

/** A debit that no batch has taken is canceled: 0 → -1, or 1 → -1 once its cut-off window was open. */
async function dropDebit(unit: UnitOfWork, change: LoanChange, actor: string): Promise<void> {
  const { portfolioId, transactionNo, changeNo } = change
  if (transactionNo === null) return
  const reason = { cause: `change ${changeNo} undone`, actor, at: unit.now }
  const { none, pending, rejected } = TransactionStatus
  const debit = await findTransaction(unit.tx, { portfolioId, transactionNo })
  if (debit?.status === none || debit?.status === pending)
    await moveTransaction(unit.tx, debit, { from: debit.status, to: rejected }, reason)
}

const AUDITED: Readonly<Partial<Record<ModificationStatus, string>>> = {
  cancelled: STORED_NAMES.auditAction.changeCanceled,
  failed: 'changeFailed',
}

async function auditMove(
  unit: UnitOfWork,
  { portfolioId, loanNo, changeNo, changeType, transactionNo, planNo }: LoanChange,
  status: ModificationStatus,
  actor: string,
): Promise<void> {
  const action = AUDITED[status]
  if (action === undefined) return
  await appendAudit(unit.tx, {
    portfolioId,
    subject: loanNo,
    action,
    actor,
    facts: { changeNo, changeType, transactionNo, planNo },
    at: unit.now,
  })
}
