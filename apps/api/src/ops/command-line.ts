import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { dataPaths } from '../config/config.ts'
import { AUDIT_COMMANDS } from './audit-commands.ts'
import { ACCOUNT_COMMANDS } from './account-commands.ts'
import { CLOCK_COMMANDS } from './clock-commands.ts'
import { HOLIDAY_COMMANDS } from './holiday-commands.ts'
import { COMMAND_EXAMPLES } from './command-examples.ts'
import { type Command, type CommandInput, type CommandResult, UsageError } from './command.ts'
import { DECISION_COMMANDS } from './decision-commands.ts'
import { COUPON_COMMANDS } from './coupon-commands.ts'
import { createEmployee, showEmployee } from './employee-commands.ts'
import { type EmployeeFiles, employeeFiles } from './employee-file.ts'
import { keyCommands } from './key-commands.ts'
import { LEDGER_COMMANDS } from './ledger-commands.ts'
import { LOAN_COMMANDS } from './loan-commands.ts'
import { EXPORT_COMMANDS } from './export-commands.ts'
import { MESSAGE_COMMANDS } from './message-commands.ts'
import { MONEY_COMMANDS } from './money-commands.ts'
import { PORTFOLIO_COMMANDS } from './portfolio-commands.ts'
import { POSTING_COMMANDS } from './posting-commands.ts'
import { RETURN_COMMANDS } from './return-commands.ts'
import { STANDING_COMMANDS } from './standing-commands.ts'
import { STATEMENT_COMMANDS } from './statement-commands.ts'
import { createOpsClient, OpsFailure } from './ops-client.ts'
import { REVIEW_COMMANDS } from './review-commands.ts'
import { VERSION_COMMANDS } from './version-commands.ts'

/** Where the command line runs. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly workDir: string
  /** Where the build lies; undefined: the sources. */
  readonly builtFolder?: string
  /** Whole lines to the user. */
  out(text: string): void
  error(text: string): void
}

const DEFAULT_SERVER = 'http://localhost:8080'
const DEFAULT_GATEWAY = '/fssapi'
const DEFAULT_DATA_DIR = '.dolphin'

/** Exit codes: done, refused or failed check, wrong command line. */
const DONE = 0
const REFUSED = 1
const WRONG_USAGE = 2

function allCommands(files: EmployeeFiles, { env, workDir, builtFolder }: Terminal): readonly Command[] {
  return [
    {
      name: 'employee create',
      usage: '--name "Your Name"',
      help: 'make this terminal an employee; on the server’s machine, with its operations secret',
      options: { name: { type: 'string' } },
      run: (_client, input) => Promise.resolve(createEmployee(files, input, env, workDir)),
    },
    {
      name: 'employee show',
      usage: '',
      help: 'who sits at this terminal',
      run: () => Promise.resolve(showEmployee(files)),
    },
    ...REVIEW_COMMANDS,
    ...STATEMENT_COMMANDS,
    ...LOAN_COMMANDS,
    ...LEDGER_COMMANDS,
    ...STANDING_COMMANDS,
    ...POSTING_COMMANDS,
    ...EXPORT_COMMANDS,
    ...ACCOUNT_COMMANDS,
    ...MONEY_COMMANDS,
    ...RETURN_COMMANDS,
    ...COUPON_COMMANDS,
    ...MESSAGE_COMMANDS,
    ...DECISION_COMMANDS,
    ...VERSION_COMMANDS,
    ...PORTFOLIO_COMMANDS,
    ...AUDIT_COMMANDS,
    ...CLOCK_COMMANDS,
    ...HOLIDAY_COMMANDS,
    ...keyCommands({ env, workDir, builtFolder }),
  ]
}

/** Runs one command line and answers its exit code. */
export async function runCommandLine(argv: readonly string[], terminal: Terminal): Promise<number> {
  const { env, workDir } = terminal
  const dataDir = resolve(workDir, env['DATA_DIR'] || DEFAULT_DATA_DIR)
  const files = employeeFiles(dataPaths(dataDir).operations)
  const commands = allCommands(files, terminal)
  const command = findCommand(commands, argv)
  const wantsHelp = argv.includes('--help') || argv.includes('-h') || argv.length === 0
  if (wantsHelp) {
    terminal.out(command === undefined ? helpText(commands) : commandHelp(command))
    return DONE
  }
  if (command === undefined) {
    terminal.error(`There is no such command.\n\n${helpText(commands)}`)
    return WRONG_USAGE
  }
  const url = env['OPS_URL'] || DEFAULT_SERVER
  const client = createOpsClient({ url, gatewayPrefix: env['GATEWAY_PREFIX'] || DEFAULT_GATEWAY }, files)
  try {
    const input = readInput(command, argv)
    // Not among JSON: whoever reads that by a program waits for the end anyway.
    const tell = (line: string) => (input.options['json'] === true ? undefined : terminal.error(line))
    const result = await command.run(client, input, tell)
    terminal.out(textOf(result, input))
    return result.failed === true ? REFUSED : DONE
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.error(`${error.message}\n\n${commandHelp(command)}`)
      return WRONG_USAGE
    }
    if (!(error instanceof OpsFailure)) throw error
    terminal.error(error.message)
    return REFUSED
  }
}

/** The command whose words the line begins with; the longest wins, so that "clock set" is not "clock". */
function findCommand(commands: readonly Command[], argv: readonly string[]): Command | undefined {
  const begins = commands.filter(({ name }) => name.split(' ').every((word, index) => argv[index] === word))
  return begins.toSorted((left, right) => right.name.length - left.name.length)[0]
}

function readInput(command: Command, argv: readonly string[]): CommandInput {
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

const commandHelp = ({ name, usage, help }: Command): string =>
  [
    `npm run ops -- ${`${name} ${usage}`.trimEnd()} [--json]`,
    `  ${help}`,
    ...(COMMAND_EXAMPLES[name] === undefined ? [] : [`  Example: npm run ops -- ${COMMAND_EXAMPLES[name]}`]),
  ].join('\n')

const helpText = (commands: readonly Command[]): string =>
  [
    'Operations from a terminal. npm run ops -- <command>; --json for machines, --help for each.',
    `Speaks to OPS_URL, ${DEFAULT_SERVER} when that is not set.`,
    '',
    ...commands.map(({ name, usage, help }) => `  ${`${name} ${usage}`.trimEnd()}\n      ${help}`),
  ].join('\n')
