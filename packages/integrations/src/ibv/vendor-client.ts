import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '@dolphin/domain/time/clock'
import type { RandomSource } from '@dolphin/domain/time/random-source'
import { Circuit } from './circuit.ts'
import { JsonValue, MalformedAnswer } from './json-value.ts'
import { type FailureReason, ProviderFailure } from './provider-failure.ts'

const TIMEOUT_MS = 10_000
const READ_ATTEMPTS = 3
const FIRST_WAIT_MS = 400
/** A vendor that asks for a longer wait is asked again by a later job, not by this one. */
const LONGEST_WAIT_MS = 5_000
const LARGEST_ANSWER_BYTES = 20 * 1024 * 1024

export type VendorClientDeps = {
  readonly clock: Clock
  readonly random: RandomSource
  /** Milliseconds until a call is given up; 10 s where not named. */
  readonly timeoutMs?: number
  /** How waiting is done; by a timer where not named. */
  readonly wait?: (milliseconds: number) => Promise<unknown>
}

/** What the official clients answer; their types promise more of `data` than a network can keep. */
type Answered = { readonly data: unknown }
type Ended<T> = { readonly value: T } | { readonly failure: ProviderFailure; readonly retryAfterMs: number }

/** Transport options for the official clients, which hand them to axios. */
export const transportOptions = (timeoutMs = TIMEOUT_MS) => ({
  timeout: timeoutMs,
  maxRedirects: 0,
  maxContentLength: LARGEST_ANSWER_BYTES,
})

/**
 * Every call to one vendor goes through here: limited in time, allowed by the circuit, its response checked. Reads are
 * tried three times on 429, 5xx, silence and invalid responses, with growing waits and jitter. What changes something
 * at the vendor is tried once: a lost response may have meant success.
 */
export class VendorClient {
  readonly #provider: string
  readonly #random: RandomSource
  readonly #clock: Clock
  readonly #wait: (milliseconds: number) => Promise<unknown>
  readonly #circuit: Circuit

  constructor(
    provider: string,
    { clock, random, wait = (milliseconds) => delay(milliseconds) }: VendorClientDeps,
  ) {
    this.#provider = provider
    this.#random = random
    this.#clock = clock
    this.#wait = wait
    this.#circuit = new Circuit(clock)
  }

  /** False while the circuit is open: who has a choice asks someone else. */
  get isAvailable(): boolean {
    return this.#circuit.isClosed
  }

  async read<T>(
    operation: string,
    ask: () => Promise<Answered>,
    decode: (answer: JsonValue) => T,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const ended = await this.#once(operation, ask, decode)
      if ('value' in ended) return ended.value
      const { failure, retryAfterMs } = ended
      const waitMs = Math.max(retryAfterMs, this.#jittered(FIRST_WAIT_MS * 2 ** (attempt - 1)))
      if (attempt >= READ_ATTEMPTS || !PASSING.has(failure.reason) || waitMs > LONGEST_WAIT_MS) throw failure
      await this.#wait(waitMs)
    }
  }

  async change<T>(
    operation: string,
    ask: () => Promise<Answered>,
    decode: (answer: JsonValue) => T,
  ): Promise<T> {
    const ended = await this.#once(operation, ask, decode)
    if ('failure' in ended) throw ended.failure
    return ended.value
  }

  async #once<T>(
    operation: string,
    ask: () => Promise<Answered>,
    decode: (answer: JsonValue) => T,
  ): Promise<Ended<T>> {
    if (!this.#circuit.enter()) return { failure: this.#failure(operation, 'circuitOpen'), retryAfterMs: 0 }
    try {
      const { data } = await ask()
      const value = decode(new JsonValue(data, operation))
      this.#circuit.succeeded()
      return { value }
    } catch (error) {
      const failure = this.#read(operation, error)
      if (OF_THE_VENDOR.has(failure.reason)) this.#circuit.failed()
      else this.#circuit.succeeded()
      return { failure, retryAfterMs: retryAfterOf(error, this.#clock.now()) }
    }
  }

  /** Half to the whole of it, so that many who wait do not come back at once. */
  #jittered(milliseconds: number): number {
    const [byte = 0] = this.#random.bytes(1)
    return Math.round(milliseconds * (0.5 + byte / 510))
  }

  #failure(
    operation: string,
    reason: FailureReason,
    vendorType?: string,
    vendorCode?: string,
  ): ProviderFailure {
    return new ProviderFailure({ provider: this.#provider, operation, reason, vendorType, vendorCode })
  }

  #read(operation: string, error: unknown): ProviderFailure {
    if (error instanceof MalformedAnswer) return this.#failure(operation, 'malformed')
    const status = memberOf(memberOf(error, 'response'), 'status')
    const data = memberOf(memberOf(error, 'response'), 'data')
    // An answer that broke off carries the status of its beginning.
    if (typeof status !== 'number' || status < 400) return this.#failure(operation, silenceOf(error))
    if (status >= 500) return this.#failure(operation, 'serverError', undefined, `HTTP_${status}`)
    const [type, code] = [memberOf(data, 'error_type'), memberOf(data, 'error_code')].map((one) =>
      typeof one === 'string' ? one : undefined,
    )
    const reason = status === 429 ? 'rateLimited' : 'refused'
    return this.#failure(operation, reason, type, code ?? `HTTP_${status}`)
  }
}

/** What another try may mend; a half answer comes from something in between as often as from the vendor. */
const PASSING: ReadonlySet<FailureReason> = new Set([
  'rateLimited',
  'serverError',
  'timeout',
  'unreachable',
  'malformed',
])

/**
 * Failures that say something of the vendor as a whole and open its circuit. A refusal, a limit or a response that cannot
 * be read is of one link and leaves the others alone.
 */
const OF_THE_VENDOR: ReadonlySet<FailureReason> = new Set(['serverError', 'timeout', 'unreachable'])

/** axios gives up with these codes; an answer that breaks off in the middle is ERR_BAD_RESPONSE or a socket's. */
function silenceOf(error: unknown): FailureReason {
  const code = memberOf(error, 'code')
  return code === 'ECONNABORTED' || code === 'ETIMEDOUT' ? 'timeout' : 'unreachable'
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** Milliseconds that "Retry-After" asks for, given in seconds or as a date; 0 where there is none. RFC 9110 §10.2.3. */
function retryAfterOf(error: unknown, now: Date): number {
  const header = memberOf(memberOf(memberOf(error, 'response'), 'headers'), 'retry-after')
  if (typeof header !== 'string') return 0
  if (/^\d{1,6}$/.test(header)) return Number(header) * 1_000
  const at = new Date(header).getTime()
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime())
}
