import { enrollFirstAdministratorCall, inviteEmployeeCall } from '@dolphin/contract/employees'
import { CALLS } from '@dolphin/contract/registry'
import {
  beginEnrollmentCall,
  beginStaffSignInCall,
  completeEnrollmentCall,
  staffSignInCall,
} from '@dolphin/contract/staff'
import type { StaffRole } from '@dolphin/domain/staff/codes'
import { DAY_MS } from '@dolphin/domain/time/durations'
import { decidesMoney } from '@dolphin/domain/staff/permissions'
import { issueOperationsTicket } from '../modules/staff/operations-ticket.ts'
import { openOperationsSecret } from '../security/keys.ts'
import type { TestApi } from './api-fixture.ts'
import { confirmAt, type Confirmer } from './confirmations.ts'
import { SoftwareAuthenticator } from './software-authenticator.ts'
import type { TestClient } from './test-client.ts'

/** An employee at the desk with a passkey of their own. */
export interface DeskEmployee {
  readonly employeeId: string
  readonly client: TestClient
  readonly passkey: SoftwareAuthenticator
}

const emailOf = (name: string): string => `${name.toLowerCase().replaceAll(' ', '.')}@lender.example`

/** A role everywhere; one that decides money up to more than any loan. */
export const aRole = (role: StaffRole, portfolioId: number | null = null) => ({
  role,
  portfolioId,
  amountLimit: decidesMoney(role) ? '5000.00' : null,
  from: '2026-03-01',
  until: null,
})

/** Both halves of an invitation. */
export interface Halves {
  readonly link: string
  readonly code: string
}

/** The token of an invitation's link. */
export const linkToken = (link: string): string => link.split('#')[1] ?? ''

/** Asks for one of the first administrators with the operations secret of the server. */
export async function askFirstAdministrator(api: TestApi, name: string) {
  const secret = openOperationsSecret(api.deps.config) ?? new Uint8Array()
  const email = emailOf(name)
  const ticket = issueOperationsTicket(secret, { name, email }, api.clock.now())
  return await api.client().atDesk().call(enrollFirstAdministratorCall, { body: { name, email, ticket } })
}

/** Enrolls the holder of both halves with a passkey and signs in at the desk, in a browser of their own or in this one. */
export async function enrollAtDesk(
  api: TestApi,
  { link, code }: Halves,
  client = api.client().atDesk(),
  passkey = new SoftwareAuthenticator(),
): Promise<DeskEmployee> {
  const halves = { link: linkToken(link), code }
  const { challengeId, options, employeeId } = await client.ask(beginEnrollmentCall, { body: halves })
  const factor = { kind: 'passkey', name: 'Desk key', response: passkey.register(options) } as const
  await client.ask(completeEnrollmentCall, { body: { ...halves, challengeId, factor } })
  const employee = { employeeId, client, passkey }
  await signInAtDesk(employee)
  return employee
}

/** Signs in with the employee's passkey. */
export async function signInAtDesk({ client, passkey }: Pick<DeskEmployee, 'client' | 'passkey'>) {
  const { challengeId, options } = await client.ask(beginStaffSignInCall, { body: {} })
  return await client.ask(staffSignInCall, { body: { challengeId, response: passkey.assert(options) } })
}

/** The first two administrators of a server, each with a passkey at the desk. */
export async function firstAdministrators(api: TestApi): Promise<readonly [DeskEmployee, DeskEmployee]> {
  const enroll = async (name: string) => {
    const { data } = await askFirstAdministrator(api, name)
    const { link, code } = data as { readonly link: string; readonly code: string }
    return await enrollAtDesk(api, { link, code })
  }
  return [await enroll('Ada First'), await enroll('Grace Second')]
}

/** Who is at the desk with a passkey of their own. */
export const confirmerOf = ({ client, passkey }: Pick<DeskEmployee, 'client' | 'passkey'>): Confirmer => ({
  client,
  touch: (options) => passkey.assert(options),
})

/** Both halves of an invitation that one administrator enters and another confirms. */
export async function invite(
  [first, second]: readonly [DeskEmployee, DeskEmployee],
  name: string,
  roles: readonly ReturnType<typeof aRole>[],
): Promise<Halves> {
  const body = { kind: 'new' as const, name, email: emailOf(name), roles: [...roles] }
  const { approval, code } = await first.client.ask(inviteEmployeeCall, { body })
  const { invitation } = await confirmAt(confirmerOf(second), approval.approvalNo)
  return { link: invitation?.link ?? '', code }
}

/** Invites an employee by one administrator, confirms by another, and enrolls at the desk. */
export async function invitedEmployee(
  api: TestApi,
  [first, second]: readonly [DeskEmployee, DeskEmployee],
  name: string,
  roles: readonly ReturnType<typeof aRole>[],
): Promise<DeskEmployee> {
  return await enrollAtDesk(api, await invite([first, second], name, roles))
}

/** A proof made now by this passkey, or by the employee's own. */
export async function proofAtDesk(
  { client, passkey }: Pick<DeskEmployee, 'client' | 'passkey'>,
  by: SoftwareAuthenticator = passkey,
) {
  const { challengeId, options } = await client.ask(CALLS.askStaffProof, { body: {} })
  return { kind: 'passkey', challengeId, response: by.assert(options) } as const
}

/** Adds another authenticator's passkey at the desk. */
export async function addKeyAtDesk(
  employee: DeskEmployee,
  key = new SoftwareAuthenticator(),
): Promise<SoftwareAuthenticator> {
  const { client } = employee
  const proof = await proofAtDesk(employee)
  const { challengeId, options } = await client.ask(CALLS.beginPasskey, { body: { proof } })
  const body = { challengeId, name: 'Spare key', response: key.register(options) }
  await client.ask(CALLS.addPasskey, { body })
  return key
}

/** A day later, each with a second passkey and signed in again: from then on they confirm. */
export async function aDayLater(api: TestApi, ...employees: readonly DeskEmployee[]): Promise<void> {
  for (const employee of employees) await addKeyAtDesk(employee)
  api.clock.advance(DAY_MS)
  for (const employee of employees) await signInAtDesk(employee)
}

/** What a terminal shows is touched for at the desk: where, who and which rights. */
export async function touchedCode({ client, passkey }: DeskEmployee, code: string) {
  const { challengeId, options } = await client.ask(CALLS.beginLettingIn, { body: { code } })
  return { code, challengeId, response: passkey.assert(options) }
}

/** Lets the terminal in that shows this code. */
export const letIn = async (employee: DeskEmployee, code: string) =>
  await employee.client.ask(CALLS.letTerminalIn, { body: await touchedCode(employee, code) })

/** A terminal that its employee has let in, and that has taken up its access. */
export async function terminalOf(api: TestApi, employee: DeskEmployee): Promise<TestClient> {
  const terminal = api.client().atDesk()
  const { deviceCode, code } = await terminal.ask(CALLS.beginTerminal, { body: { label: 'laptop' } })
  await letIn(employee, code)
  const claimed = await terminal.ask(CALLS.claimTerminal, { body: { deviceCode } })
  terminal.session = { accessToken: claimed.waiting ? '' : claimed.credential, userCredential: '' }
  return terminal
}

/** The employee as one who enrolled a day earlier, with a second passkey: they confirm from now on. */
export async function ofYesterday(api: TestApi, employee: DeskEmployee): Promise<DeskEmployee> {
  await addKeyAtDesk(employee)
  await api.database.executeSql(
    "update employee_factors set made_at = made_at - interval '1 day' where employee_id = $1",
    [employee.employeeId],
  )
  await signInAtDesk(employee)
  return employee
}
