import {
  type Command,
  type CommandInput,
  type CommandResult,
  textOption,
  UsageError,
} from '@dolphin/ops-cli/command'
import { type EmployeeFiles, employeeFiles } from '@dolphin/ops-cli/employee-file'
import { OpsFailure } from '@dolphin/ops-cli/ops-failure'
import { readTerminalSettings } from '@dolphin/ops-cli/settings'
import { ConfigError, readConfig } from '../config/config.ts'
import { employeeIdOf, issueEmployeeCredential } from '../modules/staff/employee-credential.ts'
import { openOperationsSecret } from '../security/keys.ts'
import { wallClock } from '../wall-clock.ts'
import type { ServerMachine } from './server-machine.ts'

const filesOf = ({ env, workDir }: ServerMachine): EmployeeFiles =>
  employeeFiles(readTerminalSettings(env, workDir).employeeFolder)

/**
 * Enrolls this terminal for an employee: it takes the operations secret, which is on the server's own machine. Needs
 * no running server; the credential opens a session at the first command that does.
 */
function createEmployee(machine: ServerMachine, input: CommandInput): CommandResult {
  const name = textOption(input, 'name')
  const employeeId = name === undefined ? undefined : employeeIdOf(name)
  if (name === undefined || employeeId === undefined) throw new UsageError('Say who: --name "Your Name"')
  const secret = secretOf(machine)
  const files = filesOf(machine)
  files.writeEmployee({
    employeeId,
    name,
    credential: issueEmployeeCredential(secret, employeeId, wallClock.now()),
  })
  const text = `${name} acts as employee:${employeeId}; the credential is in ${files.path} (keep it as a password).`
  return { data: { employeeId, name, file: files.path }, text }
}

function secretOf({ env, workDir }: ServerMachine): Uint8Array {
  try {
    const secret = openOperationsSecret(readConfig(env, workDir))
    if (secret !== undefined) return secret
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new OpsFailure(error.message)
  }
  throw new OpsFailure('In production set OPERATIONS_SECRET to the secret that the server has.')
}

function showEmployee(files: EmployeeFiles): CommandResult {
  const employee = files.readEmployee()
  if (employee === undefined)
    throw new OpsFailure(
      'This terminal has no employee yet. Make one with: employee create --name "Your Name"',
    )
  const { employeeId, name } = employee
  return {
    data: { employeeId, name, file: files.path },
    text: `${name} (employee:${employeeId}), ${files.path}`,
  }
}

/** Commands that enroll a terminal; they write the file that the client of the staff calls reads. */
export const EMPLOYEE_COMMANDS: readonly Command<ServerMachine>[] = [
  {
    name: 'employee create',
    usage: '--name "Your Name"',
    help: 'make this terminal an employee; on the server’s machine, with its operations secret',
    options: { name: { type: 'string' } },
    run: (machine, input) => Promise.resolve(createEmployee(machine, input)),
  },
  {
    name: 'employee show',
    usage: '',
    help: 'who sits at this terminal',
    run: (machine) => Promise.resolve(showEmployee(filesOf(machine))),
  },
]
