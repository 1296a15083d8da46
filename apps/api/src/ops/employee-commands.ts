import { ConfigError, readConfig } from '../config/config.ts'
import { openOperationsSecret } from '../security/keys.ts'
import { wallClock } from '../wall-clock.ts'
import { type CommandInput, type CommandResult, textOption, UsageError } from './command.ts'
import { employeeIdOf, issueEmployeeCredential } from './employee-credential.ts'
import type { EmployeeFiles } from './employee-file.ts'
import { OpsFailure } from './ops-client.ts'

/**
 * Makes this terminal's employee: only whoever can read the operations secret can, on the server's own machine.
 * Needs no server; the credential opens a session at the first command that does.
 */
export function createEmployee(
  files: EmployeeFiles,
  input: CommandInput,
  env: Readonly<Record<string, string | undefined>>,
  workDir: string,
): CommandResult {
  const name = textOption(input, 'name')
  const employeeId = name === undefined ? undefined : employeeIdOf(name)
  if (name === undefined || employeeId === undefined) throw new UsageError('Say who: --name "Your Name"')
  const secret = secretOf(env, workDir)
  files.writeEmployee({
    employeeId,
    name,
    credential: issueEmployeeCredential(secret, employeeId, wallClock.now()),
  })
  const text = `${name} acts as employee:${employeeId}; the credential is in ${files.path} (keep it as a password).`
  return { data: { employeeId, name, file: files.path }, text }
}

function secretOf(env: Readonly<Record<string, string | undefined>>, workDir: string): Uint8Array {
  try {
    const secret = openOperationsSecret(readConfig(env, workDir))
    if (secret !== undefined) return secret
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new OpsFailure(error.message)
  }
  throw new OpsFailure('In production set OPERATIONS_SECRET to the secret that the server has.')
}

/** Who sits at this terminal. */
export function showEmployee(files: EmployeeFiles): CommandResult {
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
