import { hostname } from 'node:os'
import type { Clock } from '@dolphin/domain/time/clock'
import type { FastifyServerOptions } from 'fastify'
import { type DestinationStream, type Logger, pino } from 'pino'
import type { ApiConfig } from '../config/config.ts'
import { wallClock } from '../wall-clock.ts'
import { describe } from './describe-error.ts'
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

/**
 * What is logged of a line that carries an error, as libraries write them: only what `describe` says of it, for its message
 * may quote a value.
 */
function withoutMessage(inputs: readonly unknown[]): readonly unknown[] {
  const [first, text, ...rest] = inputs
  if (typeof first !== 'object' || first === null) return inputs
  const { err, error, ...facts } = first instanceof Error ? { err: first } : (first as LoggedErrors)
  const told = [err, error].find((one) => one instanceof Error)
  if (told === undefined) return inputs
  const isQuoted = text === undefined || text === told.message
  return [{ ...facts, failure: describe(told) }, isQuoted ? OF_A_LIBRARY : text, ...rest]
}

interface LoggedErrors {
  readonly err?: unknown
  readonly error?: unknown
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
