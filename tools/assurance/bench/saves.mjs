import { say } from '../../../scripts/setup/step.mjs'
import { openApplicants, SECTIONS } from './applicants.mjs'
import { openBenchDatabase } from './bench-database.mjs'
import { HttpClient } from './http-client.mjs'
import { startMeasuredServer } from './measured-server.mjs'
import { openLoop, summarize } from './open-loop.mjs'

const WARM_UP_SECONDS = 3
const BASELINE_SECONDS = 10
const GOAL_P99_MS = 60
const GOAL_TRANSACTION_MS = 50

const ms = (value) => `${value.toFixed(1)} ms`.padStart(12)

function printSummary(title, { count, p50, p90, p99, longest }) {
  say(
    `  ${title.padEnd(22)}${String(count).padStart(6)}  p50${ms(p50)}  p90${ms(p90)}  p99${ms(p99)}  max${ms(longest)}`,
  )
}

function printErrors(errors) {
  const total = [...errors.values()].reduce((sum, count) => sum + count, 0)
  say(`  errors                ${String(total).padStart(6)}`)
  for (const [reason, count] of errors) say(`    ${count} × ${reason}`)
}

function printServer({ longestMs, cpuMs }, { longTransactionsMs, failures }, { tookSeconds }, count) {
  const share = Math.round(cpuMs / tookSeconds / 10)
  say(
    `  server                longest event-loop delay ${longestMs.toFixed(0)} ms, ${(cpuMs / count).toFixed(1)} ms CPU a save (${share} % of one core), ${failures} failures logged`,
  )
  const longest = longTransactionsMs.length === 0 ? '' : `, the longest ${Math.max(...longTransactionsMs)} ms`
  say(
    `  transactions held over ${GOAL_TRANSACTION_MS} ms: ${longTransactionsMs.length} (goal: none)${longest}`,
  )
}

function printResult({ baseline, load, loop, log }) {
  const saves = summarize(load.samples)
  const alive = summarize(baseline.samples)
  printSummary('GET /healthz', alive)
  printSummary('section saves', saves)
  for (const section of SECTIONS) {
    printSummary(`  ${section}`, summarize(load.samples.filter(({ kind }) => kind === section)))
  }
  const ratio = (name) => `${name} ${(saves[name] / alive[name]).toFixed(1)}`
  say(`  saves : healthz       ${ratio('p50')}, ${ratio('p99')}`)
  printErrors(load.errors)
  printServer(loop, log, load, saves.count)
  say(`  the last answer came ${load.tookSeconds.toFixed(1)} s after the first save was due`)
  say(`  the load itself was at most ${load.lagMs.toFixed(0)} ms late`)
  say(
    `  goal p99 ${GOAL_P99_MS} ms: ${saves.p99 <= GOAL_P99_MS && load.errors.size === 0 ? 'met' : 'NOT met'}`,
  )
}

async function aliveOnce(client) {
  const { status } = await client.send('GET', '/healthz')
  if (status !== 200) throw new Error(`GET /healthz: ${status}`)
  return 'healthz'
}

async function measure(server, client, { perSecond, seconds, people }) {
  const applicants = await openApplicants(client, people)
  const send = (arrival) => applicants[arrival % applicants.length].save()
  await openLoop({ perSecond, seconds: WARM_UP_SECONDS, send })
  const baseline = await openLoop({
    perSecond,
    seconds: Math.min(seconds, BASELINE_SECONDS),
    send: () => aliveOnce(client),
  })
  await server.readLoop()
  server.log.reset()
  const load = await openLoop({ perSecond, seconds, send })
  return { baseline, load, loop: await server.readLoop(), log: server.log }
}

async function runOn(title, databaseUrl, { profileFolder, ...plan }) {
  say(
    `\n${title}: ${plan.perSecond} saves a second for ${plan.seconds} s by ${plan.people} applicants in turn`,
  )
  const server = await startMeasuredServer({ databaseUrl, profileFolder })
  const client = new HttpClient(server.port)
  try {
    printResult(await measure(server, client, plan))
  } finally {
    client.close()
    await server.stop()
  }
}

/** Section saves on the embedded database: the goal is 25 a second. */
export async function benchEmbedded({ perSecond = 25, ...plan }) {
  await runOn('Embedded database', undefined, { people: 25, perSecond, ...plan })
}

/** Section saves on PostgreSQL: the goal is 100 a second. */
export async function benchPostgres({ perSecond = 100, ...plan }) {
  const database = await openBenchDatabase()
  try {
    await runOn(database.version, database.url, { people: 100, perSecond, ...plan })
  } finally {
    await database.close()
  }
}
