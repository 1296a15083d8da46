import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** One answer of the server. Every part is from a closed list: nothing a caller wrote becomes a label. */
export interface AnsweredCall {
  /** The call's name in the contract, else the pattern of the route, else "page or none". */
  readonly call: string
  readonly method: string
  readonly status: number
  /** The answer's name in the error catalog, or "success". */
  readonly code: string
  readonly seconds: number
}

/** How a question to someone outside went; a refusal is an answer. */
export type ProviderOutcome = 'ok' | 'refused' | 'failed'

/** A figure that is read when somebody asks, not counted on the way. */
export interface ReadGauge<Label extends string> {
  readonly name: string
  readonly help: string
  readonly labels: readonly Label[]
  readonly read: () => Promise<readonly GaugeValue<Label>[]>
}

export interface GaugeValue<Label extends string> {
  readonly labels: Readonly<Record<Label, string>>
  readonly value: number
}

/** Whose number a text message came from. */
export type TextSender = 'customer' | 'several' | 'unknown'

/** The operations secret was used, or a passkey answered as a copy of it would. */
const STAFF_ALARMS = ['operationsSecretUsed', 'counterFault'] as const
export type StaffAlarm = (typeof STAFF_ALARMS)[number]

/** What a server counts of itself, for Prometheus. Names and labels: docs/guides/observability.md. */
export interface Metrics {
  callAnswered(answer: AnsweredCall): void
  /** `queue`: the job's name; `job` is Prometheus' own label of what it scrapes. */
  jobRan(queue: string, outcome: 'done' | 'failed', seconds: number): void
  /** One of many (a loan, a file, a notice) that a round could not take; the others went on. */
  roundFailed(round: string): void
  /** Something about the access of staff that an administrator must look at. */
  staffAlarm(event: StaffAlarm): void
  providerAnswered(provider: string, operation: string, outcome: ProviderOutcome, seconds: number): void
  /** Records of a class of the retention table went, because their period was over or their owner asked. */
  recordsErased(recordClass: string, records: number): void
  /** A text message came: from the number of one customer, of several, or of none. */
  textReceived(from: TextSender): void
  transactionHeld(seconds: number): void
  ticketPosted(ticket: string): void
  ticketSent(ticket: string): void
  socketOpened(): void
  socketClosed(): void
  addGauge<Label extends string>(gauge: ReadGauge<Label>): void
  /** Everything in Prometheus' text format. */
  scrape(): Promise<{ readonly contentType: string; readonly text: string }>
}

const CALL_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const WORK_BUCKETS = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300]
const TRANSACTION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1]
/** A scrape is answered with what is there; whatever takes longer is missing from it. */
const READ_LIMIT_MS = 3_000

let figuresOfProcess: Registry | undefined

/**
 * Seconds and bytes of this process (memory, event loop, CPU); they say nothing of what it works on. Made once however
 * many servers it has in turn: what counts the garbage collections is never let go, with all that it reaches.
 */
function processFigures(): Registry {
  if (figuresOfProcess === undefined) {
    figuresOfProcess = new Registry()
    collectDefaultMetrics({ register: figuresOfProcess })
  }
  return figuresOfProcess
}

/** Makes an empty set of figures, told with the ones of the process itself. */
export function createMetrics(): Metrics {
  const ofProcess = processFigures()
  const registry = new Registry()
  const registers = [registry]
  const calls = callMetrics(registers)
  const jobs = jobMetrics(registers)
  const staff = staffMetrics(registers)
  const providers = providerMetrics(registers)
  const channel = channelMetrics(registers)
  const texts = new Counter({
    name: 'dolphin_texts_received_total',
    help: 'Text messages to us, by whose number they came from.',
    labelNames: ['from'],
    registers,
  })
  const erased = new Counter({
    name: 'dolphin_records_erased_total',
    help: 'Records that were erased, by class of the retention table.',
    labelNames: ['class'],
    registers,
  })
  const transactions = new Histogram({
    name: 'dolphin_transaction_seconds',
    help: 'How long database transactions were open.',
    buckets: TRANSACTION_BUCKETS,
    registers,
  })
  const unread = new Counter({
    name: 'dolphin_unread_gauges_total',
    help: 'Figures that could not be read in time for a scrape.',
    labelNames: ['gauge'],
    registers,
  })
  return {
    ...calls,
    ...jobs,
    ...staff,
    ...providers,
    ...channel,
    recordsErased: (recordClass, records) => erased.inc({ class: recordClass }, records),
    textReceived: (from) => texts.inc({ from }),
    transactionHeld: (seconds) => transactions.observe(seconds),
    addGauge: (gauge) => addGauge(registry, unread, gauge),
    async scrape() {
      const text = `${await ofProcess.metrics()}\n${await registry.metrics()}`
      return { contentType: registry.contentType, text }
    },
  }
}

function callMetrics(registers: Registry[]): Pick<Metrics, 'callAnswered'> {
  const answers = new Counter({
    name: 'dolphin_calls_total',
    help: 'Answers by call, HTTP status and code of the error catalog.',
    labelNames: ['call', 'method', 'status', 'code'],
    registers,
  })
  const seconds = new Histogram({
    name: 'dolphin_call_seconds',
    help: 'From the first byte of a request to the last of its answer.',
    labelNames: ['call', 'status'],
    buckets: CALL_BUCKETS,
    registers,
  })
  return {
    callAnswered({ call, method, status, code, seconds: took }) {
      answers.inc({ call, method, status: String(status), code })
      seconds.observe({ call, status: String(status) }, took)
    },
  }
}

function staffMetrics(registers: Registry[]): Pick<Metrics, 'staffAlarm'> {
  const alarms = new Counter({
    name: 'dolphin_staff_alarms_total',
    help: 'Uses of the operations secret, and passkeys that were blocked.',
    labelNames: ['event'],
    registers,
  })
  // From zero: Prometheus sees no increase in a series that begins with its first alarm.
  for (const event of STAFF_ALARMS) alarms.inc({ event }, 0)
  return { staffAlarm: (event) => alarms.inc({ event }) }
}

function jobMetrics(registers: Registry[]): Pick<Metrics, 'jobRan' | 'roundFailed'> {
  const runs = new Counter({
    name: 'dolphin_job_runs_total',
    help: 'Runs of jobs on this node; a failed run is tried again.',
    labelNames: ['queue', 'outcome'],
    registers,
  })
  const seconds = new Histogram({
    name: 'dolphin_job_seconds',
    help: 'How long runs of jobs took.',
    labelNames: ['queue'],
    buckets: WORK_BUCKETS,
    registers,
  })
  const failures = new Counter({
    name: 'dolphin_round_failures_total',
    help: 'Loans, files and notices that a round could not take; the next round tries them again.',
    labelNames: ['round'],
    registers,
  })
  return {
    roundFailed: (round) => failures.inc({ round }),
    jobRan(queue, outcome, took) {
      runs.inc({ queue, outcome })
      seconds.observe({ queue }, took)
    },
  }
}

function providerMetrics(registers: Registry[]): Pick<Metrics, 'providerAnswered'> {
  const answers = new Counter({
    name: 'dolphin_provider_calls_total',
    help: 'Questions to providers outside, by what came of them.',
    labelNames: ['provider', 'operation', 'outcome'],
    registers,
  })
  const seconds = new Histogram({
    name: 'dolphin_provider_seconds',
    help: 'How long providers outside took, with tries again.',
    labelNames: ['provider', 'operation'],
    buckets: CALL_BUCKETS,
    registers,
  })
  return {
    providerAnswered(provider, operation, outcome, took) {
      answers.inc({ provider, operation, outcome })
      seconds.observe({ provider, operation }, took)
    },
  }
}

type ChannelMetrics = Pick<Metrics, 'ticketPosted' | 'ticketSent' | 'socketOpened' | 'socketClosed'>

function channelMetrics(registers: Registry[]): ChannelMetrics {
  const posted = new Counter({
    name: 'dolphin_tickets_posted_total',
    help: 'Tickets put on the board by this node, by kind; one that is rolled back is counted too.',
    labelNames: ['ticket'],
    registers,
  })
  const sent = new Counter({
    name: 'dolphin_tickets_sent_total',
    help: 'Tickets sent to open pages of this node, by kind.',
    labelNames: ['ticket'],
    registers,
  })
  const open = new Gauge({ name: 'dolphin_channel_sockets', help: 'Open channels of this node.', registers })
  return {
    ticketPosted: (ticket) => posted.inc({ ticket }),
    ticketSent: (ticket) => sent.inc({ ticket }),
    socketOpened: () => open.inc(),
    socketClosed: () => open.dec(),
  }
}

function addGauge<Label extends string>(
  registry: Registry,
  unread: Counter<'gauge'>,
  { name, help, labels, read }: ReadGauge<Label>,
): void {
  // From zero, as the alarms of staff.
  unread.inc({ gauge: name }, 0)
  // A second server over the same figures, as tests make one, reads them from its own place.
  registry.removeSingleMetric(name)
  const gauge = new Gauge<string>({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    async collect() {
      try {
        const values = await inTime(read())
        gauge.reset()
        for (const { labels: of, value } of values) gauge.set(of, value)
      } catch {
        gauge.reset()
        unread.inc({ gauge: name })
      }
    },
  })
}

async function inTime<T>(reading: Promise<T>): Promise<T> {
  let limit: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, fail) => {
    limit = setTimeout(() => fail(new Error('a figure was not read in time')), READ_LIMIT_MS)
  })
  try {
    return await Promise.race([reading, tooLate])
  } finally {
    clearTimeout(limit)
  }
}
