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
  const waitedForSession = error instanceof Error && error.message.startsWith('timeout exceeded')
  return new DatabaseFailure({ code: waitedForSession ? 'session_timeout' : 'unknown' })
}
