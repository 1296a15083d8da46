import { say } from '../../../scripts/setup/step.mjs'
import { openLinkedApplicants } from './applicants.mjs'
import { openBenchDatabase } from './bench-database.mjs'
import { HttpClient } from './http-client.mjs'
import { startMeasuredServer } from './measured-server.mjs'
import { openLoop, summarize } from './open-loop.mjs'

const FORMS_PATH =
  '/fssapi/dolphin-config/get-form?portfolioId=118&code=personal&code=employment&code=bank&code=question'
const FORMS_PER_SECOND = 500
const DECISIONS_PER_SECOND = 20
const MOST_APPLICANTS = 400
const WARM_UP_SECONDS = 2
/** Goals of the p99, in milliseconds. */
const GOALS = { notModified: 5, definitions: 12, decision: 40 }

const ms = (value) => `${value.toFixed(1)} ms`.padStart(11)

/** Loads the server and adds what an answer took of its processor. */
async function loaded(server, load) {
  await server.readLoop()
  const result = await openLoop(load)
  const { cpuMs } = await server.readLoop()
  return { ...result, cpuMs: cpuMs / result.samples.length }
}

function print(title, { samples, errors, lagMs, cpuMs }, goal) {
  const { count, p50, p90, p99, longest } = summarize(samples)
  say(
    `  ${title.padEnd(26)}${String(count).padStart(6)}  p50${ms(p50)}  p90${ms(p90)}  p99${ms(p99)}  max${ms(longest)}  CPU${ms(cpuMs)} each`,
  )
  for (const [reason, times] of errors) say(`    ${times} × ${reason}`)
  const verdict =
    goal === undefined
      ? ''
      : `  goal p99 ${goal} ms: ${p99 <= goal && errors.size === 0 ? 'met' : 'NOT met'};`
  say(`  ${verdict}  the load itself was at most ${lagMs.toFixed(0)} ms late`)
  return { p50, p99 }
}

async function expectStatus(client, path, headers, expected) {
  const { status } = await client.send('GET', path, headers)
  if (status !== expected) throw new Error(`${path}: ${status}`)
  return 'answered'
}

async function measureForms(client, server, { seconds, perSecond = FORMS_PER_SECOND }) {
  say(`\nget-form, four forms, ${perSecond} a second for ${seconds} s each`)
  const { headers } = await client.send('GET', FORMS_PATH)
  const known = { 'if-none-match': headers.etag }
  const alive = () => expectStatus(client, '/healthz', {}, 200)
  const full = () => expectStatus(client, FORMS_PATH, {}, 200)
  const unchanged = () => expectStatus(client, FORMS_PATH, known, 304)
  await openLoop({ perSecond, seconds: WARM_UP_SECONDS, send: full })
  const floor = print('GET /healthz', await loaded(server, { perSecond, seconds, send: alive }))
  const shown = print('200', await loaded(server, { perSecond, seconds, send: full }), GOALS.definitions)
  const kept = print('304', await loaded(server, { perSecond, seconds, send: unchanged }), GOALS.notModified)
  const ratio = (one) => `p50 ${(one.p50 / floor.p50).toFixed(1)}, p99 ${(one.p99 / floor.p99).toFixed(1)}`
  say(`  200 : healthz  ${ratio(shown)}     304 : healthz  ${ratio(kept)}`)
}

async function measureDecisions(client, server, { seconds, perSecond = DECISIONS_PER_SECOND }) {
  const count = Math.min(MOST_APPLICANTS, perSecond * (seconds + WARM_UP_SECONDS))
  const applicants = await openLinkedApplicants(client, count)
  const forWarmUp = applicants.splice(0, perSecond * WARM_UP_SECONDS)
  const measured = Math.floor(applicants.length / perSecond)
  say(
    `\ncalculate-qualified-amount, first decisions of ${measured * perSecond} applicants, ${perSecond} a second`,
  )
  await openLoop({ perSecond, seconds: WARM_UP_SECONDS, send: (arrival) => forWarmUp[arrival].ask() })
  const ask = (arrival) => applicants[arrival].ask()
  print('decision', await loaded(server, { perSecond, seconds: measured, send: ask }), GOALS.decision)
}

/** Form definitions and decisions on PostgreSQL, beside the bare health call of the same run. */
export async function benchApi({ seconds, profileFolder }) {
  const database = await openBenchDatabase()
  const server = await startMeasuredServer({ databaseUrl: database.url, profileFolder })
  const client = new HttpClient(server.port)
  try {
    say(database.version)
    await measureForms(client, server, { seconds })
    await measureDecisions(client, server, { seconds })
  } finally {
    client.close()
    await server.stop()
    await database.close()
  }
}
