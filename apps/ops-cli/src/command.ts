import type { OpsClient } from './ops-client.ts'

/** What a command was given. */
export interface CommandInput {
  /** Words after the command's own. */
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, string | readonly string[] | boolean | undefined>>
}

/** What it answers: `data` for --json, `text` for people; a failed check exits with 1. */
export interface CommandResult {
  readonly data: unknown
  readonly text: string
  readonly failed?: boolean
}

/** The command line is wrong; the usage is shown. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/**
 * One command; the table of them is also the help. The context is what its program gives to every command: the
 * client of the staff calls here, the server's own machine in the server's admin program.
 */
export interface Command<Context = OpsClient> {
  /** "review list" */
  readonly name: string
  /** What follows the name: "<loanNo> [--note TEXT]". */
  readonly usage: string
  readonly help: string
  readonly options?: Readonly<
    Record<string, { readonly type: 'string' | 'boolean'; readonly multiple?: boolean }>
  >
  /** `tell` says how far a long command has come. */
  readonly run: (
    context: Context,
    input: CommandInput,
    tell: (line: string) => void,
  ) => Promise<CommandResult>
}

/** The one word a command needs. */
export function oneWord({ words }: CommandInput, what: string): string {
  const [word, ...more] = words
  if (word === undefined || more.length > 0) throw new UsageError(`Give one ${what}.`)
  return word
}

/** A text option; undefined where it is not given. */
export function textOption({ options }: CommandInput, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

/** A repeatable text option, also with commas. */
export function listOption({ options }: CommandInput, name: string): string[] {
  const value = options[name]
  const given = typeof value === 'string' ? [value] : Array.isArray(value) ? (value as string[]) : []
  return given.flatMap((text) => text.split(',')).filter((text) => text !== '')
}

/** A portfolio number; undefined where none is given. */
export function portfolioOption(input: CommandInput): number | undefined {
  const text = textOption(input, 'portfolio')
  if (text === undefined) return undefined
  if (!/^\d{1,3}$/.test(text)) throw new UsageError('A portfolio is a number like 118.')
  return Number(text)
}

/** The portfolio of an act that is about one. */
export function portfolioNeeded(input: CommandInput): number {
  const portfolioId = portfolioOption(input)
  if (portfolioId === undefined) throw new UsageError('Say which portfolio: --portfolio 118.')
  return portfolioId
}

/** The day of a list that is of one day, as typed: the call says what is wrong with it. */
export function dayNeeded(input: CommandInput): string {
  const day = textOption(input, 'day')
  if (day === undefined) throw new UsageError('Say which day: --day 2026-03-16.')
  return day
}
