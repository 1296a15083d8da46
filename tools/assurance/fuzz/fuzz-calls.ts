import { setTimeout as wait } from 'node:timers/promises'
import { type CallName, CALLS } from '@dolphin/contract/registry'
import { EXAMPLES } from '@dolphin/api/testing/call-coverage/call-examples'
import { type Scene, setScene } from '@dolphin/api/testing/call-coverage/scene'
import { moneyViolations } from '@dolphin/api/testing/money-invariants'
import { faultOf, isOverloaded } from './answer-judge.ts'
import { type CallTally, TallyBook } from './call-tally.ts'
import { drawFor, within } from '@dolphin/api/testing/odd-input/draw'
import { type CaseMaker, type FuzzCase, makeCase } from './fuzz-case.ts'
import { gatherCast } from './fuzz-cast.ts'
import { fuzzChannel } from './fuzz-channel.ts'
import { filesOf, type OwnFiles, ownFiles } from './fuzz-files.ts'
import { type FuzzServer, startFuzzServer } from './fuzz-server.ts'
import type { Json, JsonObject } from '@dolphin/api/testing/odd-input/json'
import type { RequestFields } from './recorded-requests.ts'
import { NoAnswer, type WireAnswer, WireClient, type WireRequest } from './wire-request.ts'

export interface FuzzPlan {
  readonly seed: number
  /** Requests of each call. */
  readonly cases: number
  /** These calls alone, and `channel` for the frames of the channel; all by default. */
  readonly only?: readonly string[]
  /** Told after each call. */
  readonly onCall?: (done: number, outOf: number) => void
}

export interface Finding {
  readonly target: string
  readonly round: number
  readonly index: number
  readonly what: string
  /** The request, and what was thrown for it. */
  readonly detail: string
}

export interface FuzzOutcome {
  readonly plan: FuzzPlan
  readonly tallies: readonly CallTally[]
  readonly findings: readonly Finding[]
}

export const CHANNEL = 'channel'
/** A round begins with a fresh server and fresh people: what a round did to them is over. */
const CASES_A_ROUND = 50
const DEADLINE_MS = 20_000
const JOBS_EVERY = 12
const RETRY_MS = 500
const MOST_TRIES = 40
const DETAIL_LENGTH = 3_000

/** These change whom or what the others ask about, so they come last. */
const LAST: readonly CallName[] = [
  'publishVersion',
  'releasePortfolio',
  'withdrawApplication',
  'cancelLoan',
  'declineLoan',
  'suspendLoan',
  'collectLoan',
  'terminateLoan',
  'runBatch',
  'runSettlement',
  'endSession',
  'changePassword',
  'changeAccount',
  'moveClock',
  'signOut',
]
const LIMITED = new Set(['tooManyRequests', 'signInThrottled', 'tooManyMails', 'passwordResetNeeded'])

/**
 * Sends requests made up from recorded ones to every call, through the real server, and judges every answer; after each
 * round the jobs have run and the money invariants hold. Source: issue "Proof" 5.
 */
export async function fuzzCalls(plan: FuzzPlan): Promise<FuzzOutcome> {
  const tallies = new Map<string, TallyBook>()
  const findings: Finding[] = []
  const rounds = Math.ceil(plan.cases / CASES_A_ROUND)
  for (let round = 0; round < rounds; round += 1) {
    const cases = Math.min(CASES_A_ROUND, plan.cases - round * CASES_A_ROUND)
    await runRound({ plan, round, rounds, cases, tallies, findings })
  }
  return { plan, findings, tallies: [...tallies.values()].map((one) => one.read()) }
}

interface Round {
  readonly plan: FuzzPlan
  readonly round: number
  readonly rounds: number
  readonly cases: number
  readonly tallies: Map<string, TallyBook>
  readonly findings: Finding[]
}

interface RunningRound extends Round {
  readonly server: FuzzServer
  readonly client: WireClient
  readonly maker: CaseMaker
  readonly files: OwnFiles
}

async function runRound(given: Round): Promise<void> {
  const server = await startFuzzServer()
  const client = new WireClient(server.port, DEADLINE_MS)
  try {
    const scene = await setScene(server.api)
    await addExamples(server, scene)
    const cast = gatherCast(server.api, scene)
    const round = {
      ...given,
      server,
      client,
      files: await ownFiles(server.api, scene),
      maker: { book: server.book, cast, files: [], lastKey: 'none' },
    }
    await fuzzAll(round, scene)
    await judgeWhole(round)
  } finally {
    client.close()
    await server.close()
  }
}

async function fuzzAll(round: RunningRound, scene: Scene): Promise<void> {
  const { plan, server, findings, tallies } = round
  const names = orderOf(plan, round.round)
  for (const [index, name] of names.entries()) {
    await fuzzCall(round, name)
    if (index % JOBS_EVERY === 0) await runJobs(round)
    plan.onCall?.(round.round * names.length + index + 1, round.rounds * names.length)
  }
  if (!isWanted(plan, CHANNEL)) return
  const faults = await fuzzChannel({
    server,
    scene,
    cases: round.cases,
    seed: [plan.seed, round.round],
    tally: tallyOf(tallies, CHANNEL),
  })
  for (const fault of faults) findings.push({ target: CHANNEL, round: round.round, ...fault })
}

function tallyOf(tallies: Map<string, TallyBook>, name: string): TallyBook {
  const tally = tallies.get(name) ?? new TallyBook(name)
  tallies.set(name, tally)
  return tally
}

const isWanted = ({ only }: FuzzPlan, name: string): boolean => only === undefined || only.includes(name)

/** Another order in each round; what ends things for the others comes last. */
function orderOf(plan: FuzzPlan, round: number): readonly CallName[] {
  const names = (Object.keys(CALLS) as CallName[]).filter((name) => isWanted(plan, name))
  const place = (name: CallName) => (round === 0 ? 0 : within(drawFor(plan.seed, round, name), 0, 2 ** 30))
  const shuffled = names
    .filter((name) => !LAST.includes(name))
    .map((name) => ({ name, at: place(name) }))
    .toSorted((a, b) => a.at - b.at)
  return [...shuffled.map(({ name }) => name), ...LAST.filter((name) => names.includes(name))]
}

async function fuzzCall(round: RunningRound, name: CallName): Promise<void> {
  const { plan, server, maker, cases } = round
  const tally = tallyOf(round.tallies, name)
  const isLimited = CALLS[name].refusals.some((refusal) => LIMITED.has(refusal))
  const ofCall = { ...maker, files: filesOf(name, round.files) }
  maker.cast.refresh()
  await server.passLimits()
  for (let index = 0; index < cases; index += 1) {
    if (isLimited) await server.passLimits()
    const made = await makeCase(drawFor(plan.seed, round.round, name, index), { name, index }, ofCall)
    server.lookAnew()
    const answer = await sendPatiently(round.client, made.request)
    tally.add(made.kind, server.inside.reached, answer instanceof NoAnswer ? 0 : answer.status)
    const fault = whatIsWrong(server, name, made, answer)
    if (fault === undefined) continue
    const detail = detailOf(made.request, answer, server.inside.thrown)
    round.findings.push({ target: name, round: round.round, index, what: fault, detail })
  }
}

function whatIsWrong({ inside }: FuzzServer, name: CallName, { request }: FuzzCase, answer: Answered) {
  if (answer instanceof NoAnswer) return `no answer: ${answer.message}`
  const fault = faultOf(CALLS[name], answer)
  if (fault !== undefined) return fault
  const { undeclared } = inside
  return undeclared === undefined || request.raw !== undefined
    ? undefined
    : `a refusal not declared: ${undeclared}`
}

type Answered = WireAnswer | NoAnswer

/** Waits where the machine is too busy, as browsers do. */
async function sendPatiently(client: WireClient, request: WireRequest): Promise<Answered> {
  for (let tries = 1; ; tries += 1) {
    try {
      const answer = await client.send(request)
      if (!isOverloaded(answer) || tries === MOST_TRIES) return answer
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      return error
    }
    await wait(RETRY_MS)
  }
}

async function runJobs({ server, findings, round }: RunningRound): Promise<void> {
  try {
    await server.api.runJobs()
  } catch (error) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
    findings.push({ target: 'jobs', round, index: 0, what: 'a job failed', detail })
  }
}

async function judgeWhole(round: RunningRound): Promise<void> {
  const { server, findings } = round
  await runJobs(round)
  for (const { rule, loanNo, words } of await moneyViolations(server.api.deps, server.api.database.db)) {
    findings.push({
      target: 'money',
      round: round.round,
      index: 0,
      what: rule,
      detail: `${loanNo ?? ''} ${words}`,
    })
  }
}

/** One request of each call, as the call coverage sends it. */
async function addExamples({ book }: FuzzServer, scene: Scene): Promise<void> {
  for (const name of Object.keys(CALLS) as CallName[]) {
    const example: unknown = EXAMPLES[name](scene)
    const fields = onTheWire((await example) as RequestFields)
    const isBorrowers =
      CALLS[name].access !== 'operations' && JSON.stringify(fields).includes(scene.borrower.loanNo)
    book.add(name, { fields, openId: isBorrowers ? scene.borrower.client.openId : undefined })
  }
}

/** Addresses hold texts; what is undefined is not sent. */
function onTheWire(input: RequestFields): RequestFields {
  const sent = JSON.parse(JSON.stringify(input)) as RequestFields
  for (const part of ['params', 'query']) {
    const values = sent[part] as JsonObject | undefined
    for (const [key, value] of Object.entries(values ?? {})) {
      if (values !== undefined) values[key] = Array.isArray(value) ? value.map(textOf) : textOf(value)
    }
  }
  return sent
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

function detailOf(
  { method, path, headers, body, raw }: WireRequest,
  answer: Answered,
  thrown?: string,
): string {
  const sent = raw ?? `${method} ${path}\n${headers.map((pair) => pair.join(': ')).join('\n')}`
  const said = answer instanceof NoAnswer ? '' : `${answer.status} ${answer.text.slice(0, 400)}`
  const parts = [
    sent.slice(0, DETAIL_LENGTH),
    Buffer.from(body ?? [])
      .toString()
      .slice(0, DETAIL_LENGTH),
    said,
    thrown,
  ]
  return parts.filter((part) => part !== undefined && part !== '').join('\n')
}
