import { parseArgs } from 'node:util'
import { type Command, type CommandInput, type CommandResult, UsageError } from './command.ts'
import { OpsFailure } from './ops-failure.ts'

/** Where the lines of a program go: whole lines to the user. */
export interface Output {
  out(text: string): void
  error(text: string): void
}

/** A program of commands with its help. */
export interface CommandProgram<Context> {
  /** What is typed before a command; "npm run ops" by default. */
  readonly typed?: string
  /** The lines above the list of commands. */
  readonly heading: readonly string[]
  readonly commands: readonly Command<Context>[]
  /** One line as it is typed, by the command's name. */
  readonly examples: Readonly<Record<string, string>>
  /** The message where no command has the words of the line. */
  readonly unknownCommand: string
  /** Errors beside OpsFailure whose message is for the terminal. */
  readonly refusals?: readonly (abstract new (
    ...given: never[]
  ) => Error)[]
}

/** Exit codes: done, refused or failed check, wrong command line. */
const DONE = 0
const REFUSED = 1
const WRONG_USAGE = 2

/** Runs one command line of a program and returns its exit code: 0 done, 1 refused or a failed check, 2 wrong usage. */
export async function runProgram<Context>(
  program: CommandProgram<Context>,
  argv: readonly string[],
  context: Context,
  output: Output,
): Promise<number> {
  const command = findCommand(program.commands, argv)
  const wantsHelp = argv.includes('--help') || argv.includes('-h') || argv.length === 0
  if (wantsHelp) {
    output.out(command === undefined ? helpText(program) : commandHelp(program, command))
    return DONE
  }
  if (command === undefined) {
    output.error(`${program.unknownCommand}\n\n${helpText(program)}`)
    return WRONG_USAGE
  }
  try {
    const input = readInput(command, argv)
    // Not among JSON: a program that reads it waits for the end anyway.
    const tell = (line: string) => (input.options['json'] === true ? undefined : output.error(line))
    const result = await command.run(context, input, tell)
    output.out(textOf(result, input))
    return result.failed === true ? REFUSED : DONE
  } catch (error) {
    if (error instanceof UsageError) {
      output.error(`${error.message}\n\n${commandHelp(program, command)}`)
      return WRONG_USAGE
    }
    const refusals = [OpsFailure, ...(program.refusals ?? [])]
    if (!(error instanceof Error && refusals.some((kind) => error instanceof kind))) throw error
    output.error(error.message)
    return REFUSED
  }
}

/** The command whose words the line begins with; the longest wins, so that "clock set" is not "clock". */
function findCommand<Context>(
  commands: readonly Command<Context>[],
  argv: readonly string[],
): Command<Context> | undefined {
  const begins = commands.filter(({ name }) => name.split(' ').every((word, index) => argv[index] === word))
  return begins.toSorted((left, right) => right.name.length - left.name.length)[0]
}

function readInput<Context>(command: Command<Context>, argv: readonly string[]): CommandInput {
  try {
    const { values, positionals } = parseArgs({
      args: argv.slice(command.name.split(' ').length),
      options: { json: { type: 'boolean' }, ...command.options },
      allowPositionals: true,
      strict: true,
    })
    return { words: positionals, options: values }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'The options are wrong.')
  }
}

const textOf = ({ data, text }: CommandResult, { options }: CommandInput): string =>
  options['json'] === true ? JSON.stringify(data, null, 2) : text

function commandHelp<Context>(
  { typed = 'npm run ops', examples }: CommandProgram<Context>,
  command: Command<Context>,
): string {
  const { name, usage, help } = command
  const example = examples[name]
  return [
    `${typed} -- ${`${name} ${usage}`.trimEnd()} [--json]`,
    `  ${help}`,
    ...(example === undefined ? [] : [`  Example: ${typed} -- ${example}`]),
  ].join('\n')
}

const helpText = <Context>({ heading, commands }: CommandProgram<Context>): string =>
  [
    ...heading,
    '',
    ...commands.map(({ name, usage, help }) => `  ${`${name} ${usage}`.trimEnd()}\n      ${help}`),
  ].join('\n')
