import {
  type Ceremony,
  findOpenCeremony,
  moveCeremony,
} from '@dolphin/database/agreements/ceremony-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { Ticket } from '@dolphin/domain/channel/ticket'
import { LoanStatus, OriginatingSubStatus, SignStatus } from '@dolphin/domain/loans/codes'
import type { Deps } from '../../deps.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'

type Parts = Pick<Deps, 'tickets'>

/** Ticket 3001: every open page of the borrower reads how the signing stands. */
export async function postSignStatus(
  { tickets }: Parts,
  unit: UnitOfWork,
  { portfolioId, openId, loanNo, requestCode }: Ceremony,
  signStatus: SignStatus,
): Promise<void> {
  if (openId === null) return
  const data = { loanNo, requestCode, signStatus }
  await tickets.post(unit, { portfolioId, openId }, { ticket: Ticket.signatureCallback, data })
}

/** Moves a ceremony by compare-and-set and tells the open pages; false if it is not (any more) where it was. */
export async function turnCeremony(
  parts: Parts,
  unit: UnitOfWork,
  ceremony: Ceremony,
  to: SignStatus,
): Promise<boolean> {
  const moved = await moveCeremony(unit.tx, ceremony, { from: ceremony.signStatus, to }, unit.now)
  if (moved) await postSignStatus(parts, unit, ceremony, to)
  return moved
}

/** Voids the open ceremony of a loan whose terms are not those it was opened for; answers whether it did. */
export async function voidOutdatedCeremony(
  parts: Parts,
  unit: UnitOfWork,
  loan: Loan,
  termsDigest: string | null,
): Promise<boolean> {
  const open = await findOpenCeremony(unit.tx, loan)
  if (open === undefined || open.termsDigest === termsDigest) return false
  return await turnCeremony(parts, unit, open, SignStatus.voided)
}

/**
 * What an open ceremony does when its loan moves: it is cancelled with the loan, waits while the loan is blocked
 * or with a person, and goes on when the loan is back with the customer and its terms still hold.
 * Source: domain.md §8.
 */
export async function ceremonyFollowsLoan(parts: Parts, unit: UnitOfWork, after: Loan): Promise<void> {
  const open = await findOpenCeremony(unit.tx, after)
  const to = open && statusBeside(after, open, unit.now)
  if (open !== undefined && to !== undefined && to !== open.signStatus)
    await turnCeremony(parts, unit, open, to)
}

function statusBeside(loan: Loan, open: Ceremony, now: Date): SignStatus {
  if (loan.status !== LoanStatus.originating) return SignStatus.cancelled
  if (loan.subStatus !== OriginatingSubStatus.customerReview) return SignStatus.suspended
  if (open.termsDigest !== loan.termsDigest) return SignStatus.voided
  return open.expiresAt <= now ? SignStatus.expired : SignStatus.notSigned
}
