import type { RateWindowKind, ReturnRateKind } from '@dolphin/domain/payments/debit-eligibility/return-rates'
import type { Rational } from '@dolphin/domain/money/rational'
import { dateIn } from '@dolphin/domain/time/new-york'
import { readReturnRates, type WindowRates } from './returns/return-rate-watch.ts'
import { cachedFor } from '../../observability/cached-for.ts'
import type { GaugeValue, Metrics } from '../../observability/metrics.ts'
import type { Deps } from '../../deps.ts'

/** Rates move by the day; two servers that scrape each other's node must not cost two counts a second. */
const RATES_KEPT_MS = 60_000

type NeededDeps = Pick<Deps, 'database' | 'portfolios' | 'clock'>

interface PortfolioRates {
  readonly portfolio: string
  readonly windows: readonly WindowRates[]
}

/** The return rates of every portfolio, as gauges. */
export function addReturnRates(metrics: Metrics, deps: NeededDeps): void {
  const rates = cachedFor(RATES_KEPT_MS, () => readAllRates(deps))
  metrics.addGauge<'portfolio' | 'window' | 'kind'>({
    name: 'dolphin_ach_return_ratio',
    help: 'Share of ACH debits that came back, as Nacha measures it; missing while nothing was sent.',
    labels: ['portfolio', 'window', 'kind'],
    read: async () => (await rates()).flatMap(ratioValues),
  })
  metrics.addGauge<'kind'>({
    name: 'dolphin_ach_return_limit_ratio',
    help: 'The limit of each rate.',
    labels: ['kind'],
    async read() {
      const limits = new Map<ReturnRateKind, number>()
      for (const { windows } of await rates())
        for (const { rates: ofWindow } of windows)
          for (const { kind, limit } of ofWindow) limits.set(kind, asNumber(limit))
      return [...limits].map(([kind, value]) => ({ labels: { kind }, value }))
    },
  })
  metrics.addGauge<'portfolio' | 'window'>({
    name: 'dolphin_ach_debits',
    help: 'ACH debits sent in the window.',
    labels: ['portfolio', 'window'],
    read: async () =>
      (await rates()).flatMap(({ portfolio, windows }) =>
        windows.map(({ kind, debits }) => ({
          labels: { portfolio, window: windowName(kind) },
          value: debits,
        })),
      ),
  })
}

function ratioValues({ portfolio, windows }: PortfolioRates): GaugeValue<'portfolio' | 'window' | 'kind'>[] {
  return windows.flatMap(({ kind: window, rates }) =>
    rates.flatMap(({ kind, rate }) =>
      rate === null
        ? []
        : [{ labels: { portfolio, window: windowName(window), kind }, value: asNumber(rate) }],
    ),
  )
}

async function readAllRates({ database, portfolios, clock }: NeededDeps): Promise<readonly PortfolioRates[]> {
  const all: PortfolioRates[] = []
  for (const { portfolio } of portfolios.all) {
    const today = dateIn(clock.now(), portfolio.timeZone)
    const windows = await readReturnRates(database.db, portfolio.portfolioId, today)
    all.push({ portfolio: String(portfolio.portfolioId), windows })
  }
  return all
}

const windowName = (kind: RateWindowKind): string => (kind === 'sixtyDays' ? '60d' : '2m')

/** For a picture, not for deciding: the eligibility check compares exactly. */
const asNumber = ({ numerator, denominator }: Rational): number => Number(numerator) / Number(denominator)
