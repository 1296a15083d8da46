import { type MoneyTransaction, moveTransaction } from '@dolphin/database/payments/transaction-repository'
import { CONFIRMED_DAY } from '@dolphin/domain/payments/debit-eligibility/debit-rules'
import { ELIGIBILITY_TEXTS } from '@dolphin/domain/payments/debit-eligibility/eligibility-texts'
import { TransactionStatus } from '@dolphin/domain/payments/codes'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { followDebit } from './close-changes.ts'
import type { ModificationDeps } from './follow-modification.ts'

const { none, pending, rejected } = TransactionStatus

/** Of a debit whose eligibility was asked about: it may go. */
export const WINDOW_OPENED = 'cut-off window opened, eligibility checked'

/** Why a planned debit is never sent, and what that is to the change that asked for it. */
export interface Refusal {
  readonly event: 'dateSlipped' | 'held'
  readonly cause: string
  readonly actor: string
}

/** Refuses a planned debit for good (0 → 1 → -1); the change that asked for it follows. The caller holds the loan's lock. */
export async function refuseDebit(
  deps: ModificationDeps,
  unit: UnitOfWork,
  debit: MoneyTransaction,
  { event, cause, actor }: Refusal,
): Promise<void> {
  const by = { actor, at: unit.now }
  await moveTransaction(unit.tx, debit, { from: none, to: pending }, { ...by, cause: WINDOW_OPENED })
  await moveTransaction(unit.tx, debit, { from: pending, to: rejected }, { ...by, cause })
  await followDebit(deps, unit, debit, { event, actor, why: 'notAllowed' })
}

/** Refuses a payoff or an extra payment that missed its day, so that its borrower is asked to confirm again. */
export const refuseSlipped = (
  deps: ModificationDeps,
  unit: UnitOfWork,
  debit: MoneyTransaction,
): Promise<void> =>
  refuseDebit(deps, unit, debit, {
    event: 'dateSlipped',
    cause: `${CONFIRMED_DAY}: ${ELIGIBILITY_TEXTS.confirmAgain.en}`,
    actor: SYSTEM_ACTOR,
  })
