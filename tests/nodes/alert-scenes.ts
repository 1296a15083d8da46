import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { type Alert, CAUSED_AT_WORK, CAUSED_BY_LOANS } from './alert-causes.ts'
import type { Prometheus } from './prometheus.ts'

const FIRES_WITHIN_MS = 300_000
/** The rules' own times are shorter here, the server's are not: a round is every minute. */
const OVER_WITHIN_MS = 300_000
/** An alert is over once it has not fired for so long: while a node starts, it has no series at all. */
const STAYS_OVER_MS = 5_000
const POLL_MS = 500

/** Time limit of a test that plays scenes. */
export const PLAY_LIMIT_MS = FIRES_WITHIN_MS + OVER_WITHIN_MS

/** How alerts are made to fire, and by what they are over where that is not by itself. */
export interface Scene {
  readonly alerts: readonly Alert[]
  readonly cause: () => Promise<unknown>
  /** Goes on until they fire. */
  readonly again?: () => Promise<unknown>
  readonly mend?: () => Promise<unknown>
}

/** An alert that has fired and was over again, after so many seconds each. */
export interface PlayedAlert {
  readonly alert: Alert
  readonly firedAfter: number
  readonly overAfter: number
}

/** Polls until it is so; fails with what is missing. */
export async function until(
  what: () => string,
  limitMs: number,
  isSo: () => Promise<boolean>,
): Promise<void> {
  const deadline = performance.now() + limitMs
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(what())
    await wait(POLL_MS)
  }
}

/** Waits until each alert has been seen to hold; answers after how many seconds each was. */
async function secondsUntilEach(
  alerts: readonly Alert[],
  limitMs: number,
  {
    holds,
    meanwhile,
  }: { holds: () => Promise<readonly Alert[]>; meanwhile: (left: Alert[]) => Promise<void> },
): Promise<ReadonlyMap<Alert, number>> {
  const begunAt = performance.now()
  const seen = new Map<Alert, number>()
  const left = () => alerts.filter((alert) => !seen.has(alert))
  await until(
    () => `not within ${limitMs / 1_000} s: ${left().join(', ')}`,
    limitMs,
    async () => {
      await meanwhile(left())
      for (const alert of await holds())
        if (!seen.has(alert)) seen.set(alert, (performance.now() - begunAt) / 1_000)
      return left().length === 0
    },
  )
  return seen
}

const isOneOf = (alerts: readonly Alert[], name: string): name is Alert =>
  alerts.some((alert) => alert === name)

/** Causes all scenes, waits until each of their alerts has fired, mends, and waits until none fires. */
export async function play(
  prometheus: Prometheus,
  scenes: readonly Scene[],
): Promise<readonly PlayedAlert[]> {
  const alerts = scenes.flatMap((scene) => scene.alerts)
  const before = await prometheus.firing()
  expect(alerts.filter((alert) => before.has(alert))).toEqual([])
  const begunAt = performance.now()
  for (const { cause } of scenes) await cause()
  const fired = await secondsUntilEach(alerts, FIRES_WITHIN_MS, {
    async meanwhile(left) {
      for (const { alerts: own, again } of scenes)
        if (own.some((alert) => left.includes(alert))) await again?.()
    },
    // A cause that goes on may take longer than its alert fires.
    async holds() {
      const fired = await prometheus.firedWithin(Math.ceil((performance.now() - begunAt) / 1_000))
      return alerts.filter((alert) => fired.has(alert))
    },
  })
  for (const { mend } of scenes) await mend?.()
  const lastFired = new Map(alerts.map((alert) => [alert, performance.now()]))
  const over = await secondsUntilEach(alerts, OVER_WITHIN_MS, {
    meanwhile: () => Promise.resolve(),
    async holds() {
      for (const alert of await prometheus.firing())
        if (isOneOf(alerts, alert)) lastFired.set(alert, performance.now())
      return alerts.filter((alert) => performance.now() - (lastFired.get(alert) ?? 0) >= STAYS_OVER_MS)
    },
  })
  return alerts.map((alert) => ({
    alert,
    firedAfter: fired.get(alert) ?? Number.NaN,
    overAfter: over.get(alert) ?? Number.NaN,
  }))
}

const CAUSES: Readonly<Record<Alert, string>> = { ...CAUSED_AT_WORK, ...CAUSED_BY_LOANS }

/** For the reader of a run: alert, cause, and how long it took to fire and to be over. */
export function tableOf(played: readonly PlayedAlert[]): string {
  const lines = played.map(({ alert, firedAfter, overAfter }) =>
    [
      alert.padEnd(30),
      CAUSES[alert].padEnd(58),
      firedAfter.toFixed(0).padStart(7),
      overAfter.toFixed(0).padStart(8),
    ].join(' '),
  )
  const head = ['alert'.padEnd(30), 'caused by'.padEnd(58), 'fired s', 'cleared s'].join(' ')
  return `\n${[head, ...lines].join('\n')}\n`
}
