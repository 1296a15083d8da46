import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { disbursementDateCall } from '@dolphin/contract/disbursement'
import { updateLoan } from '@dolphin/database/loans/loan-repository'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { rescheduleTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { creditCutOff } from '@dolphin/domain/disbursement/disbursement-days'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone } from '@dolphin/domain/time/new-york'
import { actorName, type CustomerActor } from '../../http/actor.ts'
import { type Result, refuse } from '../../refusal.ts'
import { lockBorrowerLoan } from '../loans/loan-access.ts'
import { hoursOf } from '../portfolios/banking-hours.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { datesToPick } from './dates-to-pick.ts'
import type { DisbursementDeps } from './disbursement-list.ts'

/**
 * Has the money sent on another day, until the batch takes the credit.
 * Errors: `loanNotFound`, `disbursementNotOpen`, `dateNotAvailable` at `date`.
 */
export async function pickDisbursementDate(
  deps: DisbursementDeps,
  unit: UnitOfWork,
  actor: CustomerActor,
  { loanNo, date }: CallRequest<typeof disbursementDateCall>['body'],
): Promise<Result<CallReply<typeof disbursementDateCall>>> {
  const found = await lockBorrowerLoan(unit.tx, actor, { loanNo })
  if (!found.ok) return found
  const loan = found.value
  const choice = await datesToPick(deps, unit.tx, loan, unit.now)
  if (choice === undefined) return refuse('disbursementNotOpen')
  const picked = choice.dates.find((offered) => offered === parseLocalDate(date))
  if (picked === undefined) return refuse('dateNotAvailable', { errors: [notOffered(choice.dates.length)] })
  const { status } = choice.credit
  const moved = await rescheduleTransaction(
    unit.tx,
    choice.credit,
    { status, effectiveDate: picked },
    unit.now,
  )
  if (!moved) return refuse('disbursementNotOpen')
  await updateLoan(unit.tx, loan, { disbursementDate: picked }, unit.now)
  await appendAudit(unit.tx, {
    portfolioId: loan.portfolioId,
    subject: loanNo,
    action: 'disbursementDatePicked',
    actor: actorName(actor),
    facts: { date, transactionNo: choice.credit.transactionNo },
    at: unit.now,
  })
  const data = deps.portfolios.byId(loan.portfolioId)
  assert(data !== undefined, 'a loan belongs to a portfolio')
  const hours = hoursOf(data, deps.calendar)
  return ok({
    loanNo,
    date: formatLocalDate(picked),
    fundsArriveOn: formatLocalDate(picked),
    cutOffAt: isoInZone(creditCutOff(hours, picked, unit.now), hours.timeZone),
  })
}

const notOffered = (choices: number) => ({
  elementKey: 'date',
  message:
    choices === 0
      ? { en: 'The date cannot be moved any more.', es: 'La fecha ya no se puede mover.' }
      : {
          en: 'This date cannot be chosen. Pick one of those offered.',
          es: 'Esta fecha no se puede elegir. Elija una de las ofrecidas.',
        },
})
