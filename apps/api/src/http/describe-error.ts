/** What an error has. Libraries also pass copies of its fields, which are of no class any more. */
interface ErrorFields {
  readonly name?: unknown
  readonly message?: unknown
  readonly stack?: unknown
  readonly code?: unknown
  readonly constraint?: unknown
  readonly cause?: unknown
}

/** Whether a value is an error, or a copy of one: nothing else has a stack. */
export const isErrorLike = (value: unknown): value is ErrorFields =>
  value instanceof Error ||
  (typeof value === 'object' && value !== null && 'stack' in value && typeof value.stack === 'string')

/** What may be logged of an error: never its message, which may carry SQL parameters. */
export function describe(error: unknown): Readonly<Record<string, unknown>> {
  if (!isErrorLike(error)) return { kind: typeof error }
  const { code, constraint, cause } = error
  const frames = textOf(error.stack)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
  return {
    kind: error instanceof Error ? error.name : classOf(error),
    // Not by the name "code", under which people get secrets and the log is blanked.
    ...(typeof code === 'string' ? { errorCode: code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    frames: frames.slice(0, 12).map((f) => f.trim()),
    ...(cause === undefined ? {} : { cause: describe(cause) }),
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A word that names a class of errors; any other beginning of a copy may be its message. */
const CLASS = /^\w*(?:Error|Failure|Exception)\b/

const classOf = ({ name, stack }: ErrorFields): string =>
  CLASS.exec(textOf(name))?.[0] ?? CLASS.exec(textOf(stack))?.[0] ?? 'object'

/** In a word what failed: the code (SQLSTATE, ECONNREFUSED) of the error or of its cause, else the name. Holds no value. */
export function failureCode(error: unknown): string {
  if (error instanceof Error && error.cause !== undefined) return failureCode(error.cause)
  const { errorCode, kind } = describe(error)
  return String(errorCode ?? kind)
}
