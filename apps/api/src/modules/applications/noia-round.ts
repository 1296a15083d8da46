import { writtenDay } from '@dolphin/domain/calendar/written-day'
import { findCustomer } from '@dolphin/database/identity/customer-repository'
import {
  listIdleApproved,
  listIdleOffers,
  listIncompleteLoans,
} from '@dolphin/database/applications/incomplete-loan-repository'
import { listLoansWithOverdueRequests } from '@dolphin/database/applications/document-request-repository'
import { type Loan, lockLoan } from '@dolphin/database/loans/loan-repository'
import type { LoanKey } from '@dolphin/database/driver/owner'
import { assert } from '@dolphin/domain/assert'
import { addDays } from '@dolphin/domain/calendar/local-date'
import { listTransactions } from '@dolphin/database/payments/transaction-repository'
import { TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import { IDLE_DAYS } from '@dolphin/domain/loans/stranded'
import { LoanStatus, NoiaSituation, OriginatingSubStatus } from '@dolphin/domain/loans/codes'
import { MISSING_TEXTS } from '@dolphin/domain/notices/noia-missing'
import {
  DAYS_TO_ANSWER,
  mayRemind,
  NOIA_NOTICE_KINDS,
  type NoiaStep,
  noiaStepDue,
} from '@dolphin/domain/notices/noia-timetable'
import { ok } from '@dolphin/domain/outcome'
import { DAY_MS } from '@dolphin/domain/time/durations'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import type { Result } from '../../refusal.ts'
import type { JobDefinition } from '../../ports/job-queue.ts'
import { beginRound, type Round } from '../../jobs/one-of-many.ts'
import { borrowerAddress, type BorrowerAddress } from '../borrowers/borrower-address.ts'
import { wordedReasons } from '../decisions/decision-on-file.ts'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import { ensureLoanLink } from '../loans/loan-link.ts'
import { moveLoan } from '../loans/loan-moves.ts'
import { pageAddress } from '../../config/page-address.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { syncDocumentItems } from './document-items.ts'
import { queueIncompletenessLetter } from './noia-letter.ts'
import { type IncompleteApplication, incompletenessKey, readNoiaStatus } from './noia-status.ts'

export const NOIA_ROUND_JOB = 'noia-round'
const ROUND_SECONDS = 10 * 60
const PAGE = 200
const NOT_ANSWERED = 'incomplete, and not answered in the days that the notice named'

type NeededDeps = Pick<
  Deps,
  | 'clock'
  | 'calendar'
  | 'database'
  | 'units'
  | 'cipher'
  | 'portfolios'
  | 'notices'
  | 'jobs'
  | 'tickets'
  | 'keys'
  | 'config'
  | 'log'
  | 'observability'
  | 'failedWork'
>

/**
 * Reminders, the notice of incompleteness, the closing of unfinished applications, and documents of a review that did not
 * come in time. domain.md §11.
 */
export const noiaRoundJob = (deps: NeededDeps): JobDefinition => ({
  name: NOIA_ROUND_JOB,
  everySeconds: ROUND_SECONDS,
  run: () => runNoiaRound(deps),
})

type Page = (after: string) => Promise<readonly LoanKey[]>

/** Each application in a transaction of its own. Every step has its own key in the outbox, so it goes out once. */
async function runNoiaRound(deps: NeededDeps): Promise<void> {
  const { db } = deps.database
  const round = beginRound(deps, NOIA_ROUND_JOB)
  const idleSince = new Date(deps.clock.now().getTime() - IDLE_DAYS * DAY_MS)
  for (const { portfolio } of deps.portfolios.all) {
    const { portfolioId } = portfolio
    const incomplete: Page = (after) => listIncompleteLoans(db, { portfolioId, after, limit: PAGE })
    await forEach(deps, round, incomplete, (unit, key) => lookAfter(deps, unit, key))
    const idle: Page = (after) => listIdleOffers(db, { portfolioId, idleSince, after, limit: PAGE })
    await forEach(deps, round, idle, (unit, key) => closeOffer(deps, unit, key, idleSince))
    const unrepaired: Page = (after) => listIdleApproved(db, { portfolioId, idleSince, after, limit: PAGE })
    await forEach(deps, round, unrepaired, (unit, key) => closeUnrepaired(deps, unit, key, idleSince))
    const today = dateIn(deps.clock.now(), portfolio.timeZone)
    const overdue: Page = (after) =>
      listLoansWithOverdueRequests(db, { portfolioId, today, after, limit: PAGE })
    await forEach(deps, round, overdue, (unit, key) => lookAtDocuments(deps, unit, key))
  }
  round.finish()
}

async function forEach(
  { units }: NeededDeps,
  round: Round,
  pageAfter: Page,
  work: (unit: UnitOfWork, key: LoanKey) => Promise<Result<undefined>>,
): Promise<void> {
  for (let after = ''; ; ) {
    const page = await pageAfter(after)
    for (const key of page)
      await round.attempt({ loanNo: key.loanNo }, () => units.write((unit) => work(unit, key)))
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return
    after = last.loanNo
  }
}

/** An offer that its borrower left lying is withdrawn. Source: domain.md §2 (30 days without action). */
async function closeOffer(
  deps: NeededDeps,
  unit: UnitOfWork,
  key: LoanKey,
  idleSince: Date,
): Promise<Result<undefined>> {
  const loan = await lockLoan(unit.tx, key)
  const isIdle =
    loan?.status === LoanStatus.originating &&
    loan.subStatus === OriginatingSubStatus.customerReview &&
    loan.signedAt === null &&
    loan.updatedAt <= idleSince
  return isIdle ? await closeLeftAlone(deps, unit, loan, 'offer not signed in 30 days') : ok(undefined)
}

/** Documents that a review asked for and that did not come in time: an employee decides what is next. */
async function lookAtDocuments(deps: NeededDeps, unit: UnitOfWork, key: LoanKey): Promise<Result<undefined>> {
  await lockLoan(unit.tx, key)
  await syncDocumentItems(deps, unit, key, SYSTEM_ACTOR)
  return ok(undefined)
}

/** A loan whose amount came back, and whose borrower named no other account. Source: domain.md §2 (as above). */
async function closeUnrepaired(
  deps: NeededDeps,
  unit: UnitOfWork,
  key: LoanKey,
  idleSince: Date,
): Promise<Result<undefined>> {
  const loan = await lockLoan(unit.tx, key)
  if (loan?.status !== LoanStatus.approved || loan.updatedAt > idleSince) return ok(undefined)
  const credits = (await listTransactions(unit.tx, loan)).filter(
    ({ type }) => type === TransactionType.credit,
  )
  const isBack = credits.some(({ returnedOn }) => returnedOn !== null)
  if (!isBack || credits.some(({ status }) => status !== TransactionStatus.rejected)) return ok(undefined)
  return await closeLeftAlone(deps, unit, loan, 'the amount came back, and no other account in 30 days')
}

async function closeLeftAlone(
  deps: NeededDeps,
  unit: UnitOfWork,
  loan: Loan,
  cause: string,
): Promise<Result<undefined>> {
  const { openId } = loan
  const borrower = await borrowerAddress(unit.tx, deps.cipher, loan)
  if (openId === null || borrower === undefined) return ok(undefined)
  return await close(deps, unit, { loan: { ...loan, openId }, borrower }, cause)
}

async function lookAfter(deps: NeededDeps, unit: UnitOfWork, key: LoanKey): Promise<Result<undefined>> {
  const loan = await lockLoan(unit.tx, key)
  // Moved on since the page was read: nothing is missing any more.
  if (loan?.status !== LoanStatus.initializing || loan.openId === null) return ok(undefined)
  const noiaStatus = await readNoiaStatus(deps, unit, loan)
  const step = noiaStepDue(noiaStatus, unit.now)
  const borrower = step === null ? undefined : await borrowerAddress(unit.tx, deps.cipher, loan)
  if (step === null || borrower === undefined) return ok(undefined)
  const application = { loan: { ...loan, openId: loan.openId }, noiaStatus, borrower }
  if (step.kind === 'reminder') await remind(deps, unit, application, step)
  if (step.kind === 'incompleteness') await notifyIncompleteness(deps, unit, application)
  return step.kind === 'close' ? close(deps, unit, application, NOT_ANSWERED) : ok(undefined)
}

interface Application {
  readonly loan: Loan & { readonly openId: string }
  readonly noiaStatus: IncompleteApplication
  readonly borrower: BorrowerAddress
}

async function remind(
  deps: NeededDeps,
  unit: UnitOfWork,
  { loan, noiaStatus, borrower }: Application,
  { situation, step }: Extract<NoiaStep, { kind: 'reminder' }>,
): Promise<void> {
  const customer = await findCustomer(unit.tx, deps.cipher, loan)
  if (customer === undefined || !mayRemind(customer.optInFlags)) return
  const about = {
    ...aboutOf(loan, borrower),
    dedupKey: `noia/${loan.loanNo}/${situation}/${step}`,
  }
  const values = {
    firstName: borrower.firstName,
    loanNo: loan.loanNo,
    link: await linkOf(deps, unit, loan),
  }
  if (situation !== NoiaSituation.notQualified) {
    await deps.notices.send(unit, { ...about, kind: NOIA_NOTICE_KINDS[situation], values })
    return
  }
  const worded = await wordedReasons(deps, unit.tx, loan, noiaStatus.decision)
  const reasons = worded.map(({ reason }) => reason)
  await deps.notices.send(unit, { ...about, kind: 'noiaNotQualified', values: { ...values, reasons } })
}

/** The notice of law: what is missing, by when, and that nothing more happens without it. 12 CFR 1002.9(c)(2). */
async function notifyIncompleteness(
  deps: NeededDeps,
  unit: UnitOfWork,
  { loan, noiaStatus, borrower }: Application,
): Promise<void> {
  const today = dateIn(unit.now, portfolioOf(deps, loan).timeZone)
  await deps.notices.send(unit, {
    ...aboutOf(loan, borrower),
    kind: 'noia',
    dedupKey: incompletenessKey(loan.loanNo),
    values: {
      firstName: borrower.firstName,
      loanNo: loan.loanNo,
      missing: noiaStatus.missing.map((part) => MISSING_TEXTS[part]),
      answerBy: writtenDay(addDays(today, DAYS_TO_ANSWER)),
      link: await linkOf(deps, unit, loan),
    },
  })
  await queueIncompletenessLetter(deps, unit, loan, noiaStatus.missing)
}

async function close(
  deps: NeededDeps,
  unit: UnitOfWork,
  { loan, borrower }: Omit<Application, 'noiaStatus'>,
  cause: string,
): Promise<Result<undefined>> {
  const moved = await moveLoan(deps, unit, loan, { event: 'lapsed', cause, actor: SYSTEM_ACTOR })
  if (!moved.ok) return moved
  await deps.notices.send(unit, {
    ...aboutOf(loan, borrower),
    kind: 'applicationClosed',
    dedupKey: `noia/${loan.loanNo}/closed`,
    values: {
      firstName: borrower.firstName,
      loanNo: loan.loanNo,
      link: pageAddress(deps.config, portfolioOf(deps, loan), '/home'),
    },
  })
  return ok(undefined)
}

const aboutOf = ({ portfolioId, loanNo, openId }: Application['loan'], { email }: BorrowerAddress) => ({
  portfolioId,
  loanNo,
  openId,
  recipient: email,
})

function portfolioOf({ portfolios }: NeededDeps, { portfolioId }: Loan) {
  const data = portfolios.byId(portfolioId)
  assert(data !== undefined, 'a loan belongs to a portfolio')
  return data.portfolio
}

async function linkOf(deps: NeededDeps, unit: UnitOfWork, loan: Loan): Promise<string> {
  const { path } = await ensureLoanLink(deps, unit, loan, 'completeInformation')
  return pageAddress(deps.config, portfolioOf(deps, loan), path)
}
