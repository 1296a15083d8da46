import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { ConfigError } from './config/config.ts'
import { createMetrics } from './observability/metrics.ts'
import { openPorts } from './open-ports.ts'

const HOST = '127.0.0.1'
const closings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(closings.splice(0).map((close) => close()))
})

/** A server without calls, and the lines that it logs. */
function serverOf(port: number, metricsPort: number | undefined) {
  const lines: { readonly msg: string; readonly port: number }[] = []
  const app = Fastify()
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) })
  const metrics = metricsPort === undefined ? undefined : { host: HOST, port: metricsPort, token: undefined }
  const open = async () => {
    const figures = await openPorts({
      app,
      deps: { log, observability: { metrics: createMetrics() } },
      config: { host: HOST, port, metrics },
    })
    if (figures !== undefined) closings.push(() => figures.close())
    return figures
  }
  closings.push(() => app.close())
  return { app, lines, open }
}

/** A port that another program holds. */
async function takenPort(): Promise<number> {
  const other = createServer()
  await new Promise<void>((done) => other.listen(0, HOST, done))
  closings.push(() => new Promise((done) => other.close(done)))
  return (other.address() as AddressInfo).port
}

test('the figures can be read before the server takes its first request', async () => {
  const { app, lines, open } = serverOf(0, 0)
  let read: number | undefined
  app.addHook('onReady', async () => {
    const figures = lines.find(({ msg }) => msg === 'figures are served')
    read = (await fetch(`http://${HOST}:${figures?.port}/metrics`)).status
  })
  const figures = await open()
  expect(read).toBe(200)
  expect(figures?.port).toBe(lines[0]?.port)
  expect(app.server.listening).toBe(true)
})

test('without a port of theirs there are no figures, and the server listens', async () => {
  const { app, open } = serverOf(0, undefined)
  expect(await open()).toBeUndefined()
  expect(app.server.listening).toBe(true)
})

test('a taken port is named by its setting, and a taken metrics port keeps the server from listening', async () => {
  const taken = await takenPort()
  const listening = serverOf(taken, undefined)
  await expect(listening.open()).rejects.toThrow(
    new ConfigError(
      `Port ${taken} is taken by another program. Stop it, or choose another: PORT=${taken + 1} npm start`,
    ),
  )
  const measured = serverOf(0, taken)
  await expect(measured.open()).rejects.toThrow(
    new ConfigError(`Port ${taken} is taken by another program (METRICS_PORT).`),
  )
  expect(measured.app.server.listening).toBe(false)
})
