import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { paperCheckCall } from '@dolphin/contract/disbursement'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { updateLoan } from '@dolphin/database/loans/loan-repository'
import {
  changeTransactionMode,
  rescheduleTransaction,
} from '@dolphin/database/payments/transaction-repository'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { entryDateFor, payoutWith, sentOn } from '@dolphin/domain/disbursement/payout'
import { APPLYING_STATUSES, NotificationCode } from '@dolphin/domain/loans/codes'
import { TransactionMode } from '@dolphin/domain/payments/codes'
import { ok } from '@dolphin/domain/outcome'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { actorName, type CustomerActor } from '../../http/actor.ts'
import { type Result, refuse } from '../../refusal.ts'
import { loadAnswers } from '../borrowers/answers.ts'
import { applicantOf } from '../borrowers/applicant.ts'
import { lockBorrowerLoan } from '../loans/loan-access.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { askForNewTerms } from '../payments/new-terms.ts'
import { notifyCheckMailed } from './check-notice.ts'
import { datesToPick } from './dates-to-pick.ts'
import type { DisbursementDeps } from './disbursement-list.ts'

/** Nothing is saved that changes nothing. Source: domain.md §10. */
const BY_CHECK_ALREADY = {
  en: 'Your money already comes by check.',
  es: 'Su dinero ya va por cheque.',
}

const SIGN_FIRST = {
  en: 'You can choose a paper check once you have signed your agreement and your loan is approved. Sign first, then choose the check on your home page.',
  es: 'Puede elegir un cheque de papel cuando haya firmado su contrato y su préstamo esté aprobado. Primero firme; luego elija el cheque en su página de inicio.',
}

type Reply = CallReply<typeof paperCheckCall>

/** For the record of a loan that is signed again because its borrower asked for a check. */
const BY_CHECK =
  'the borrower asked for a check, which arrives on a day for which the signed terms do not hold'

/**
 * Has the money sent as a check to the confirmed address: the planned credit leaves the ACH rail, and a batch mails it,
 * so that it arrives as soon as can be, not before the day that was planned. A check is a later day: where the signed
 * terms do not hold for it, new ones are signed first (domain.md §14). Errors: `loanNotFound`, `disbursementNotOpen` once a batch has the credit, and before the agreement is
 * signed with words that say so. Source: contract.md.
 */
export async function askForCheck(
  deps: DisbursementDeps,
  unit: UnitOfWork,
  actor: CustomerActor,
  { loanNo }: CallRequest<typeof paperCheckCall>['body'],
): Promise<Result<Reply>> {
  const found = await lockBorrowerLoan(unit.tx, actor, { loanNo })
  if (!found.ok) return found
  const loan = found.value
  if (loan.signedAt === null && APPLYING_STATUSES.includes(loan.status)) {
    return refuse('disbursementNotOpen', { message: SIGN_FIRST })
  }
  const mode = TransactionMode.paperCheck
  const choice = await datesToPick(deps, unit.tx, loan, { now: unit.now, mode })
  const applicant = applicantOf(await loadAnswers(unit.tx, deps.cipher, loan))
  if (choice === undefined || applicant === undefined) return refuse('disbursementNotOpen')
  const { credit, dates, datesToSign } = choice
  if (credit.mode === mode) return refuse('disbursementNotOpen', { message: BY_CHECK_ALREADY })
  // Not before the day for which the money was planned, and as soon as can be after it.
  const day = dates.find((date) => date >= credit.effectiveDate)
  if (day === undefined || !(await changeTransactionMode(unit.tx, credit, mode, unit.now)))
    return refuse('disbursementNotOpen')
  const effectiveDate = entryDateFor(deps.calendar, mode, day)
  const payout = payoutWith(deps.calendar, mode, effectiveDate)
  const mailedOn = formatLocalDate(sentOn(payout))
  const by = actorName(actor)
  await appendAudit(unit.tx, {
    portfolioId: loan.portfolioId,
    subject: loanNo,
    action: STORED_NAMES.auditAction.paperCheckRequested,
    actor: by,
    facts: { transactionNo: credit.transactionNo, mailedOn },
    at: unit.now,
  })
  const signsAgain = datesToSign.includes(day)
  if (signsAgain) await askForNewTerms(deps, unit, loan, { rule: BY_CHECK, actor: by, askedDay: day })
  else {
    const { status, transactionNo, amount } = credit
    await rescheduleTransaction(unit.tx, credit, { status, effectiveDate }, unit.now)
    await updateLoan(unit.tx, loan, { disbursementDate: day }, unit.now)
    await notifyCheckMailed(deps, unit, loan, { transactionNo, amount, payout })
  }
  const { street, unit: flat, city, state, zip } = applicant.address
  return ok({
    loanNo,
    address: { street, unit: flat ?? '', city, state, zip },
    mailedOn,
    arrivesOn: formatLocalDate(day),
    signsAgain,
    notification: NotificationCode.paperCheck,
  })
}
