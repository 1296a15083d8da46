import pg from 'pg'

/** What may be told of a failure without telling any value: SQLSTATE and names out of our own schema. */
export interface FailureFacts {
  /** SQLSTATE, a Node error code such as ECONNREFUSED, or "unknown". */
  readonly code: string
  readonly constraint?: string | undefined
  readonly table?: string | undefined
}

const describe = ({ code, constraint, table }: FailureFacts): string =>
  ['database failure', code, table, constraint].filter((part) => part !== undefined).join(' ')

/**
 * The database refused or could not be reached. Carries neither SQL nor parameters nor the server's detail
 * line, because each may hold personal data (an SSN) and errors reach logs.
 */
export class DatabaseFailure extends Error {
  override readonly name = 'DatabaseFailure'
  readonly code: string
  readonly constraint: string | undefined
  readonly table: string | undefined

  constructor(facts: FailureFacts) {
    super(describe(facts))
    this.code = facts.code
    this.constraint = facts.constraint
    this.table = facts.table
  }
}

/** Asking the pool for a session while holding one: on one session it would wait for itself for ever. */
export class NestedSessionError extends Error {
  override readonly name = 'NestedSessionError'

  constructor() {
    super('inside a transaction use its executor; asking the pool for another session is refused')
  }
}

/** Why a database serves nothing now: it cannot be reached, or it takes no writes. */
export type DatabaseOutage = 'away' | 'readOnly'

/** Connection failures of Node and of the driver, and PostgreSQL's "shutting down", "starting up", "too many clients". */
const AWAY = new Set(
  (
    'ECONNREFUSED ECONNRESET ECONNABORTED ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH EPIPE ETIMEDOUT ENOENT ' +
    'session_lost session_timeout no_primary 53300 57P01 57P02 57P03'
  ).split(' '),
)
/** read_only_sql_transaction, disk_full. */
const READ_ONLY = new Set(['25006', '53100'])

/** Whether a failure, or what caused it, is an outage of the database; class 08 is connection_exception. */
export function databaseOutage(error: unknown): DatabaseOutage | undefined {
  if (error instanceof DatabaseFailure) {
    if (READ_ONLY.has(error.code)) return 'readOnly'
    if (AWAY.has(error.code) || error.code.startsWith('08')) return 'away'
  }
  return error instanceof Error && error.cause !== undefined ? databaseOutage(error.cause) : undefined
}

/** What pg says, without a code, of a connection that ended under a statement or could not be made in time. */
const CONNECTION_LOST = /^(Connection terminated|Client has encountered a connection error|Client was closed)/

/** Turns whatever the driver threw into a DatabaseFailure; our own errors pass through. */
export function toDatabaseFailure(error: unknown): Error {
  if (error instanceof DatabaseFailure || error instanceof NestedSessionError) return error
  if (error instanceof pg.DatabaseError) {
    return new DatabaseFailure({
      code: error.code ?? 'unknown',
      constraint: error.constraint,
      table: error.table,
    })
  }
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return new DatabaseFailure({ code: error.code })
  }
  if (!(error instanceof Error)) return new DatabaseFailure({ code: 'unknown' })
  if (CONNECTION_LOST.test(error.message)) return new DatabaseFailure({ code: 'session_lost' })
  const waitedForSession = error.message.startsWith('timeout exceeded')
  return new DatabaseFailure({ code: waitedForSession ? 'session_timeout' : 'unknown' })
}
