import type { RateWindowKind, ReturnRateKind } from '@dolphin/domain/payments/debit-guard/return-rates'
import type { Rational } from '@dolphin/domain/money/rational'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { Deps } from '../deps.ts'
import { readReturnRates, type WindowRates } from '../modules/payments/returns/return-rate-watch.ts'
import { keptFor } from './kept-for.ts'
import { type QueueState, readQueues } from './queue-state.ts'
import type { GaugeValue, Metrics } from './metrics.ts'

type Parts = Pick<Deps, 'database' | 'portfolios' | 'clock' | 'disk'>

/** Rates move by the day; two servers that scrape each other's node must not cost two counts a second. */
const RATES_KEPT_MS = 60_000
const QUEUES_KEPT_MS = 5_000

/** What is read from disks, database and pool when somebody asks; every node answers the same of shared things. */
export function addServerGauges(metrics: Metrics, parts: Parts): void {
  addPool(metrics, parts)
  addDisks(metrics, parts)
  addQueues(metrics, parts)
  addReturnRates(metrics, parts)
}

function addPool(metrics: Metrics, { database }: Parts): void {
  metrics.addGauge({
    name: 'dolphin_database_sessions',
    help: 'Sessions of this node: open in all, idle among them, and callers that wait for one.',
    labels: ['state'],
    read: () =>
      Promise.resolve(
        Object.entries(database.sessions.state()).map(([state, value]) => ({ labels: { state }, value })),
      ),
  })
}

function addDisks(metrics: Metrics, { disk }: Parts): void {
  metrics.addGauge({
    name: 'dolphin_disk_used_ratio',
    help: 'Share of the disk below each watched folder that is taken.',
    labels: ['folder'],
    read: async () =>
      (await disk.read()).map(({ folder, usedShare }) => ({ labels: { folder }, value: usedShare })),
  })
  metrics.addGauge({
    name: 'dolphin_writes_paused',
    help: '1 while this node takes nothing new because a disk is nearly full, else 0.',
    labels: [],
    read: async () => [{ labels: {}, value: (await disk.isFull()) ? 1 : 0 }],
  })
}

function addQueues(metrics: Metrics, { database }: Parts): void {
  const queues = keptFor(QUEUES_KEPT_MS, () => readQueues(database))
  const perJob = (name: string, help: string, value: (queue: QueueState) => number) =>
    metrics.addGauge({
      name,
      help,
      labels: ['job'],
      read: async () =>
        (await queues()).map((queue) => ({ labels: { job: queue.job }, value: value(queue) })),
    })
  perJob('dolphin_queue_depth', 'Jobs that are due and wait.', ({ due }) => due)
  perJob('dolphin_queue_active', 'Jobs that run, on any node.', ({ active }) => active)
  perJob('dolphin_queue_failed', 'Jobs that have used up their tries.', ({ failed }) => failed)
  perJob(
    'dolphin_queue_oldest_seconds',
    'For how long the oldest due job has waited.',
    ({ ageSeconds }) => ageSeconds,
  )
}

interface PortfolioRates {
  readonly portfolio: string
  readonly windows: readonly WindowRates[]
}

function addReturnRates(metrics: Metrics, parts: Parts): void {
  const rates = keptFor(RATES_KEPT_MS, () => readAllRates(parts))
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

async function readAllRates({ database, portfolios, clock }: Parts): Promise<readonly PortfolioRates[]> {
  const all: PortfolioRates[] = []
  for (const { portfolio } of portfolios.all) {
    const today = dateIn(clock.now(), portfolio.timeZone)
    const windows = await readReturnRates(database.db, portfolio.portfolioId, today)
    all.push({ portfolio: String(portfolio.portfolioId), windows })
  }
  return all
}

const windowName = (kind: RateWindowKind): string => (kind === 'sixtyDays' ? '60d' : '2m')

/** For a picture, not for deciding: the guard compares exactly. */
const asNumber = ({ numerator, denominator }: Rational): number => Number(numerator) / Number(denominator)
