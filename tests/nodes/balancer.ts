import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { PROJECT_ROOT } from './server-node.ts'

const SHIPPED = join(PROJECT_ROOT, 'deploy/haproxy.cfg')
const START_LIMIT_MS = 10_000
const STOP_LIMIT_MS = 5_000

/** The shipped file with the ports of a test and without TLS, which tests/deployment has; everything else of it stays. */
export function balancerFile(port: number, nodePorts: readonly number[]): string {
  const shipped = readFileSync(SHIPPED, 'utf8')
  const servers = nodePorts.map((node, index) => `  server node${index + 1} 127.0.0.1:${node}`)
  const [before = ''] = shipped.split(/^ {2}server /m, 1)
  const onePort = before
    .replace(/^frontend plain\n(?: .*\n)+/m, '')
    .replace(/^ {2}bind :443 .*$/m, `  bind 127.0.0.1:${port}`)
    .replace('X-Forwarded-Proto https', 'X-Forwarded-Proto http')
    .replace('/etc/haproxy/errors', join(PROJECT_ROOT, 'deploy/errors'))
    .replace(/^ {2}log \/dev\/log .*\n/m, '')
  return `${onePort}${servers.join('\n')}\n`
}

/** HAProxy in front of the nodes. */
export class Balancer {
  readonly #port: number
  #process: ChildProcess | undefined
  #log = ''

  constructor(port: number) {
    this.#port = port
  }

  /** Starts it and waits until it leads to a node. */
  async start(folder: string, nodePorts: readonly number[]): Promise<void> {
    const file = join(folder, 'haproxy.cfg')
    writeFileSync(file, balancerFile(this.#port, nodePorts))
    const program = process.env['HAPROXY'] ?? 'haproxy'
    const child = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] })
    this.#process = child
    child.stderr.on('data', (chunk: Buffer) => (this.#log += chunk.toString()))
    const deadline = performance.now() + START_LIMIT_MS
    while (!(await this.#leadsSomewhere())) {
      if (child.exitCode !== null || performance.now() > deadline)
        throw new Error(`HAProxy does not lead to a node:\n${this.#log}`)
      await wait(100)
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

  async #leadsSomewhere(): Promise<boolean> {
    const answer = await fetch(`http://127.0.0.1:${this.#port}/healthz`).catch(() => undefined)
    return answer?.ok === true
  }
}
