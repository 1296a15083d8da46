import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { disbursementDateCall } from '@dolphin/contract/disbursement'
import { type Loan, updateLoan } from '@dolphin/database/loans/loan-repository'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { rescheduleTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate, type LocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { creditCutOff } from '@dolphin/domain/disbursement/disbursement-days'
import { entryDateFor } from '@dolphin/domain/disbursement/payout'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone } from '@dolphin/domain/time/new-york'
import { actorName, type CustomerActor } from '../../http/actor.ts'
import { type Result, refuse } from '../../refusal.ts'
import { lockBorrowerLoan } from '../loans/loan-access.ts'
import { hoursOf } from '../portfolios/banking-hours.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { askForNewTerms } from '../payments/new-terms.ts'
import { datesToPick } from './dates-to-pick.ts'
import type { DisbursementDeps } from './disbursement-list.ts'

/**
 * Has the money sent on another day, until the batch takes the credit. Where the signed terms do not hold for it, the
 * borrower signs new ones first.
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
  const choice = await datesToPick(deps, unit.tx, loan, { now: unit.now })
  if (choice === undefined) return refuse('disbursementNotOpen')
  const picked = choice.dates.find((offered) => offered === parseLocalDate(date))
  if (picked === undefined) return refuse('dateNotAvailable', { errors: [notOffered(choice.dates.length)] })
  const { status, mode } = choice.credit
  if (choice.datesToSign.includes(picked)) {
    const reason = { rule: LATER_DAY, actor: actorName(actor), askedDay: picked }
    await askForNewTerms(deps, unit, loan, reason)
    return ok(pickedView(deps, loan, { picked, mode, now: unit.now, signsAgain: true }))
  }
  const moved = await rescheduleTransaction(
    unit.tx,
    choice.credit,
    { status, effectiveDate: entryDateFor(deps.calendar, mode, picked) },
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
  return ok(pickedView(deps, loan, { picked, mode, now: unit.now, signsAgain: false }))
}

/** For the record of a loan that is signed again because of the day that its borrower picked. */
const LATER_DAY = 'the borrower asked for the money on a later day, for which the signed terms do not hold'

interface Picked {
  readonly picked: LocalDate
  readonly mode: number
  readonly now: Date
  readonly signsAgain: boolean
}

function pickedView(
  { portfolios, calendar }: DisbursementDeps,
  { loanNo, portfolioId }: Loan,
  { picked, mode, now, signsAgain }: Picked,
): CallReply<typeof disbursementDateCall> {
  const data = portfolios.byId(portfolioId)
  assert(data !== undefined, 'a loan belongs to a portfolio')
  const hours = hoursOf(data, calendar)
  return {
    loanNo,
    date: formatLocalDate(picked),
    fundsArriveOn: formatLocalDate(picked),
    cutOffAt: isoInZone(creditCutOff(hours, entryDateFor(calendar, mode, picked), now), hours.timeZone),
    signsAgain,
  }
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
