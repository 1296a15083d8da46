/** An error that the caller corrects on the command line. */
export class UsageError extends Error {}

/** Writes one line to the terminal. */
export const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** A whole number of an option, of at most so many digits. */
export function wholeNumber(name: string, text: string, digits = 9): number {
  if (!/^\d+$/.test(text) || text.length > digits) throw new UsageError(`--${name} takes a whole number`)
  return Number(text)
}

/** Reads the options of a command line; throws a usage error for options that are not understood. */
export function readOptions<Values>(parse: () => { readonly values: Values }): Values {
  try {
    return parse().values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'These options are not understood.')
  }
}

/**
 * The exit code of a program: its own, or `failed` where it could not run to its end. Then the reason goes to standard
 * error, with the help where the command line was at fault.
 */
export async function exitCodeOf(run: () => Promise<number>, help: string, failed: number): Promise<number> {
  try {
    return await run()
  } catch (error) {
    const text =
      error instanceof UsageError
        ? `${error.message}\n\n${help}`
        : String(error instanceof Error ? error.stack : error)
    process.stderr.write(`${text}\n`)
    return failed
  }
}
