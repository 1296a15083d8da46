import { BANK_DIRECTORY_COMMANDS } from './bank-directory-commands.ts'
import { BANK_LINK_COMMANDS } from './bank-link-commands.ts'
import { HOLIDAY_COMMANDS } from './holiday-commands.ts'
import { ACCOUNT_COMMANDS } from './account-commands.ts'
import { APPROVAL_COMMANDS } from './approval-commands.ts'
import { AUDIT_COMMANDS } from './audit-commands.ts'
import { CLOCK_COMMANDS } from './clock-commands.ts'
import { COMMAND_EXAMPLES } from './command-examples.ts'
import { type CommandProgram, type Output, runProgram } from './command-runner.ts'
import { COUPON_COMMANDS } from './coupon-commands.ts'
import { DECISION_COMMANDS } from './decision-commands.ts'
import { employeeFiles } from './employee-file.ts'
import { DOCUMENT_REQUEST_COMMANDS } from './document-request-commands.ts'
import { ENTRY_COMMANDS } from './entry-commands.ts'
import { EXPORT_COMMANDS } from './export-commands.ts'
import { LEDGER_COMMANDS } from './ledger-commands.ts'
import { LOAN_COMMANDS } from './loan-commands.ts'
import { LOGIN_COMMANDS } from './login-commands.ts'
import { MESSAGE_COMMANDS } from './message-commands.ts'
import { MONEY_COMMANDS } from './money-commands.ts'
import { createOpsClient, type OpsClient } from './ops-client.ts'
import { PERSON_COMMANDS } from './person-commands.ts'
import { PORTFOLIO_COMMANDS } from './portfolio-commands.ts'
import { POSTING_COMMANDS } from './posting-commands.ts'
import { RETENTION_COMMANDS } from './retention-commands.ts'
import { RETURN_COMMANDS } from './return-commands.ts'
import { REVIEW_COMMANDS } from './review-commands.ts'
import { DEFAULT_SERVER, type Environment, readTerminalSettings } from './settings.ts'
import { DELINQUENCY_COMMANDS } from './delinquency-commands.ts'
import { STATEMENT_COMMANDS } from './statement-commands.ts'
import { NOTICE_COMMANDS } from './notice-commands.ts'
import { WORK_ITEM_COMMANDS } from './work-item-commands.ts'
import { VERSION_COMMANDS } from './version-commands.ts'

/** Where the command line runs. */
export interface Terminal extends Output {
  readonly env: Environment
  readonly workDir: string
}

/** The commands that call the server as an employee. */
export const CLIENT_PROGRAM: CommandProgram<OpsClient> = {
  heading: [
    'Operations from a terminal. npm run ops -- <command>; --json for machines, --help for each.',
    `Speaks to OPS_URL, ${DEFAULT_SERVER} when that is not set.`,
  ],
  commands: [
    ...LOGIN_COMMANDS,
    ...REVIEW_COMMANDS,
    ...DOCUMENT_REQUEST_COMMANDS,
    ...STATEMENT_COMMANDS,
    ...BANK_LINK_COMMANDS,
    ...LOAN_COMMANDS,
    ...LEDGER_COMMANDS,
    ...DELINQUENCY_COMMANDS,
    ...POSTING_COMMANDS,
    ...APPROVAL_COMMANDS,
    ...EXPORT_COMMANDS,
    ...ACCOUNT_COMMANDS,
    ...MONEY_COMMANDS,
    ...RETURN_COMMANDS,
    ...ENTRY_COMMANDS,
    ...COUPON_COMMANDS,
    ...MESSAGE_COMMANDS,
    ...WORK_ITEM_COMMANDS,
    ...NOTICE_COMMANDS,
    ...DECISION_COMMANDS,
    ...VERSION_COMMANDS,
    ...PORTFOLIO_COMMANDS,
    ...AUDIT_COMMANDS,
    ...CLOCK_COMMANDS,
    ...HOLIDAY_COMMANDS,
    ...BANK_DIRECTORY_COMMANDS,
    ...RETENTION_COMMANDS,
    ...PERSON_COMMANDS,
  ],
  examples: COMMAND_EXAMPLES,
  unknownCommand:
    'There is no such command. More of them, for the server’s own machine: npm run ops -- administrator --help, npm run ops -- keys --help',
}

/** Runs one command line against the server of the settings and returns its exit code. */
export async function runCommandLine(argv: readonly string[], terminal: Terminal): Promise<number> {
  const { employeeFolder, ...server } = readTerminalSettings(terminal.env, terminal.workDir)
  const client = createOpsClient(server, employeeFiles(employeeFolder), (line) => terminal.error(line))
  return await runProgram(CLIENT_PROGRAM, argv, client, terminal)
}
