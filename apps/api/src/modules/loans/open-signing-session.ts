import {
  findOpenSigningSession,
  type SigningSession,
  updateSigningSession,
} from '@dolphin/database/agreements/signing-session-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { Ticket } from '@dolphin/domain/channel/ticket'
import { LoanStatus, OriginatingSubStatus, SignStatus } from '@dolphin/domain/loans/codes'
import { amendmentEffect, openAmendmentState } from '@dolphin/domain/servicing/changes/amendment-life'
import type { Deps } from '../../deps.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { changeSigned, evidenceOf } from './signing-evidence.ts'

type NeededDeps = Pick<Deps, 'tickets'>

/** Ticket 3001: every open page of the borrower reads how the signing stands. */
export async function postSignStatus(
  { tickets }: NeededDeps,
  unit: UnitOfWork,
  { portfolioId, openId, loanNo, requestCode }: SigningSession,
  signStatus: SignStatus,
): Promise<void> {
  if (openId === null) return
  const data = { loanNo, requestCode, signStatus }
  await tickets.post(unit, { portfolioId, openId }, { ticket: Ticket.signatureCallback, data })
}

/** Moves a signing session by compare-and-set and tells the open pages; false if it is not (any more) where it was. */
export async function transitionSigningSession(
  deps: NeededDeps,
  unit: UnitOfWork,
  signingSession: SigningSession,
  to: SignStatus,
): Promise<boolean> {
  const moved = await updateSigningSession(
    unit.tx,
    signingSession,
    { from: signingSession.signStatus, to },
    unit.now,
  )
  if (moved) await postSignStatus(deps, unit, signingSession, to)
  return moved
}

/** Voids the open signing session of a loan whose terms are not those it was opened for; answers whether it did. */
export async function voidOutdatedSigningSession(
  deps: NeededDeps,
  unit: UnitOfWork,
  loan: Loan,
  termsDigest: string | null,
): Promise<boolean> {
  const open = await findOpenSigningSession(unit.tx, loan)
  if (open === undefined || open.termsDigest === termsDigest) return false
  return await transitionSigningSession(deps, unit, open, SignStatus.voided)
}

/**
 * What an open signing session does when its loan moves: it is canceled with the loan, waits while the loan is blocked
 * or with a person, and goes on when the loan is back with the customer and its terms still hold.
 * Source: domain.md §8.
 */
export async function syncSigningSessionWithLoan(
  deps: NeededDeps,
  unit: UnitOfWork,
  after: Loan,
): Promise<void> {
  const open = await findOpenSigningSession(unit.tx, after)
  const to = open && (isAmendment(open) ? amendmentBeside : statusBeside)(after, open, unit.now)
  if (open !== undefined && to !== undefined && to !== open.signStatus)
    await transitionSigningSession(deps, unit, open, to)
}

/** Whether what is signed amends a loan that is paid out. */
export const isAmendment = (signingSession: Pick<SigningSession, 'evidence'>): boolean =>
  changeSigned(signingSession) !== undefined

/** Source: the life table of amendments; how they end is followed where the change is known. */
function amendmentBeside({ status }: Loan, open: SigningSession): SignStatus {
  if (status === LoanStatus.terminated) return open.signStatus
  const state = openAmendmentState(open.signStatus, evidenceOf(open).reservation !== undefined)
  const cell = amendmentEffect(state, status === LoanStatus.suspended ? 'loanPaused' : 'loanResumed')
  return 'refused' in cell ? open.signStatus : cell.signStatus
}

function statusBeside(loan: Loan, open: SigningSession, now: Date): SignStatus {
  if (loan.status !== LoanStatus.originating) return SignStatus.cancelled
  if (loan.subStatus !== OriginatingSubStatus.customerReview) return SignStatus.suspended
  if (open.termsDigest !== loan.termsDigest) return SignStatus.voided
  return open.expiresAt <= now ? SignStatus.expired : SignStatus.notSigned
}
