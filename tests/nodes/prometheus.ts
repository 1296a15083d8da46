import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { RULES, SCRAPE_CONFIG } from './shipped-figures.ts'

const START_LIMIT_MS = 30_000
const STOP_LIMIT_MS = 5_000
const POLL_MS = 250
/** What a minute of the shipped rules is in a test. */
const MINUTE_SECONDS = 3

const DURATION = /(for: |offset |\[)(\d+)([mh])/g

/** The shipped rules with shorter times; expressions, labels and limits stay. */
export const fastRules = (rules: string): string =>
  rules.replace(DURATION, (_, before: string, count: string, unit: string) => {
    const minutes = Number(count) * (unit === 'h' ? 60 : 1)
    return `${before}${minutes * MINUTE_SECONDS}s`
  })

/**
 * The shipped configuration with the ports of a test, a scrape every two seconds, which is also how long one may take, and
 * the rules looked at every second.
 */
export const fastConfig = (config: string, metricsPorts: readonly number[]): string =>
  config
    .replace('scrape_interval: 15s', 'scrape_interval: 2s')
    .replace('evaluation_interval: 15s', 'evaluation_interval: 1s')
    .replace(/targets: \[.*\]/, `targets: ${JSON.stringify(metricsPorts.map((port) => `127.0.0.1:${port}`))}`)

interface FiringAlert {
  readonly state: 'pending' | 'firing'
  readonly labels: Readonly<Record<string, string>>
}

interface Target {
  readonly health: string
  readonly lastError: string
}

/** A Prometheus with the shipped files, over the nodes of a test. */
export class Prometheus {
  readonly #port: number
  #process: ChildProcess | undefined
  #log = ''

  constructor(port: number) {
    this.#port = port
  }

  /** Starts it and waits until it is ready. */
  async start(folder: string, metricsPorts: readonly number[]): Promise<void> {
    const home = join(folder, 'prometheus')
    mkdirSync(home)
    writeFileSync(join(home, 'prometheus.yml'), fastConfig(readFileSync(SCRAPE_CONFIG, 'utf8'), metricsPorts))
    writeFileSync(join(home, 'dolphin.rules.yml'), fastRules(readFileSync(RULES, 'utf8')))
    const child = spawn(
      process.env['PROMETHEUS'] ?? 'prometheus',
      [
        `--config.file=${join(home, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(home, 'data')}`,
        `--web.listen-address=127.0.0.1:${this.#port}`,
      ],
      { cwd: home, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    this.#process = child
    child.stderr.on('data', (chunk: Buffer) => (this.#log += chunk.toString()))
    const deadline = performance.now() + START_LIMIT_MS
    while (!(await this.#isReady())) {
      if (child.exitCode !== null || performance.now() > deadline)
        throw new Error(`Prometheus did not start:\n${this.#log.slice(-3_000)}`)
      await wait(POLL_MS)
    }
  }

  async stop(): Promise<void> {
    const child = this.#process
    if (child === undefined || child.exitCode !== null) return
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGTERM')
    const limit = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
    await ended
    clearTimeout(limit)
  }

  async targets(): Promise<readonly Target[]> {
    return (await this.#ask<{ activeTargets: readonly Target[] }>('targets')).activeTargets
  }

  /** The names of the alerts that fire now. */
  async firing(): Promise<ReadonlySet<string>> {
    const { alerts } = await this.#ask<{ alerts: readonly FiringAlert[] }>('alerts')
    return new Set(
      alerts.flatMap(({ state, labels }) => (state === 'firing' ? [labels['alertname'] ?? ''] : [])),
    )
  }

  /** The names of the alerts that fired at any time of the last seconds. */
  async firedWithin(seconds: number): Promise<ReadonlySet<string>> {
    const query = `count by (alertname) (last_over_time(ALERTS{alertstate="firing"}[${seconds}s]))`
    const { result } = await this.#ask<{
      result: readonly { readonly metric: Readonly<Record<string, string>> }[]
    }>(`query?query=${encodeURIComponent(query)}`)
    return new Set(result.map(({ metric }) => metric['alertname'] ?? ''))
  }

  /** The labels of each series of a metric, also of those that are gone. */
  async series(metric: string): Promise<readonly Readonly<Record<string, string>>[]> {
    return await this.#ask(`series?match[]=${encodeURIComponent(metric)}`)
  }

  /** The names of all labels. */
  async labels(): Promise<readonly string[]> {
    return await this.#ask('labels')
  }

  async #ask<Data>(what: string): Promise<Data> {
    const answer = await fetch(`http://127.0.0.1:${this.#port}/api/v1/${what}`)
    return ((await answer.json()) as { data: Data }).data
  }

  async #isReady(): Promise<boolean> {
    const answer = await fetch(`http://127.0.0.1:${this.#port}/-/ready`).catch(() => undefined)
    return answer?.ok === true
  }
}
