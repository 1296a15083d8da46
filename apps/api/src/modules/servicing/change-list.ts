import type { ForReaders } from '../../reader-words.ts'
import type { CallReply } from '@dolphin/contract/call'
import type { listChangeCall } from '@dolphin/contract/servicing-changes'
import { findOwnChange, type LoanChange } from '@dolphin/database/servicing/loan-change-repository'
import { assert } from '@dolphin/domain/assert'
import type { BankingHours } from '@dolphin/domain/calendar/cut-off'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { ok } from '@dolphin/domain/outcome'
import type { ChangeType } from '@dolphin/domain/payments/codes'
import { confirmAgainBy, type DebitToConfirm } from '@dolphin/domain/servicing/changes/confirm-again'
import { planChange } from '@dolphin/domain/servicing/changes/plan-change'
import { isoInZone } from '@dolphin/domain/time/new-york'
import { actorName, type CustomerActor } from '../../http/actor.ts'
import { type Result, refuse } from '../../refusal.ts'
import { findBorrowerLoan, lockBorrowerLoan } from '../loans/loan-access.ts'
import { hoursOf } from '../portfolios/banking-hours.ts'
import { refuseChange } from './change-result.ts'
import { cancelRequest, isUndoable } from './cancel-request.ts'
import { savedChangeName } from './change-texts.ts'
import { loadServicedLoan } from './load-serviced-loan.ts'
import { followModification } from './follow-modification.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { assistanceBasis } from './assistance-basis.ts'
import { changeChoices } from './change-choices.ts'
import { effectOfChange } from './change-effect.ts'
import type { RepaymentDeps } from './repayment-deps.ts'

type Reply = ForReaders<CallReply<typeof listChangeCall>>
export type ChangeEntry = Reply['changes'][number]

/** The changes of a borrower's loan, newest first, and what may be asked for now. */
export async function listChanges(
  deps: RepaymentDeps,
  actor: CustomerActor,
  loanNo: string,
  now: Date,
): Promise<Result<Reply>> {
  const { db } = deps.database
  const found = await findBorrowerLoan(db, actor, { loanNo })
  if (!found.ok) return found
  const data = deps.portfolios.byId(found.value.portfolioId)
  assert(data !== undefined, 'a loan has a portfolio')
  const hours = hoursOf(data, deps.calendar)
  const loaded = await loadServicedLoan(deps, db, found.value, now)
  const toConfirm = loaded?.serviced.toConfirm ?? null
  const changes = (loaded?.changes ?? []).map((change) =>
    changeEntryOf(change, {
      hours,
      now,
      transactions: loaded?.transactions ?? [],
      toConfirm: change.status === 'open' ? toConfirm : null,
    }),
  )
  const choices = loaded === undefined ? null : changeChoices(loaded, await assistanceBasis(db, loaded, now))
  return ok({ loanNo, changes, choices })
}

/** When a change is looked at, and whether its debit is to be confirmed again. */
interface ChangeMoment {
  readonly hours: BankingHours
  readonly now: Date
  readonly transactions: Parameters<typeof isUndoable>[1]
  readonly toConfirm: DebitToConfirm | null
}

/** A change as a page lists it. */
export function changeEntryOf(
  change: LoanChange,
  { hours, now, transactions, toConfirm }: ChangeMoment,
): ChangeEntry {
  const { timeZone } = hours
  const { changeNo, loanNo, changeType, status, requestedAt, holdsFrom, cutOffAt, documentNo } = change
  return {
    changeNo,
    loanNo,
    // The column holds the domain's change type and nothing else.
    changeTypeCode: changeType as ChangeType,
    status,
    requestedAt: isoInZone(requestedAt, timeZone),
    holdsFrom: formatLocalDate(holdsFrom),
    cancelable: isUndoable(change, transactions, now),
    cancelUntil: isoInZone(cutOffAt, timeZone),
    ...effectOfChange(change),
    confirmAgainBy: toConfirm && formatLocalDate(confirmAgainBy(hours, toConfirm.quotedFor)),
    documentNo,
    text: savedChangeName(change),
  }
}

/** The change that waits for the borrower's signature, while it can be signed; null without one. */
export const toSignView = (change: LoanChange | undefined, moment: ChangeMoment): ChangeEntry | null =>
  change === undefined ? null : changeEntryOf(change, moment)

/**
 * 905: takes an open change back while nothing of it was sent. Errors: `notFound` for any change but the customer's
 * own, `changeNotCancelable`. Source: domain.md §10.
 */
export async function cancelOwnChange(
  deps: RepaymentDeps,
  unit: UnitOfWork,
  actor: CustomerActor,
  changeNo: string,
): Promise<Result<ChangeEntry>> {
  const owned = await findOwnChange(unit.tx, actor, changeNo)
  if (owned === undefined) return refuse('notFound')
  const locked = await lockBorrowerLoan(unit.tx, actor, owned)
  if (!locked.ok) return refuse('notFound')
  const loaded = await loadServicedLoan(deps, unit.tx, locked.value, unit.now)
  const change = loaded?.openChange
  if (loaded === undefined || change?.changeNo !== changeNo) return refuse('changeNotCancelable')
  const judged = planChange(loaded.serviced, cancelRequest(loaded, change))
  if (!judged.ok) return refuseChange(judged.error)
  await followModification(deps, unit, loaded, { change, event: 'undone', actor: actorName(actor) })
  const after = await findOwnChange(unit.tx, actor, changeNo)
  assert(after !== undefined, 'a change that was taken back is on record')
  const { transactions, serviced } = loaded
  return ok(changeEntryOf(after, { hours: serviced.hours, now: unit.now, transactions, toConfirm: null }))
}
