import { attachApplication } from '@dolphin/database/applications/application-repository'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { findCustomer } from '@dolphin/database/identity/customer-repository'
import {
  findLoan,
  listOwnLoans,
  type Loan,
  lockLoan,
  updateLoan,
} from '@dolphin/database/loans/loan-repository'
import { countResourceFailure, findResource } from '@dolphin/database/applications/resource-repository'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { ok } from '@dolphin/domain/outcome'
import { actorName, type CustomerActor } from '../../http/actor.ts'
import { type Result, refuse, refuseAndCommit } from '../../refusal.ts'
import { loadAnswers } from '../borrowers/answers.ts'
import { applicantOf } from '../borrowers/applicant.ts'
import { categoryOf, loanInCollection } from '../loans/customer-eligibility.ts'
import { hashToken } from '../../security/secrets.ts'
import { ensureLoanLink, linkFits, opensByIdentity, readLoanLink } from '../loans/loan-link.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { ApplicationDeps } from './application-deps.ts'
import { applyPersonal } from './edit-effects.ts'
import { sendApplicationReceived } from './received-notice.ts'

/** Wrong answers until the link is locked; shared with identity/authenticate, which counts on the same link. */
const TRIES = 5

export interface AttachRequest {
  readonly token: string
  readonly ssnLast4: string
  readonly birthDate: string
}

export interface Attached {
  readonly applicationNo: string
  readonly loanNo: string
  readonly next: string
}

/**
 * Attaches an application begun in guidance to the signed-in account, once, after an identity match: the holder of
 * the link must know the applicant's answers, and the account must not be another person's.
 */
export async function attachLoan(
  deps: ApplicationDeps,
  unit: UnitOfWork,
  actor: CustomerActor,
  { token, ssnLast4, birthDate }: AttachRequest,
): Promise<Result<Attached>> {
  const target = await readLoanLink(deps, unit, actor.portfolioId, token)
  if (target === undefined) return refuse('loanStatusInvalid')
  const loan = await lockLoan(unit.tx, { portfolioId: actor.portfolioId, loanNo: target.loanNo })
  const fits = loan !== undefined && linkFits(target.purpose, loan) && opensByIdentity(target.purpose, loan)
  if (!fits) return refuse('loanStatusInvalid')
  const tokenHash = hashToken(token)
  const resource = await findResource(unit.tx, deps.cipher, tokenHash)
  if (resource === undefined || resource.failedTries >= TRIES) return refuse('identityLocked')
  const applicant = applicantOf(await loadAnswers(unit.tx, deps.cipher, loan))
  const matches =
    applicant !== undefined &&
    applicant.ssn.slice(-4) === ssnLast4 &&
    formatLocalDate(applicant.birthDate) === birthDate
  if (!matches) {
    const failures = await countResourceFailure(unit.tx, tokenHash)
    await note(unit, loan, actor, 'attachRefused')
    return refuseAndCommit(failures >= TRIES ? 'identityLocked' : 'identityNotMatched')
  }
  if (loan.openId !== null) return refuse('attachNotPossible')
  const customer = await findCustomer(unit.tx, deps.cipher, actor)
  if (customer === undefined || (customer.ssn !== null && customer.ssn !== applicant.ssn)) {
    return refuse('attachNotPossible')
  }
  if (loanInCollection(await listOwnLoans(unit.tx, actor)) !== undefined) return refuse('inCollection')
  if (!(await attachApplication(unit.tx, actor, loan.applicationNo, unit.now))) {
    return refuse('applicationAlreadyOpen')
  }
  return ok(await afterAttach(deps, unit, actor, loan))
}

async function afterAttach(
  deps: ApplicationDeps,
  unit: UnitOfWork,
  actor: CustomerActor,
  { portfolioId, loanNo }: Loan,
): Promise<Attached> {
  const loan = await findLoan(unit.tx, { portfolioId, loanNo })
  assert(loan !== undefined, 'an attached loan is there')
  const earlier = (await listOwnLoans(unit.tx, actor)).filter((one) => one.loanNo !== loanNo)
  await updateLoan(unit.tx, loan, { category: categoryOf(earlier) }, unit.now)
  await applyPersonal(deps, unit, loan)
  await note(unit, loan, actor, 'attached')
  const link = await ensureLoanLink(deps, unit, loan, 'application')
  await sendApplicationReceived(deps, unit, loan)
  return { applicationNo: loan.applicationNo, loanNo, next: link.path }
}

async function note(
  { tx, now }: UnitOfWork,
  { portfolioId, loanNo }: Loan,
  actor: CustomerActor,
  action: string,
): Promise<void> {
  await appendAudit(tx, { portfolioId, subject: loanNo, action, actor: actorName(actor), facts: {}, at: now })
}
