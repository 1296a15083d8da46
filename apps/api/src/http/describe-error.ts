/** What may be logged of an error: never its message, which may carry SQL parameters. */
export function describe(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { kind: typeof error }
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  // Not by the name "code", under which people get secrets and the log is blanked.
  const errorCode = 'code' in error && typeof error.code === 'string' ? { errorCode: error.code } : {}
  const constraint =
    'constraint' in error && typeof error.constraint === 'string' ? { constraint: error.constraint } : {}
  const cause = error.cause === undefined ? {} : { cause: describe(error.cause) }
  return {
    kind: error.name,
    ...errorCode,
    ...constraint,
    frames: frames.slice(0, 12).map((f) => f.trim()),
    ...cause,
  }
}

/** In a word what failed: the code (SQLSTATE, ECONNREFUSED) of the error or of its cause, else the name. Holds no value. */
export function failureCode(error: unknown): string {
  if (error instanceof Error && error.cause !== undefined) return failureCode(error.cause)
  const { errorCode, kind } = describe(error)
  return String(errorCode ?? kind)
}
