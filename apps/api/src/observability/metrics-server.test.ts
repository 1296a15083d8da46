import { afterEach, expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'
import { type MetricsServer, serveMetrics } from './metrics-server.ts'

let server: MetricsServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

async function ask(path = '/metrics', init: RequestInit = {}, token?: string) {
  const metrics = createMetrics()
  metrics.jobRan('note', 'done', 0.2)
  server = await serveMetrics(metrics, { host: '127.0.0.1', port: 0, token })
  return fetch(`http://127.0.0.1:${server.port}${path}`, init)
}

test('GET /metrics answers the text format, and nothing else is there', async () => {
  const answer = await ask()
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0.0.4/)
  expect(await answer.text()).toContain('dolphin_job_runs_total{queue="note",outcome="done"} 1')
  await server?.close()
  expect((await ask('/')).status).toBe(404)
  await server?.close()
  expect((await ask('/metrics', { method: 'POST' })).status).toBe(404)
})

test('with a token set, requests without it get no metrics', async () => {
  const token = 'a-token-of-the-tests'
  for (const authorization of ['', 'Bearer', 'Bearer a-token-of-the-testt', `Basic ${token}`]) {
    const answer = await ask('/metrics', { headers: { authorization } }, token)
    expect(answer.status).toBe(401)
    expect(await answer.text()).toBe('')
    await server?.close()
  }
  expect((await ask('/metrics', { headers: { authorization: `Bearer ${token}` } }, token)).status).toBe(200)
})

test('a figure that cannot be read is missing, and counted as unread; the others are there', async () => {
  const metrics = createMetrics()
  const read = () => Promise.reject(new Error('the database is away'))
  metrics.addGauge({ name: 'dolphin_lost', help: 'Never there.', labels: ['job'], read })
  metrics.ticketSent('11000')
  const { text } = await metrics.scrape()
  expect(text).not.toMatch(/^dolphin_lost\{/m)
  expect(text).toContain('dolphin_tickets_sent_total{ticket="11000"} 1')
  expect((await metrics.scrape()).text).toContain('dolphin_unread_gauges_total{gauge="dolphin_lost"}')
})
