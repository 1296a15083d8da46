import type { Deps } from './deps.ts'
import { cachedFor } from './observability/cached-for.ts'
import { type QueueState, readQueues } from './observability/queue-state.ts'
import type { Metrics } from './observability/metrics.ts'
import { addWorkItemGauges } from './modules/work-items/work-item-gauges.ts'
import { addReturnRates } from './modules/payments/return-rate-gauges.ts'
import { addUnsentFileWindow } from './modules/payments/unsent-file-gauge.ts'

type NeededDeps = Pick<Deps, 'database' | 'portfolios' | 'clock' | 'disk'>

const QUEUES_KEPT_MS = 5_000

/** What is read from disks, database and pool when somebody asks; every node answers the same of shared things. */
export function addServerGauges(metrics: Metrics, deps: NeededDeps): void {
  addPool(metrics, deps)
  addDisks(metrics, deps)
  addQueues(metrics, deps)
  addReturnRates(metrics, deps)
  addUnsentFileWindow(metrics, deps)
  addWorkItemGauges(metrics, deps)
}

function addPool(metrics: Metrics, { database }: NeededDeps): void {
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

function addDisks(metrics: Metrics, { disk }: NeededDeps): void {
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

function addQueues(metrics: Metrics, { database }: NeededDeps): void {
  const queues = cachedFor(QUEUES_KEPT_MS, () => readQueues(database))
  const perQueue = (name: string, help: string, value: (queue: QueueState) => number) =>
    metrics.addGauge({
      name,
      help,
      labels: ['queue'],
      read: async () =>
        (await queues()).map((state) => ({ labels: { queue: state.job }, value: value(state) })),
    })
  perQueue('dolphin_queue_depth', 'Jobs that are due and wait.', ({ due }) => due)
  perQueue('dolphin_queue_active', 'Jobs that run, on any node.', ({ active }) => active)
  perQueue('dolphin_queue_failed', 'Jobs that have used up their tries.', ({ failed }) => failed)
  perQueue(
    'dolphin_queue_oldest_seconds',
    'For how long the oldest due job has waited.',
    ({ ageSeconds }) => ageSeconds,
  )
}
