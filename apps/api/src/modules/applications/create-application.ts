import { insertApplication, saveSection } from '@dolphin/database/applications/application-repository'
import { firstCustomerKey } from '@dolphin/database/driver/customer-key'
import { findLoan, insertLoan, listOwnLoans, type Loan } from '@dolphin/database/loans/loan-repository'
import { nextNumber, nextSerial } from '@dolphin/database/driver/serial'
import { assert } from '@dolphin/domain/assert'
import { FIRST_LOAN_STATE } from '@dolphin/domain/loans/loan-life'
import { makeLoanNo } from '@dolphin/domain/loans/loan-number'
import { OVER_STATUSES } from '@dolphin/domain/loans/codes'
import { ok } from '@dolphin/domain/outcome'
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import { type Actor, actorName } from '../../http/actor.ts'
import { type Result, refuse } from '../../refusal.ts'
import { categoryOf, loanInCollection } from '../loans/customer-eligibility.ts'
import { ensureLoanLink } from '../loans/loan-link.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { validationContext } from './section-form.ts'
import type { ApplicationDeps } from './application-deps.ts'
import { applyPersonal } from './edit-effects.ts'
import { type FormSavedReply, judgeChange, noteSave, savedReply, type SectionChange } from './form-saving.ts'
import { prefillOf } from './prefill.ts'
import { sendApplicationReceived } from './received-notice.ts'

export interface NewApplication {
  readonly actor: Actor
  readonly portfolio: Portfolio
  readonly ip: string
  readonly browser: boolean
  readonly change: SectionChange
}

export interface CreatedApplication {
  readonly saved: FormSavedReply
  /** Token of the link to the application. */
  readonly resource: string
  readonly session: Awaited<ReturnType<ApplicationDeps['limitedSessions']['open']>> | null
}

/**
 * Creates everything with the first section in one transaction: application, loan 101 with its history, the saved
 * section and the link. A signed-in customer owns it. Without an account it has no owner yet, and only a session
 * limited to it can access it. Source: domain.md §1.
 */
export async function createApplication(
  deps: ApplicationDeps,
  unit: UnitOfWork,
  { actor, portfolio, ip, browser, change }: NewApplication,
): Promise<Result<CreatedApplication>> {
  if (!portfolio.originating) return refuse('portfolioClosed')
  const owner =
    actor.kind === 'customer' ? { portfolioId: portfolio.portfolioId, openId: actor.openId } : undefined
  if (owner === undefined) {
    const wait = await deps.limits.take(unit.tx, 'applications', ip, unit.now)
    if (wait !== undefined) return refuse('tooManyRequests', { retryAfterSeconds: wait.seconds })
  }
  const known =
    owner && (await prefillOf(deps, unit.tx, owner, { section: change.section, before: unit.now }))
  const context = validationContext(deps.calendar, unit.now, portfolio.timeZone)
  const judged = judgeChange(portfolio, context, change, { stored: known ?? {} })
  if (!judged.ok) return judged
  const begun = await begin(unit, portfolio, actor)
  if (!begun.ok) return begun
  const loan = begun.value
  const { answers } = judged.value
  const { definition, section } = change
  const stored = { sectionKey: section, answers, complete: true, formVersion: definition.version }
  const saved = await saveSection(unit.tx, deps.cipher, loan, {
    section: stored,
    readVersion: 0,
    at: unit.now,
  })
  assert(saved.saved, 'a new application has no sections')
  await noteSave(unit, loan, actorName(actor), { section, changedKeys: Object.keys(change.changed) })
  await applyPersonal(deps, unit, loan)
  const link = await ensureLoanLink(deps, unit, loan, 'application')
  await sendApplicationReceived(deps, unit, loan)
  const session = owner === undefined ? await deps.limitedSessions.open(unit, loan, browser) : null
  return ok({
    saved: savedReply(definition, loan, answers, saved.version),
    resource: link.token,
    session,
  })
}

async function begin(unit: UnitOfWork, { portfolioId }: Portfolio, actor: Actor): Promise<Result<Loan>> {
  const openId = actor.kind === 'customer' ? actor.openId : null
  const earlier = openId === null ? [] : await listOwnLoans(unit.tx, { portfolioId, openId })
  if (loanInCollection(earlier) !== undefined) return refuse('inCollection')
  if (earlier.some(({ status }) => !OVER_STATUSES.includes(status))) return refuse('applicationAlreadyOpen')
  const serial = await nextSerial(unit.tx, 'loan')
  const applicationNo = await nextNumber(unit.tx, 'application', 'A', 7)
  const key = {
    portfolioId,
    customerKey: firstCustomerKey({ openId, applicationNo }),
    loanNo: makeLoanNo(portfolioId, serial),
    applicationNo,
  }
  const reason = { cause: 'application created', actor: actorName(actor), at: unit.now }
  const loan = { ...key, openId, ...FIRST_LOAN_STATE, category: categoryOf(earlier) }
  if (!(await insertLoan(unit.tx, loan, reason))) return refuse('applicationAlreadyOpen')
  await insertApplication(unit.tx, { ...key, openId }, unit.now)
  const stored = await findLoan(unit.tx, key)
  assert(stored !== undefined, 'a loan just added is there')
  return ok(stored)
}
