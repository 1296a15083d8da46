import { findCustomer } from '@dolphin/database/identity/customer-repository'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import type { LoanKey } from '@dolphin/database/driver/owner'
import { listPaidOffLoans, listWrittenOffLoans } from '@dolphin/database/servicing/paid-off-loan-repository'
import { ok } from '@dolphin/domain/outcome'
import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { DAY_MS, HOUR_SECONDS } from '@dolphin/domain/time/durations'
import type { Deps } from '../../deps.ts'
import type { Result } from '../../refusal.ts'
import type { JobDefinition } from '../../ports/job-queue.ts'
import { beginRound } from '../../jobs/one-of-many.ts'
import { mailOfferObstacleOf } from '../consents/advertising-obstacle.ts'
import { ensureLoanLink, isPaidOff } from '../loans/loan-link.ts'
import { pageAddress } from '../../config/page-address.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'

const INVITE_BACK_JOB = 'invite-back'
/** A customer who could not be mailed within a week of paying off gets no invitation. */
const WITHIN_MS = 7 * DAY_MS
const PAGE = 200

type NeededDeps = Pick<
  Deps,
  | 'units'
  | 'clock'
  | 'database'
  | 'cipher'
  | 'keys'
  | 'portfolios'
  | 'notices'
  | 'config'
  | 'log'
  | 'observability'
  | 'failedWork'
>

/**
 * Sends one mail to each customer who paid a loan off and agreed to offers: the link leads a returning customer back
 * to their answers. The mail is an advertisement (16 CFR 316), so without the consent no mail is sent.
 */
export function inviteBackJob(deps: NeededDeps): JobDefinition {
  return {
    name: INVITE_BACK_JOB,
    everySeconds: HOUR_SECONDS,
    async run() {
      const round = beginRound(deps, INVITE_BACK_JOB)
      const since = new Date(deps.clock.now().getTime() - WITHIN_MS)
      for (const data of deps.portfolios.all) {
        const { portfolioId } = data.portfolio
        for (let after = ''; ; ) {
          const page = await listPaidOffLoans(deps.database.db, { portfolioId, since, after, limit: PAGE })
          for (const key of page)
            await round.attempt({ loanNo: key.loanNo }, () =>
              deps.units.write((unit) => inviteBack(deps, unit, data, key)),
            )
          const last = page.at(-1)
          if (last === undefined || page.length < PAGE) break
          after = last.loanNo
        }
      }
      round.finish()
    },
  }
}

async function inviteBack(
  deps: NeededDeps,
  unit: UnitOfWork,
  { portfolio }: PortfolioData,
  key: LoanKey,
): Promise<Result<undefined>> {
  const loan = await findLoan(unit.tx, key)
  if (loan === undefined || loan.openId === null || !isPaidOff(loan) || !portfolio.originating)
    return ok(undefined)
  const { portfolioId, openId, loanNo } = loan
  // What was written off was not paid off.
  if ((await listWrittenOffLoans(unit.tx, portfolioId, [loanNo])).length > 0) return ok(undefined)
  const customer = await findCustomer(unit.tx, deps.cipher, { portfolioId, openId })
  if (customer === undefined || (await mailOfferObstacleOf(deps, unit.tx, customer)) !== null)
    return ok(undefined)
  const { path } = await ensureLoanLink(deps, unit, loan, 'returning')
  await deps.notices.send(unit, {
    portfolioId,
    openId,
    loanNo,
    kind: 'returning',
    recipient: customer.email,
    dedupKey: `returning/${loanNo}`,
    values: {
      firstName: customer.profile.firstName ?? { en: 'there', es: 'cliente' },
      loanNo,
      link: pageAddress(deps.config, portfolio, path),
      optOutLink: pageAddress(deps.config, portfolio, '/consent'),
    },
  })
  return ok(undefined)
}
