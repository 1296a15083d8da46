import { enrollFirstAdministratorCall } from '@dolphin/contract/employees'
import {
  type Command,
  type CommandInput,
  type CommandResult,
  textOption,
  UsageError,
} from '@dolphin/ops-cli/command'
import { serverTime } from '@dolphin/ops-cli/desk-http'
import { employeeFiles } from '@dolphin/ops-cli/employee-file'
import { createOpsClient } from '@dolphin/ops-cli/ops-client'
import { OpsFailure } from '@dolphin/ops-cli/ops-failure'
import { readTerminalSettings } from '@dolphin/ops-cli/settings'
import { ConfigError } from '../config/config.ts'
import { issueOperationsTicket } from '../modules/staff/operations-ticket.ts'
import { openOperationsSecret } from '../security/keys.ts'
import { readServerConfig } from '../security/server-config.ts'
import type { ServerMachine } from './server-machine.ts'

/**
 * Invites one of the first two administrators at a running server. It takes the operations secret, which is on the
 * server's own machine; a ticket for this name and address alone travels, and for ten minutes of the server's clock.
 */
async function inviteAdministrator(machine: ServerMachine, input: CommandInput): Promise<CommandResult> {
  const name = textOption(input, 'name')
  const email = textOption(input, 'email')
  if (name === undefined || email === undefined)
    throw new UsageError('Say who: --name "Your Name" --email you@lender.example')
  const secret = secretOf(machine)
  const { employeeFolder, ...server } = readTerminalSettings(machine.env, machine.workDir)
  const client = createOpsClient(server, employeeFiles(employeeFolder))
  const ticket = issueOperationsTicket(secret, { name, email }, await serverTime(server))
  const invited = await client.askOpenly(enrollFirstAdministratorCall, { body: { name, email, ticket } })
  const { link, code, expiresAt } = invited
  const open =
    link === null
      ? 'An administrator confirms the invitation at the desk and passes the link on.'
      : `Open ${link}`
  const text = `${name} is invited as employee:${invited.employeeId} until ${expiresAt}.\n${open}\nCode: ${code}`
  return { data: invited, text }
}

function secretOf({ env, workDir }: ServerMachine): Uint8Array {
  try {
    const secret = openOperationsSecret(readServerConfig(env, workDir))
    if (secret !== undefined) return secret
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new OpsFailure(error.message)
  }
  throw new OpsFailure('In production set OPERATIONS_SECRET to the secret that the server has.')
}

/** The command for the time before there is anyone at the desk. */
export const ADMINISTRATOR_COMMANDS: readonly Command<ServerMachine>[] = [
  {
    name: 'administrator invite',
    usage: '--name "Your Name" --email ADDRESS',
    help: 'invite one of the first two administrators; on the server’s machine, with its operations secret',
    options: { name: { type: 'string' }, email: { type: 'string' } },
    run: inviteAdministrator,
  },
]
