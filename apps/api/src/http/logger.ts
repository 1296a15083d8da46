import { hostname } from 'node:os'
import type { Clock } from '@dolphin/domain/time/clock'
import type { FastifyServerOptions } from 'fastify'
import { type DestinationStream, type Logger, pino } from 'pino'
import type { ApiConfig } from '../config/config.ts'
import { wallClock } from '../wall-clock.ts'
import { describe, isErrorLike } from './describe-error.ts'
import { type LineFacts, openLogOutput } from './log-output.ts'

const STANDARD_OUTPUT = 1

/** Names under which a secret or a person could slip into a log line. */
const SECRET_KEYS = [
  'password',
  'newPassword',
  'currentPassword',
  'code',
  'ssn',
  'ssnLast4',
  'accessToken',
  'userCredential',
  'resource',
  'cookie',
  'authorization',
  'email',
  'account',
  'bankAccountNo',
]

/** What tells the lines of one process from those of all others in a log of many. */
const processFacts = (build: string): LineFacts => ({ host: hostname(), pid: process.pid, build })

/**
 * Structured lines on standard output, written several at a time (log-output.ts). Values under telling names are blanked two levels deep.
 */
export function createLogger(
  config: Pick<ApiConfig, 'logLevel'> & { readonly build: string },
  output?: DestinationStream,
): Logger {
  const facts = processFacts(config.build)
  const paths = SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`])
  return pino(
    {
      level: config.logLevel,
      redact: { paths, censor: '[hidden]' },
      base: facts,
      timestamp: lineTime(wallClock),
      hooks: {
        logMethod(inputs, method) {
          // pino's own type of a method's inputs.
          method.apply(this, withoutMessage(inputs) as Parameters<typeof method>)
        },
      },
    },
    output ?? openLogOutput(STANDARD_OUTPUT, facts),
  )
}

const OF_A_LIBRARY = 'an error of a library'

/** Deeper nothing of a line is looked at. */
const DEEPEST = 4

/**
 * What is logged of a line that carries errors, as libraries write them, under whatever name: only what `describe` says of
 * each, for its message may quote a value.
 */
function withoutMessage(inputs: readonly unknown[]): readonly unknown[] {
  const [first, text, ...rest] = inputs
  if (typeof first !== 'object' || first === null) return inputs
  const messages: unknown[] = []
  const facts = toldFacts(isErrorLike(first) ? { err: first } : first, messages, DEEPEST)
  if (messages.length === 0) return inputs
  const isQuoted = text === undefined || messages.includes(text)
  return [facts, isQuoted ? OF_A_LIBRARY : text, ...rest]
}

/** The facts of a line, each error in them described; `messages` takes what their errors say. */
function toldFacts(facts: object, messages: unknown[], deepest: number): object {
  const told = (value: unknown): unknown => {
    if (isErrorLike(value)) {
      messages.push(value.message)
      return describe(value)
    }
    return deepest > 0 && isPlain(value) ? toldFacts(value, messages, deepest - 1) : value
  }
  if (Array.isArray(facts)) return facts.map(told)
  const entries = Object.entries(facts).map(([name, value]) => {
    const isUsual = (name === 'err' || name === 'error') && isErrorLike(value)
    return [isUsual ? 'failure' : name, told(value)] as const
  })
  return Object.fromEntries(entries)
}

/** A request or a socket of Node is none: its own writer says what is logged of it. */
const isPlain = (value: unknown): value is object => {
  if (typeof value !== 'object' || value === null) return false
  return Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value) as object)
}

/** The time of a line as pino wants it; the lines of one millisecond share what was written once. */
export function lineTime(clock: Clock): () => string {
  let writtenAt = Number.NaN
  let written = ''
  return () => {
    const at = clock.now()
    if (at.getTime() !== writtenAt) {
      writtenAt = at.getTime()
      written = `,"time":"${at.toISOString()}"`
    }
    return written
  }
}

/**
 * Makes the log of each request, which writes its id on every line. Such lines are flat and of our own words (the line of
 * the request, `describe`): there is nothing to blank, and looking for it takes longer than all else about them.
 */
export function requestLoggerOf(log: Logger): NonNullable<FastifyServerOptions['childLoggerFactory']> {
  const unsearched = log.child({}, { redact: [] })
  return (_log, ids, options) => unsearched.child(ids, options)
}

/**
 * What may be logged of an address that no route knows: its plain words. Whatever else stands in it may be somebody's,
 * for people and programs put addresses, names and tokens into the wrong field.
 */
export function loggablePath(url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  const words = path.split('/').map((word) => (/^[a-z-]{0,30}$/.test(word) ? word : '[hidden]'))
  return words.slice(0, 8).join('/')
}
