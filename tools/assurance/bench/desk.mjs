import { setTimeout as wait } from 'node:timers/promises'
import { say, SetupError } from '../../../scripts/setup/step.mjs'
import { BareDesk } from './desk-bare.mjs'
import { deskAsker, FINDS, staffFor } from './desk-calls.mjs'
import { openDeskLender, QUEUE_KIND, sizesOf } from './desk-lender.mjs'
import { percentile } from './open-loop.mjs'
import { loadNow, showFigures, storeResult } from './results.mjs'
import { TURNS } from './turns.mjs'

const EACH = 20
const QUICK_EACH = 10
const WARM_UP = 5
/** Source: docs/design/console.md, Goals: p95 in ms, and times the bare queries. */
const AIMS = { find: 100, file: 200, queue: 300, take: 100 }
const MOST_TIMES = 5
/** The server is at rest when it writes no more than this many transactions a second. */
const QUIET_PER_SECOND = 20
const QUIET_LIMIT_SECONDS = 120
const ACCOUNT_TAIL = '2333'

/** What is typed for each kind of search, common ones included, where twenty are shown of more. */
const SEARCHES = { ...FINDS, 'common name': () => 'Sample, J', 'account tail': () => ACCOUNT_TAIL }

/** The tokens by which a plain client finds a sample. */
async function withTokens(client, samples) {
  const { rows } = await client.query(
    `select open_id as "openId", source, token, count(*) over (partition by token)::integer as times
     from find_tokens where open_id like 'desk-%'`,
  )
  const common = rows.toSorted((a, b) => b.times - a.times)[0]?.token
  return samples.map((sample) => {
    const own = rows.filter(({ openId }) => openId === sample.openId)
    const of = (source) => own.find((row) => row.source === source)?.token
    const [name, ssn = name] = own.filter(({ source, times }) => source === 'profile' && times === 1)
    const tokens = {
      email: of('email'),
      phone: of('contact/2'),
      'rare name': name?.token,
      'SSN tail and birth date': ssn?.token,
      'common name': common,
    }
    return { ...sample, tokens, accountTail: ACCOUNT_TAIL }
  })
}

/** Each call of the desk with the bare queries beside it, and its aim. */
function casesOf({ ask, bare, samples, long }) {
  const inTurn = (at) => samples[at % samples.length]
  const finds = Object.entries(SEARCHES).map(([kind, typed]) => ({
    name: `Find by ${kind}`,
    aim: AIMS.find,
    async ask(at) {
      const { hits } = await ask('POST', 'find', { typed: typed(inTurn(at)) }, at)
      if (hits.length === 0) throw new SetupError(`no customer is found by ${kind}: ${typed(inTurn(at))}`)
    },
    bare: (at) => bare.find(kind, inTurn(at)),
  }))
  const file = (name, whose) => [
    {
      name: `Customer, ${name}`,
      aim: AIMS.file,
      ask: (at) => ask('GET', `customer/${whose(at).openId}`, undefined, at),
      bare: (at) => bare.file(whose(at)),
    },
    {
      name: `Customer's history, first page, ${name}`,
      aim: AIMS.file,
      ask: (at) => ask('GET', `customer/${whose(at).openId}/history`, undefined, at),
      bare: (at) => bare.history(whose(at)),
    },
  ]
  return [
    ...finds,
    ...file('some twenty records', inTurn),
    ...file('some hundred records', () => long),
    {
      name: 'A queue’s first page',
      aim: AIMS.queue,
      ask: (at) => ask('GET', `work-item?kind=${QUEUE_KIND}`, undefined, at),
      bare: () => bare.queue(QUEUE_KIND),
    },
    {
      name: 'Take next',
      aim: AIMS.take,
      ask: (at) => ask('POST', 'work-item/next', { kind: QUEUE_KIND }, at),
      bare: () => bare.takeNext(QUEUE_KIND),
    },
  ]
}

async function timed(work) {
  const begunAt = performance.now()
  await work()
  return performance.now() - begunAt
}

/** One after the other, the call and its bare queries in turns. */
async function measureCase({ name, aim, ask, bare }, each) {
  const took = { call: [], bare: [] }
  let at = 0
  const turn = async (work, times, into) => {
    for (let n = 0; n < times; n += 1) into.push(await timed(() => work((at += 1))))
  }
  await turn(ask, WARM_UP, [])
  await turn(bare, WARM_UP, [])
  for (let round = 0; round < TURNS; round += 1) {
    await turn(ask, each, took.call)
    await turn(bare, each, took.bare)
  }
  return [50, 95].flatMap((percent) =>
    figuresAt(percent, { name, took, aim: percent === 95 ? aim : undefined }),
  )
}

/** A call and its bare queries at a percentile, and the one as a multiple of the other. */
function figuresAt(percent, { name, took, aim }) {
  const [call, bare] = [took.call, took.bare].map((values) =>
    percentile(
      values.toSorted((a, b) => a - b),
      percent,
    ),
  )
  return [
    {
      name: `${name}: p${percent}`,
      value: call,
      unit: 'ms',
      ...(aim === undefined ? {} : { goal: { atMost: aim } }),
    },
    { name: `${name}: bare queries, p${percent}`, value: bare, unit: 'ms' },
    {
      name: `${name}: times the bare queries, p${percent}`,
      value: call / bare,
      unit: '×',
      goal: { atMost: MOST_TIMES },
    },
  ]
}

/** Waits until the server's own rounds over the new rows are done. */
async function untilQuiet(client) {
  const count = async () => {
    const { rows } = await client.query(
      'select (xact_commit + xact_rollback)::float8 as n from pg_stat_database where datname = current_database()',
    )
    return rows[0].n
  }
  for (let seconds = 0; seconds < QUIET_LIMIT_SECONDS; seconds += 5) {
    const before = await count()
    await wait(5_000)
    if ((await count()) - before < 5 * QUIET_PER_SECOND) return
  }
  say(`  the server's own rounds were not done after ${QUIET_LIMIT_SECONDS} s: it works beside the measure`)
}

/** How many employees the searches of a run take. */
const staffOf = (each) => staffFor(Object.keys(SEARCHES).length * (WARM_UP + TURNS * each))

/**
 * The desk's calls over a million generated customers, each beside the bare queries that it cannot do without. Answers how
 * many goals were missed.
 */
export async function benchDesk({ quick, customers }) {
  const load = loadNow()
  const each = quick ? QUICK_EACH : EACH
  const sizes = sizesOf({ quick, customers })
  say(
    `\n${sizes.customers.toLocaleString('en-US')} customers, a queue of ${sizes.queue.toLocaleString('en-US')}`,
  )
  const lender = await openDeskLender(sizes, staffOf(each))
  try {
    await untilQuiet(lender.bare)
    const { rows } = await lender.bare.query(
      `select token_hash, current_setting('fsync') as fsync from employee_sessions limit 1`,
    )
    const bare = new BareDesk(lender.bare, rows[0].token_hash)
    const ask = deskAsker(lender.client, lender.server.port, lender.staff)
    const samples = await withTokens(lender.bare, lender.samples)
    const figures = []
    for (const one of casesOf({ ask, bare, samples, long: lender.long }))
      figures.push(...(await measureCase(one, each)))
    const open = (sizes.queue + sizes.others).toLocaleString('en-US')
    const plan = `${sizes.customers.toLocaleString('en-US')} customers with loans, ${open} open work items, ${sizes.queue.toLocaleString('en-US')} of them in the queue. Each call ${TURNS * each} times, one after the other, in ${TURNS} turns with its bare queries (who asks, the rows of the answer, the lines of audit and limits) by a plain client with prepared statements. Customers who are found are sealed; the others are in the way, their loans over. ${lender.version}, fsync ${rows[0].fsync}.`
    // The report is of the whole measure alone
    const isWhole = !quick && customers === undefined
    return isWhole ? storeResult('desk', { plan, load, figures }) : showFigures(figures)
  } finally {
    await lender.close()
  }
}
