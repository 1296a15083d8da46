import { writtenDay } from '@dolphin/domain/calendar/written-day'
import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { paperCheckCall } from '@dolphin/contract/disbursement'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { updateLoan } from '@dolphin/database/loans/loan-repository'
import {
  changeTransactionMode,
  rescheduleTransaction,
} from '@dolphin/database/payments/transaction-repository'
import { nextEntryDate } from '@dolphin/domain/calendar/cut-off'
import { formatLocalDate, fromEpochDay } from '@dolphin/domain/calendar/local-date'
import { addressLine } from '@dolphin/domain/documents/party'
import { APPLYING_STATUSES, NotificationCode } from '@dolphin/domain/loans/codes'
import { TransactionMode } from '@dolphin/domain/payments/codes'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { ok } from '@dolphin/domain/outcome'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { actorName, type CustomerActor } from '../../http/actor.ts'
import { type Result, refuse } from '../../refusal.ts'
import { loadAnswers } from '../borrowers/answers.ts'
import { applicantOf } from '../borrowers/applicant.ts'
import { mailingAddress } from '../borrowers/mailing-address.ts'
import { addressToBorrower } from '../borrowers/address-to-borrower.ts'
import { lockBorrowerLoan } from '../loans/loan-access.ts'
import { hoursOf } from '../portfolios/banking-hours.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { datesToPick } from './dates-to-pick.ts'
import type { DisbursementDeps } from './disbursement-list.ts'

const SIGN_FIRST = {
  en: 'You can choose a paper check once you have signed your agreement and your loan is approved. Sign first, then choose the check on your home page.',
  es: 'Puede elegir un cheque de papel cuando haya firmado su contrato y su préstamo esté aprobado. Primero firme; luego elija el cheque en su página de inicio.',
}

type Reply = CallReply<typeof paperCheckCall>

/**
 * Has the money sent as a check to the confirmed address: the planned credit leaves the ACH rail, and the batch of its
 * day mails it; one that would have gone the same day waits for that batch. Errors: `loanNotFound`, `disbursementNotOpen` once a batch has the credit, and before the agreement is
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
  const choice = await datesToPick(deps, unit.tx, loan, unit.now)
  const applicant = applicantOf(await loadAnswers(unit.tx, deps.cipher, loan))
  const data = deps.portfolios.byId(loan.portfolioId)
  if (choice === undefined || applicant === undefined || data === undefined)
    return refuse('disbursementNotOpen')
  const { credit } = choice
  if (!(await changeTransactionMode(unit.tx, credit, TransactionMode.paperCheck, unit.now)))
    return refuse('disbursementNotOpen')
  const soonest = nextEntryDate(hoursOf(data, deps.calendar), unit.now)
  const effectiveDate = fromEpochDay(Math.max(credit.effectiveDate, soonest))
  const { status } = credit
  await rescheduleTransaction(unit.tx, credit, { status, effectiveDate }, unit.now)
  if (loan.disbursementDate !== null)
    await updateLoan(unit.tx, loan, { disbursementDate: effectiveDate }, unit.now)
  const mailedOn = deps.calendar.previous(effectiveDate)
  await appendAudit(unit.tx, {
    portfolioId: loan.portfolioId,
    subject: loanNo,
    action: STORED_NAMES.auditAction.paperCheckRequested,
    actor: actorName(actor),
    facts: { transactionNo: credit.transactionNo, mailedOn: formatLocalDate(mailedOn) },
    at: unit.now,
  })
  const { street, unit: flat, city, state, zip } = applicant.address
  const { to, values } = await addressToBorrower(deps, unit, loan, '/home')
  await deps.notices.send(unit, {
    ...to,
    kind: 'checkMailed',
    dedupKey: `checkMailed/${credit.transactionNo}`,
    values: {
      ...values,
      amount: formatCurrency(credit.amount),
      mailedOn: writtenDay(mailedOn),
      address: addressLine(mailingAddress(applicant)),
    },
  })
  return ok({
    loanNo,
    address: { street, unit: flat ?? '', city, state, zip },
    mailedOn: formatLocalDate(mailedOn),
    notification: NotificationCode.paperCheck,
  })
}
