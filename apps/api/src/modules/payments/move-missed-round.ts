import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { listDueLoans, lockLoans } from '@dolphin/database/payments/due-money-repository'
import { pagesOfLoans } from '@dolphin/database/payments/loan-pages'
import { lockLoan } from '@dolphin/database/loans/loan-repository'
import { ok } from '@dolphin/domain/outcome'
import { dateIn } from '@dolphin/domain/time/new-york'
import { oneOfMany } from '../../jobs/one-of-many.ts'
import { loansWithHeldDebits, missedWindow } from '../servicing/missed-debits.ts'
import { moveMissedDebits } from '../servicing/move-missed.ts'
import type { MoneyDeps } from '../../deps.ts'

const ROUND = 'missed-debits'
const LOANS_AT_ONCE = 200

/** Gives a new day to every debit of a portfolio that we missed, each loan in a transaction of its own. */
export async function moveMissedOf(deps: MoneyDeps, data: PortfolioData): Promise<void> {
  const { portfolioId, timeZone } = data.portfolio
  const window = missedWindow(deps, dateIn(deps.clock.now(), timeZone))
  const { db } = deps.database
  const pages = pagesOfLoans(db, { portfolioId, size: LOANS_AT_ONCE }, (range) =>
    listDueLoans(db, portfolioId, window, range),
  )
  for await (const due of pages) {
    const loanNos = due.map(({ loanNo }) => loanNo)
    for (const loanNo of await withHeldDebits(deps, data, loanNos)) await moveAlone(deps, data, loanNo)
  }
}

/** Where the rows of one loan do not fit, each is asked about alone, so that it stops no other. */
async function withHeldDebits(
  deps: MoneyDeps,
  data: PortfolioData,
  loanNos: readonly string[],
): Promise<readonly string[]> {
  try {
    const held = await deps.units.write(async (unit) => {
      const loans = await lockLoans(unit.tx, data.portfolio.portfolioId, loanNos)
      return ok(await loansWithHeldDebits(deps, unit, data, loans))
    })
    return held.ok ? held.value : loanNos
  } catch {
    return loanNos
  }
}

async function moveAlone(deps: MoneyDeps, data: PortfolioData, loanNo: string): Promise<void> {
  const { portfolioId } = data.portfolio
  await oneOfMany(deps, { round: ROUND, subject: { loanNo } }, () =>
    deps.units.write(async (unit) => {
      const loan = await lockLoan(unit.tx, { portfolioId, loanNo })
      return ok(loan !== undefined && (await moveMissedDebits(deps, unit, data, loan)))
    }),
  )
}
