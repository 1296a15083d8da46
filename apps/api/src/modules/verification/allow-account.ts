import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { listOpenWorkItems } from '@dolphin/database/work-items/work-item-repository'
import { ok } from '@dolphin/domain/outcome'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { lockAnyLoan } from '../loans/any-loan.ts'
import { postProgress } from '../loans/loan-moves.ts'
import { closeWorkItems, openWorkItem } from '../work-items/work-item-service.ts'
import type { VerificationDeps } from './verification-deps.ts'

export interface AccountAllowance {
  readonly loanNo: string
  /** Why, for the audit; people read it. */
  readonly note: string
  /** From actorName. */
  readonly actor: string
}

/**
 * Lets the borrower use the account that a new bank link shows: home asks for its numbers, which must be those of the
 * link, and debits need a new permission. It stands as a work item until the borrower has done so, links the loan's own
 * account after all, or an employee closes it.
 *
 * Errors: `loanNotFound`; `notFound` where no such link waits for a person.
 */
export async function allowAccount(
  deps: VerificationDeps,
  unit: UnitOfWork,
  { loanNo, note, actor }: AccountAllowance,
): Promise<Result<{ readonly loanNo: string; readonly requestCode: string }>> {
  const found = await lockAnyLoan(unit.tx, loanNo)
  if (!found.ok) return found
  const { portfolioId } = found.value
  const which = { portfolioId, kind: 'otherAccountLinked', loanNo } as const
  const [item] = await listOpenWorkItems(unit.tx, which)
  if (item === undefined) return refuse('notFound')
  const facts = { requestCode: String(item.facts['requestCode']), linkShows: item.facts['linkShows'] }
  await closeWorkItems(unit, which, { by: actor, reason: note || 'The other account is allowed.' })
  await openWorkItem(deps, unit, {
    ...which,
    kind: 'otherAccountAllowed',
    subject: `loan/${loanNo}`,
    reason: 'The borrower may use the account that the new link shows, and has to enter its numbers.',
    facts,
    actor,
  })
  const { requestCode } = facts
  await appendAudit(unit.tx, {
    portfolioId,
    subject: loanNo,
    action: 'otherAccountAllowed',
    actor,
    facts: { requestCode, note },
    at: unit.now,
  })
  await postProgress(deps, unit, found.value)
  return ok({ loanNo, requestCode })
}
