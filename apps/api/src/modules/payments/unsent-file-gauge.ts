import { listUnsentFileDays, type UnsentFileDay } from '@dolphin/database/payments/ach-file-repository'
import { batchCutOffOn } from '@dolphin/domain/calendar/cut-off'
import { sameDayClosesAt } from '@dolphin/domain/disbursement/same-day-ach'
import type { Deps } from '../../deps.ts'
import type { Metrics } from '../../observability/metrics.ts'

type NeededDeps = Pick<Deps, 'database' | 'portfolios' | 'clock'>

/**
 * For each portfolio with an ACH file that is not at the bank: the seconds until the window of the most urgent one
 * closes, negative after it. No value where every file is at the bank. Source: docs/guides/ach-files.md, The daily cycle.
 */
export function addUnsentFileWindow(metrics: Metrics, { database, portfolios, clock }: NeededDeps): void {
  metrics.addGauge({
    name: 'dolphin_ach_file_window_seconds',
    help: 'Until the window of the most urgent ACH file closes that is not at the bank; missing where none waits.',
    labels: ['portfolio'],
    async read() {
      const now = clock.now().getTime()
      const left = new Map<string, number>()
      for (const day of await listUnsentFileDays(database.db)) {
        const portfolio = String(day.portfolioId)
        const seconds = (windowOf(portfolios, day).getTime() - now) / 1_000
        left.set(portfolio, Math.min(seconds, left.get(portfolio) ?? seconds))
      }
      return [...left].map(([portfolio, value]) => ({ labels: { portfolio }, value }))
    },
  })
}

/** A file of a portfolio that this node no longer has is urgent at once. */
function windowOf(
  portfolios: NeededDeps['portfolios'],
  { portfolioId, businessDate, isSameDay }: UnsentFileDay,
): Date {
  const data = portfolios.byId(portfolioId)
  if (data === undefined) return new Date(0)
  const { portfolio } = data
  return isSameDay ? sameDayClosesAt(portfolio, businessDate) : batchCutOffOn(portfolio, businessDate)
}
