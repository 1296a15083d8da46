import { writtenDay } from '@dolphin/domain/calendar/written-day'
import { findCustomer } from '@dolphin/database/identity/customer-repository'
import {
  listIdleOffers,
  listIncompleteLoans,
} from '@dolphin/database/applications/incomplete-loan-repository'
import { type Loan, lockLoan } from '@dolphin/database/loans/loan-repository'
import type { LoanKey } from '@dolphin/database/driver/owner'
import { assert } from '@dolphin/domain/assert'
import { addDays } from '@dolphin/domain/calendar/local-date'
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
import { dateIn } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import type { Answer } from '../../refusal.ts'
import type { JobDefinition } from '../../ports/job-queue.ts'
import { beginRound, type Round } from '../../jobs/one-of-many.ts'
import { borrowerAddress, type BorrowerAddress } from '../borrowers/borrower-address.ts'
import { wordedReasons } from '../decisions/decision-on-file.ts'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import { ensureLoanLink } from '../loans/loan-link.ts'
import { moveLoan } from '../loans/loan-moves.ts'
import { pageAddress } from '../../config/page-address.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { type IncompleteApplication, incompletenessKey, readNoiaStanding } from './noia-standing.ts'

export const NOIA_ROUND_JOB = 'noia-round'
const ROUND_SECONDS = 10 * 60
const PAGE = 200
const DAY_MS = 86_400_000
/** Source: domain.md §2. */
const IDLE_OFFER_DAYS = 30
const NOT_ANSWERED = 'incomplete, and not answered in the days that the notice named'

type Parts = Pick<
  Deps,
  | 'clock'
  | 'database'
  | 'units'
  | 'cipher'
  | 'portfolios'
  | 'notices'
  | 'tickets'
  | 'keys'
  | 'config'
  | 'log'
  | 'observability'
>

/** Reminders, the notice of incompleteness and the closing of applications that nobody finished. domain.md §11. */
export const noiaRoundJob = (parts: Parts): JobDefinition => ({
  name: NOIA_ROUND_JOB,
  everySeconds: ROUND_SECONDS,
  run: () => runNoiaRound(parts),
})

type Page = (after: string) => Promise<readonly LoanKey[]>

/** Each application in a transaction of its own. Every step has its own key in the outbox, so it goes out once. */
async function runNoiaRound(parts: Parts): Promise<void> {
  const { db } = parts.database
  const round = beginRound(parts, NOIA_ROUND_JOB)
  const idleSince = new Date(parts.clock.now().getTime() - IDLE_OFFER_DAYS * DAY_MS)
  for (const { portfolio } of parts.portfolios.all) {
    const { portfolioId } = portfolio
    const incomplete: Page = (after) => listIncompleteLoans(db, { portfolioId, after, limit: PAGE })
    await forEach(parts, round, incomplete, (unit, key) => lookAfter(parts, unit, key))
    const idle: Page = (after) => listIdleOffers(db, { portfolioId, idleSince, after, limit: PAGE })
    await forEach(parts, round, idle, (unit, key) => closeOffer(parts, unit, key, idleSince))
  }
  round.finish()
}

async function forEach(
  { units }: Parts,
  round: Round,
  pageAfter: Page,
  work: (unit: UnitOfWork, key: LoanKey) => Promise<Answer<undefined>>,
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
  parts: Parts,
  unit: UnitOfWork,
  key: LoanKey,
  idleSince: Date,
): Promise<Answer<undefined>> {
  const loan = await lockLoan(unit.tx, key)
  const isIdle =
    loan?.status === LoanStatus.originating &&
    loan.subStatus === OriginatingSubStatus.customerReview &&
    loan.signedAt === null &&
    loan.updatedAt <= idleSince
  if (!isIdle || loan.openId === null) return ok(undefined)
  const borrower = await borrowerAddress(unit.tx, parts.cipher, loan)
  if (borrower === undefined) return ok(undefined)
  return close(
    parts,
    unit,
    { loan: { ...loan, openId: loan.openId }, borrower },
    'offer not signed in 30 days',
  )
}

async function lookAfter(parts: Parts, unit: UnitOfWork, key: LoanKey): Promise<Answer<undefined>> {
  const loan = await lockLoan(unit.tx, key)
  // Moved on since the page was read: nothing is missing any more.
  if (loan?.status !== LoanStatus.initializing || loan.openId === null) return ok(undefined)
  const standing = await readNoiaStanding(parts, unit, loan)
  const step = noiaStepDue(standing, unit.now)
  const borrower = step === null ? undefined : await borrowerAddress(unit.tx, parts.cipher, loan)
  if (step === null || borrower === undefined) return ok(undefined)
  const application = { loan: { ...loan, openId: loan.openId }, standing, borrower }
  if (step.kind === 'reminder') await remind(parts, unit, application, step)
  if (step.kind === 'incompleteness') await tellIncompleteness(parts, unit, application)
  return step.kind === 'close' ? close(parts, unit, application, NOT_ANSWERED) : ok(undefined)
}

interface Application {
  readonly loan: Loan & { readonly openId: string }
  readonly standing: IncompleteApplication
  readonly borrower: BorrowerAddress
}

async function remind(
  parts: Parts,
  unit: UnitOfWork,
  { loan, standing, borrower }: Application,
  { situation, step }: Extract<NoiaStep, { kind: 'reminder' }>,
): Promise<void> {
  const customer = await findCustomer(unit.tx, parts.cipher, loan)
  if (customer === undefined || !mayRemind(customer.optInFlags)) return
  const about = {
    ...aboutOf(loan, borrower),
    dedupKey: `noia/${loan.loanNo}/${situation}/${step}`,
  }
  const values = {
    firstName: borrower.firstName,
    loanNo: loan.loanNo,
    link: await linkOf(parts, unit, loan),
  }
  if (situation !== NoiaSituation.notQualified) {
    return parts.notices.send(unit, { ...about, kind: NOIA_NOTICE_KINDS[situation], values })
  }
  const worded = await wordedReasons(parts, unit.tx, loan, standing.decision)
  const reasons = worded.map(({ reason }) => reason)
  await parts.notices.send(unit, { ...about, kind: 'noiaNotQualified', values: { ...values, reasons } })
}

/** The notice of law: what is missing, by when, and that nothing more happens without it. 12 CFR 1002.9(c)(2). */
async function tellIncompleteness(
  parts: Parts,
  unit: UnitOfWork,
  { loan, standing, borrower }: Application,
): Promise<void> {
  const today = dateIn(unit.now, portfolioOf(parts, loan).timeZone)
  await parts.notices.send(unit, {
    ...aboutOf(loan, borrower),
    kind: 'noia',
    dedupKey: incompletenessKey(loan.loanNo),
    values: {
      firstName: borrower.firstName,
      loanNo: loan.loanNo,
      missing: standing.missing.map((part) => MISSING_TEXTS[part]),
      answerBy: writtenDay(addDays(today, DAYS_TO_ANSWER)),
      link: await linkOf(parts, unit, loan),
    },
  })
}

async function close(
  parts: Parts,
  unit: UnitOfWork,
  { loan, borrower }: Omit<Application, 'standing'>,
  cause: string,
): Promise<Answer<undefined>> {
  const moved = await moveLoan(parts, unit, loan, { event: 'lapsed', cause, actor: SYSTEM_ACTOR })
  if (!moved.ok) return moved
  await parts.notices.send(unit, {
    ...aboutOf(loan, borrower),
    kind: 'applicationClosed',
    dedupKey: `noia/${loan.loanNo}/closed`,
    values: {
      firstName: borrower.firstName,
      loanNo: loan.loanNo,
      link: pageAddress(parts.config, portfolioOf(parts, loan), '/home'),
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

function portfolioOf({ portfolios }: Parts, { portfolioId }: Loan) {
  const data = portfolios.byId(portfolioId)
  assert(data !== undefined, 'a loan belongs to a portfolio')
  return data.portfolio
}

async function linkOf(parts: Parts, unit: UnitOfWork, loan: Loan): Promise<string> {
  const { path } = await ensureLoanLink(parts, unit, loan, 'completeInformation')
  return pageAddress(parts.config, portfolioOf(parts, loan), path)
}
