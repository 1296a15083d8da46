import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  findOpenSigningSession,
  lockSigningSession,
  type SigningSession,
} from '@dolphin/database/agreements/signing-session-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import {
  listLoanChanges,
  type LoanChange,
  moveLoanChange,
} from '@dolphin/database/servicing/loan-change-repository'
import { assert } from '@dolphin/domain/assert'
import { SignStatus } from '@dolphin/domain/loans/codes'
import { ok } from '@dolphin/domain/outcome'
import {
  type AmendmentEffect,
  type AmendmentEnd,
  type AmendmentEvent,
  amendmentEffect,
  openAmendmentState,
} from '@dolphin/domain/servicing/changes/amendment-life'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { postProgress } from '../loans/loan-moves.ts'
import { isAmendment, transitionSigningSession } from '../loans/open-signing-session.ts'
import { evidenceOf } from '../loans/signing-evidence.ts'
import { openWorkItem } from '../work-items/work-item-service.ts'
import type { NotifyDeps } from './notify-change.ts'
import { notifyFailed, type WhyFailed } from './notify-modification.ts'

/** An amendment that waits: its change, and the signing of it. */
export interface WaitingAmendment {
  readonly change: LoanChange
  readonly signingSession: SigningSession
}

/** The amendment of a loan that waits; locks its signing. The caller holds the loan's lock. */
export async function lockWaitingAmendment(
  executor: Executor,
  loan: Loan,
): Promise<WaitingAmendment | undefined> {
  const open = await findOpenSigningSession(executor, loan)
  const signingSession = open && (await lockSigningSession(executor, open))
  if (signingSession === undefined || !isAmendment(signingSession)) return undefined
  const { changeNo } = evidenceOf(signingSession)
  const change = (await listLoanChanges(executor, loan)).find((one) => one.changeNo === changeNo)
  assert(change !== undefined, 'an amendment has its change')
  return { change, signingSession }
}

/** What the life table says of an event; refused where it does not come in this state. */
export function effectOnAmendment(
  { signingSession }: WaitingAmendment,
  event: AmendmentEvent,
): Result<AmendmentEffect> {
  const { signStatus } = signingSession
  const state = openAmendmentState(signStatus, evidenceOf(signingSession).reservation !== undefined)
  const cell = amendmentEffect(state, event)
  if (!('refused' in cell)) return ok(cell)
  return refuse(signStatus === SignStatus.suspended ? 'signingSuspended' : 'signingAlreadySigned')
}

/** A locked loan and its amendment that waits for a signature. */
interface AmendedLoan {
  readonly loan: Loan
  readonly waiting: WaitingAmendment
}

/**
 * Carries out what the life table says of an event that brings no signature: moves change and signing together, tells
 * the borrower, and opens the work item. The caller holds the loan's lock. Errors: `signingAlreadySigned`,
 * `signingSuspended`. Source: domain.md §14.
 */
export async function followAmendment(
  deps: NotifyDeps,
  unit: UnitOfWork,
  { loan, waiting }: AmendedLoan,
  { event, actor }: { readonly event: AmendmentEvent; readonly actor: string },
): Promise<Result<AmendmentEffect>> {
  const effect = effectOnAmendment(waiting, event)
  if (!effect.ok || effect.value.change === 'toSign') return effect
  const { state, signStatus, change: to, acts } = effect.value
  const { change, signingSession } = waiting
  assert(await transitionSigningSession(deps, unit, signingSession, signStatus), 'the signing is locked')
  const moved = await moveLoanChange(unit.tx, change, { from: 'toSign', to, at: unit.now })
  assert(moved, 'the loan is locked, so nothing else moves its change')
  const { portfolioId, loanNo, changeNo, changeType } = change
  const facts = { changeNo, changeType, event }
  const action = 'amendmentEnded'
  await appendAudit(unit.tx, { portfolioId, subject: loanNo, action, actor, facts, at: unit.now })
  if (acts.includes('openWorkItem')) {
    await openWorkItem(deps, unit, {
      portfolioId,
      kind: 'amendmentNotSigned',
      subject: `change/${changeNo}`,
      loanNo,
      reason: `${REASONS[state]}: change ${changeType} of ${nameOf(change.actor)}`,
      facts,
      actor,
    })
  }
  if (acts.includes('notifyWithdrawn') || acts.includes('notifyFailed'))
    await notifyFailed(deps, unit, { loaded: { loan }, change }, { why: whyOf(state), restarted: 0 })
  else await postProgress(deps, unit, loan)
  return effect
}

/** Ends the amendment of a locked loan that waits, where one does: the loan has moved to where it is not asked for. */
export async function endWaitingAmendment(
  deps: NotifyDeps,
  unit: UnitOfWork,
  loan: Loan,
  moment: { readonly event: 'bankruptcyNoted' | 'collected'; readonly actor: string },
): Promise<void> {
  const waiting = await lockWaitingAmendment(unit.tx, loan)
  if (waiting === undefined) return
  const ended = await followAmendment(deps, unit, { loan, waiting }, moment)
  assert(ended.ok, 'the life table has an effect in every state')
}

/** An employee by name; a borrower without their number. */
const nameOf = (actor: string): string =>
  actor.startsWith('employee:') ? actor.replace('employee:', '') : 'the borrower'

const REASONS: Readonly<Partial<Record<AmendmentEffect['state'], string>>> = {
  declined: 'the borrower did not want to sign',
  expired: 'the borrower did not sign by the last day',
  outdated: 'the schedule changed before the borrower signed',
  withdrawn: 'the loan moved to collection before the borrower signed',
} satisfies Partial<Record<AmendmentEnd, string>>

function whyOf(state: AmendmentEffect['state']): WhyFailed {
  if (state === 'withdrawn') return 'withdrawn'
  return state === 'expired' ? 'notSigned' : 'outdated'
}
