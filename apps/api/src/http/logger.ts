import { type Logger, pino } from 'pino'
import type { ApiConfig } from '../config.ts'

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

/** Structured lines on standard output. Values under telling names are blanked two levels deep. */
export function createLogger(config: Pick<ApiConfig, 'logLevel'>): Logger {
  const paths = SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`])
  return pino({
    level: config.logLevel,
    redact: { paths, censor: '[hidden]' },
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
  })
}

/** A path without its query, which may hold a resource token, and with tokens in the path blanked. */
export function loggablePath(url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  return path.replace(/[A-Za-z0-9_-]{24,}/g, '[token]').slice(0, 200)
}
