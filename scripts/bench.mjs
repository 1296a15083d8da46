import { availableParallelism, loadavg } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildAll } from './build.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { main, say, SetupError } from './setup/step.mjs'

const HELP = `npm run bench -- [what] [options]: measures the built product and reports; it never fails on time.

  saves      (default) section saves at a fixed rate: 25/s on the embedded database, 100/s on PostgreSQL
  payment-detail  a loan of 60 installments and 200 transactions read 200 times a second, on PostgreSQL,
                  beside a bare handler with the same statements
  api        form definitions at 500/s and decisions at 20/s, on PostgreSQL
  batch      100,000 due debits originated and transmitted, on PostgreSQL, beside the same rows by plain SQL
  batch-million  the same with a million; takes an hour and 10 GB of disk
  nacha      a million ACH entries written and read on one core, beside bare strings of the same length
  schedule   schedules of 26 installments with their APR, on one core
  pages      LCP, CLS, TBT, INP and lighthouse's scores of the main journey's pages, beside an empty React page,
             and INP of a queue of ten thousand rows at the desk
  journeys   whole journeys a second, from the wish for an account to the signature
  calls      each hot call at a share of its measured maximum, beside the floor and pgbench
  sockets    5,000 idle channels and the memory for each; --storm cuts all at once and lets them come back
  load       a mix of reads, writes and sign-ins, 200 a second for --seconds (half an hour)
  tickets    a signature on one node, heard by the page on another
  start      cold start on both databases
  memory     a node's memory at rest and after --seconds of journeys (an hour)
  growth     the same call over ten thousand and over a million loans
  desk       Find, a customer's file, a queue and take next over a million customers, beside the bare queries;
             --count so many customers instead, which the report does not keep
  all        the seven above, one after the other, then the report
  report     writes docs/benchmarks.md from what those found on this machine
  sizes      JavaScript that each page loads first, against its budget

  --quick          5 s of load instead of 30, a tenth of the debits
  --seconds <n>    so many seconds of load
  --rate <n>       so many saves, or requests of the mix, a second
  --count <n>      so many sockets, which the report does not keep; so many customers of the desk
  --storm          after the sockets were held
  --strict         exit code 1 where a goal of sockets, load or the desk is missed, or a page is over its budget
  --embedded       only on the embedded database
  --postgres       only on PostgreSQL
  --profile <dir>  write a CPU profile of the server, or of the batch, there
  --help

Latency counts from the instant a save was due, so that waiting in line counts. PostgreSQL is started for the run with
commits that reach the disk; DATABASE_URL_BENCH names a server to use instead.`

const OPTIONS = {
  quick: { type: 'boolean', default: false },
  seconds: { type: 'string' },
  rate: { type: 'string' },
  count: { type: 'string' },
  storm: { type: 'boolean', default: false },
  strict: { type: 'boolean', default: false },
  embedded: { type: 'boolean', default: false },
  postgres: { type: 'boolean', default: false },
  profile: { type: 'string' },
  help: { type: 'boolean', default: false },
}

function readArguments() {
  try {
    return parseArgs({ options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new SetupError(`${error.message}\n\n${HELP}`)
  }
}

const MOST = 99_999
const MOST_CUSTOMERS = 1_000_000

function wholeNumber(name, text, fallback, most = MOST) {
  if (text === undefined) return fallback
  const value = /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 0
  if (value === 0 || value > most) throw new SetupError(`--${name} takes a whole number from 1 to ${most}`)
  return value
}

function planOf({ quick, seconds, rate, profile }, usualSeconds) {
  return {
    seconds: wholeNumber('seconds', seconds, quick ? 5 : usualSeconds),
    perSecond: wholeNumber('rate', rate, undefined),
    profileFolder: profile === undefined ? undefined : resolve(profile),
  }
}

async function benchSaves({ embedded, postgres, ...wishes }) {
  const { benchEmbedded, benchPostgres } = await import('../tools/assurance/bench/saves.mjs')
  const plan = planOf(wishes, 30)
  if (embedded || !postgres) await benchEmbedded(plan)
  if (postgres || !embedded) await benchPostgres(plan)
}

async function benchPages({ quick }) {
  const { runBrowserTests } = await import('./setup/browser-tests.mjs')
  return runBrowserTests('tools/assurance/bench/pages/pages.config.ts', {
    env: { BENCH_ROUNDS: quick ? '1' : '5' },
  })
}

/** Figures of the issue "Proof"; each is kept for the report. */
const PROOFS = ['start', 'journeys', 'calls', 'sockets', 'tickets', 'growth', 'memory']
const HOUR_SECONDS = 3_600

async function benchProof(what, values) {
  const { quick } = values
  const seconds = (usual, few) => wholeNumber('seconds', values.seconds, quick ? few : usual)
  if (what === 'start')
    return (await import('../tools/assurance/bench/cold-start.mjs')).benchColdStart({ quick })
  if (what === 'journeys')
    return (await import('../tools/assurance/bench/journeys.mjs')).benchJourneys({ quick })
  if (what === 'sockets') {
    const [count, held] = ['count', 'seconds'].map((name) => wholeNumber(name, values[name], undefined))
    const sockets = { quick, count, seconds: held, storm: values.storm }
    return exitCodeFor(
      await (await import('../tools/assurance/bench/sockets.mjs')).benchSockets(sockets),
      values,
    )
  }
  if (what === 'tickets')
    return (await import('../tools/assurance/bench/tickets.mjs')).benchTickets({ quick })
  if (what === 'memory')
    return (await import('../tools/assurance/bench/memory.mjs')).benchMemory({
      quick,
      seconds: seconds(HOUR_SECONDS, 20),
    })
  if (what === 'growth')
    return (await import('../tools/assurance/bench/growth.mjs')).benchGrowth({
      quick,
      seconds: seconds(10, 2),
    })
  return (await import('../tools/assurance/bench/hot-calls.mjs')).benchHotCalls({
    quick,
    seconds: seconds(15, 2),
  })
}

/** Measures never fail on time, unless they are told to. */
const exitCodeFor = (missed, { strict }) => (strict && missed > 0 ? 1 : 0)

async function benchSizes({ strict }) {
  const { checkSizes, reportSizes } = await import('../tools/assurance/bench/sizes.mjs')
  reportSizes()
  if (strict) checkSizes()
}

async function benchMix(values) {
  const [seconds, rate] = ['seconds', 'rate'].map((name) => wholeNumber(name, values[name], undefined))
  const { benchLoad } = await import('../tools/assurance/bench/load.mjs')
  return exitCodeFor(await benchLoad({ quick: values.quick, seconds, rate }), values)
}

async function benchDeskCalls(values) {
  const customers = wholeNumber('count', values.count, undefined, MOST_CUSTOMERS)
  const { benchDesk } = await import('../tools/assurance/bench/desk.mjs')
  return exitCodeFor(await benchDesk({ quick: values.quick, customers }), values)
}

async function benchProofs(what, values) {
  let code = 0
  for (const one of what === 'all' ? PROOFS : [what])
    code = Math.max(code, (await benchProof(one, values)) ?? 0)
  if (what === 'all') (await import('../tools/assurance/bench/report.mjs')).writeReport()
  return code
}

await main(async () => {
  const { values, positionals } = readArguments()
  if (values.help) return say(HELP)
  const [what = 'saves'] = positionals
  if (what === 'report') return (await import('../tools/assurance/bench/report.mjs')).writeReport()
  if (
    ![
      ...PROOFS,
      'all',
      'load',
      'saves',
      'api',
      'payment-detail',
      'batch',
      'batch-million',
      'desk',
      'nacha',
      'schedule',
      'sizes',
      'pages',
    ].includes(what)
  )
    throw new SetupError(`Unknown: ${what}\n\n${HELP}`)
  await ensureInstalled()
  if (what === 'schedule')
    return (await import('../tools/assurance/bench/schedule.mjs')).benchSchedule(planOf(values, 10))
  if (what === 'batch' || what === 'batch-million')
    return (await import('../tools/assurance/bench/batch.mjs')).benchBatch(what, {
      ...values,
      ...planOf(values),
    })
  if (what === 'pages') return benchPages(values)
  await buildAll()
  // Measures load packages; they are there only now.
  if (what === 'sizes') return benchSizes(values)
  const [load = 0] = loadavg()
  say(`Node ${process.versions.node}, ${availableParallelism()} cores, load average ${load.toFixed(1)}`)
  if (what === 'all' || PROOFS.includes(what)) return benchProofs(what, values)
  if (what === 'load') return benchMix(values)
  if (what === 'desk') return benchDeskCalls(values)
  if (what === 'nacha') return (await import('../tools/assurance/bench/nacha.mjs')).benchNacha(values)
  if (what === 'api') return (await import('../tools/assurance/bench/api.mjs')).benchApi(planOf(values, 10))
  if (what === 'payment-detail')
    return (await import('../tools/assurance/bench/payment-detail.mjs')).benchPaymentDetail(
      planOf(values, 15),
    )
  await benchSaves(values)
})
