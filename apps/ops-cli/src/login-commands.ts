import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { readStaffSessionCall, staffSignOutCall } from '@dolphin/contract/staff'
import { beginTerminalCall, claimTerminalCall } from '@dolphin/contract/staff-terminals'
import { type Command, type CommandInput, type CommandResult, textOption } from './command.ts'
import { demonstrate } from './demonstration.ts'
import type { EmployeeFile } from './employee-file.ts'
import type { OpsClient } from './ops-client.ts'

const SECOND_MS = 1_000

type WriteLine = (line: string) => void

/** Signs in at this terminal: it shows a code that its employee enters at the desk, and waits for that. */
async function login(client: OpsClient, input: CommandInput, writeLine: WriteLine): Promise<CommandResult> {
  const name = textOption(input, 'demo')
  const who = name === undefined ? await letIn(client, writeLine) : await demonstrate(client.server, name)
  client.files.writeEmployee(who)
  const { employeeId, expiresAt } = who
  const text = `${who.name} acts here as employee:${employeeId} until ${expiresAt}; the credential is in ${client.files.path}.`
  return { data: { employeeId, name: who.name, expiresAt, file: client.files.path }, text }
}

async function letIn(client: OpsClient, writeLine: WriteLine): Promise<EmployeeFile> {
  const label = hostname() || 'terminal'
  const asked = await client.askOpenly(beginTerminalCall, { body: { label } })
  writeLine(
    `Open ${asked.link}, sign in, enter the code ${asked.code} and touch your passkey. It counts until ${asked.expiresAt}.`,
  )
  for (;;) {
    const claimed = await client.askOpenly(claimTerminalCall, { body: { deviceCode: asked.deviceCode } })
    if (!claimed.waiting) {
      const { employeeId, name, credential, expiresAt } = claimed
      return { server: client.server.url, employeeId, name, credential, expiresAt, source: 'desk' }
    }
    await wait(asked.pollSeconds * SECOND_MS)
  }
}

async function logout(client: OpsClient): Promise<CommandResult> {
  await client.ask(staffSignOutCall, { body: {} })
  client.files.removeEmployee()
  return {
    data: { signedOut: true },
    text: 'This terminal is signed out; its credential opens nothing any more.',
  }
}

async function whoAmI(client: OpsClient): Promise<CommandResult> {
  const session = await client.ask(readStaffSessionCall, {})
  const { name, employeeId, expiresAt, roles } = session
  const where = (portfolioId: number | null) =>
    portfolioId === null ? 'all portfolios' : `portfolio ${portfolioId}`
  const lines = roles.map(({ role, portfolioId }) => `  ${role}, ${where(portfolioId)}`)
  return { data: session, text: [`${name} (employee:${employeeId}) until ${expiresAt}`, ...lines].join('\n') }
}

/** Commands by which an employee comes to a terminal and leaves it. */
export const LOGIN_COMMANDS: readonly Command[] = [
  {
    name: 'login',
    usage: '[--demo NAME]',
    help: 'sign in here for 12 hours, by a code and a touch of your passkey at the desk; --demo: as one of a demonstration',
    options: { demo: { type: 'string' } },
    run: login,
  },
  { name: 'logout', usage: '', help: 'sign out here; the credential ends at once', run: logout },
  { name: 'whoami', usage: '', help: 'who is signed in here, with which roles', run: whoAmI },
]
