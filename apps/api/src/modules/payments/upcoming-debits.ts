import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { listDueLoans } from '@dolphin/database/payments/due-money-repository'
import { pagesOfLoans } from '@dolphin/database/payments/loan-pages'
import { addDays } from '@dolphin/domain/calendar/local-date'
import { ok } from '@dolphin/domain/outcome'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { JobDefinition } from '../../ports/job-queue.ts'
import { oneOfMany } from '../../jobs/one-of-many.ts'
import { type Announcement, announceFor, OTHER_AMOUNT_DAYS } from '../servicing/announce-debits.ts'
import { moveMissedOf } from './move-missed-round.ts'
import type { MoneyDeps } from '../../deps.ts'

const UPCOMING_DEBITS_JOB = 'upcoming-debits'
const EVERY_SECONDS = 3_600
const LOANS_AT_ONCE = 200

/** Hour by hour: announces every debit that is coming, once. */
export const upcomingDebitsJob = (deps: MoneyDeps): JobDefinition => ({
  name: UPCOMING_DEBITS_JOB,
  everySeconds: EVERY_SECONDS,
  run: () => announceDebits(deps),
})

/**
 * One round for every portfolio, some loans in a transaction; each debit is announced once, however often it runs. What
 * was missed gets its new day first, so that its notice goes out in the same round.
 */
export async function announceDebits(deps: MoneyDeps): Promise<void> {
  for (const data of deps.portfolios.all) {
    const { portfolioId, timeZone } = data.portfolio
    await moveMissedOf(deps, data)
    const today = dateIn(deps.clock.now(), timeZone)
    const window = { after: today, upTo: addDays(today, OTHER_AMOUNT_DAYS) }
    const { db } = deps.database
    const pages = pagesOfLoans(db, { portfolioId, size: LOANS_AT_ONCE }, (range) =>
      listDueLoans(db, portfolioId, window, range),
    )
    for await (const due of pages)
      await announceLoans(deps, data, { loanNos: due.map(({ loanNo }) => loanNo), window, today })
  }
}

/** One loan that fails rolls back all of its transaction, so each is then tried alone. */
async function announceLoans(
  deps: MoneyDeps,
  data: PortfolioData,
  { loanNos, ...when }: Announcement,
): Promise<void> {
  const announceOnly = (some: readonly string[]) =>
    deps.units.write(async (unit) => ok(await announceFor(deps, unit, data, { ...when, loanNos: some })))
  try {
    await announceOnly(loanNos)
  } catch {
    for (const loanNo of loanNos)
      await oneOfMany(deps, { round: UPCOMING_DEBITS_JOB, subject: { loanNo } }, () => announceOnly([loanNo]))
  }
}
