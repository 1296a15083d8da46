import {
  checkCollectionStatusCall,
  listSectionCall,
  withdrawApplicationCall,
} from '@dolphin/contract/applications'
import { checkBlackListCall, checkRiskInfoCall } from '@dolphin/contract/decisions'
import { findRiskResult } from '@dolphin/database/decisions/decision-basis-repository'
import { listOwnLoans } from '@dolphin/database/loans/loan-repository'
import { CollectingSubStatus, LoanStatus, RiskReport } from '@dolphin/domain/loans/codes'
import { moneyToWire, ZERO_CENTS } from '@dolphin/domain/money/cents'
import { ok } from '@dolphin/domain/outcome'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { SessionActor } from '../../http/actor.ts'
import { refuse } from '../../refusal.ts'
import { customerRoute, type RouteDefinition, sessionRoute } from '../../http/route.ts'
import { loadAnswers } from '../borrowers/answers.ts'
import { applicantOf } from '../borrowers/applicant.ts'
import { isBlackListed, isBlockedOwner, loanInCollection } from '../loans/customer-eligibility.ts'
import { homeFlagOf } from '../loans/home-state.ts'
import { findBorrowerLoan } from '../loans/loan-access.ts'
import { readLoanLink } from '../loans/loan-link.ts'
import { loadAccount } from '../servicing/account-facts.ts'
import { loanArrears } from '../servicing/loan-arrears.ts'
import type { ApplicationDeps } from './application-deps.ts'
import { listSections } from './section-list.ts'
import { withdrawApplication } from './withdraw-service.ts'

/** Where an application and its borrower stand. */
export function eligibilityRoutes(deps: ApplicationDeps): RouteDefinition[] {
  const executor = deps.database.db
  return [
    listRoute(deps),
    withdrawRoute(deps),
    collectionRoute(deps),
    sessionRoute(checkBlackListCall, async ({ actor }) => ok({ blocked: await isBlocked(deps, actor) })),
    customerRoute(checkRiskInfoCall, async ({ query, actor }) => {
      const name = query.loanNo === undefined ? 'newest' : { loanNo: query.loanNo }
      const loan = await findBorrowerLoan(executor, actor, name)
      if (!loan.ok) return loan
      const made = await findRiskResult(executor, loan.value)
      return ok({ loanNo: loan.value.loanNo, riskReport: made ?? RiskReport.noReport })
    }),
  ]
}

/** By number, by link, or the newest in reach. A link only locates: reach is the session's. */
function listRoute(deps: ApplicationDeps): RouteDefinition {
  return sessionRoute(listSectionCall, async ({ query, actor, portfolio, now }) => {
    const executor = deps.database.db
    if (query.resource === undefined) {
      const name = query.applicationNo === undefined ? 'newest' : { applicationNo: query.applicationNo }
      const loan = await findBorrowerLoan(executor, actor, name)
      return loan.ok ? ok(await listSections(deps, actor, loan.value, now)) : refuse('notFound')
    }
    const target = await readLoanLink(deps, { tx: executor, now }, portfolio.portfolioId, query.resource)
    if (target === undefined) return refuse('loanStatusInvalid')
    const loan = await findBorrowerLoan(executor, actor, { applicationNo: target.applicationNo })
    return loan.ok ? ok(await listSections(deps, actor, loan.value, now)) : refuse('notFound')
  })
}

function withdrawRoute(deps: ApplicationDeps): RouteDefinition {
  return sessionRoute(withdrawApplicationCall, async ({ body, actor, now, write }) =>
    write(async (unit) => {
      const withdrawn = await withdrawApplication(deps, unit, actor, body)
      if (!withdrawn.ok) return withdrawn
      const { loanNo, status } = withdrawn.value
      const flag = await homeFlagOf(unit.tx, [withdrawn.value], now)
      return ok({ loanNo, loanStatus: status, homeFlag: flag })
    }),
  )
}

async function isBlocked({ database, cipher }: ApplicationDeps, actor: SessionActor): Promise<boolean> {
  const executor = database.db
  const loan = await findBorrowerLoan(executor, actor, 'newest')
  const applicant = loan.ok ? applicantOf(await loadAnswers(executor, cipher, loan.value)) : undefined
  if (applicant !== undefined && (await isBlackListed(executor, cipher, actor.portfolioId, applicant.ssn))) {
    return true
  }
  return actor.kind === 'customer' && (await isBlockedOwner(executor, cipher, actor))
}

/** A loan that was brought in from elsewhere may be in collection with no books here. */
const NONE = { days: 0, amount: ZERO_CENTS }

function collectionRoute(deps: ApplicationDeps): RouteDefinition {
  return customerRoute(checkCollectionStatusCall, async ({ body, actor, portfolio, now }) => {
    const executor = deps.database.db
    const loans = await listOwnLoans(executor, actor)
    const asked = body.loanNo === undefined ? loans : loans.filter(({ loanNo }) => loanNo === body.loanNo)
    if (body.loanNo !== undefined && asked.length === 0) return refuse('loanNotFound')
    const loan = loanInCollection(asked)
    if (loan?.status !== LoanStatus.collecting) {
      return ok({ inCollection: false, loanNo: null, subStatus: null, daysOverdue: 0, amountDue: '0.00' })
    }
    const account = await loadAccount(deps, executor, loan)
    const arrears = account === undefined ? NONE : loanArrears(account, dateIn(now, portfolio.timeZone))
    const subStatus = Object.values(CollectingSubStatus).find((one) => one === loan.subStatus) ?? null
    const { days: daysOverdue, amount } = arrears
    return ok({
      inCollection: true,
      loanNo: loan.loanNo,
      subStatus,
      daysOverdue,
      amountDue: moneyToWire(amount),
    })
  })
}
