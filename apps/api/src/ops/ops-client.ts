import { randomUUID } from 'node:crypto'
import type { Call, CallInputOf, CallReply } from '@dolphin/contract/call'
import { employeeSignInCall } from '@dolphin/contract/calls/operations/employee-sign-in'
import type { Envelope, FailureData } from '@dolphin/contract/envelope'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import type { EmployeeFiles, SessionFile } from './employee-file.ts'

/** The server said no, or cannot be asked; the message is for the terminal. */
export class OpsFailure extends Error {
  override readonly name = 'OpsFailure'
}

export interface OpsClient {
  /** Makes a call as the employee of this terminal. Throws OpsFailure with what to do. */
  ask<C extends Call>(call: C, input: CallInputOf<C>): Promise<CallReply<C>>
  /** The bytes that a download answers. */
  download<C extends Call>(call: C, input: CallInputOf<C>): Promise<Uint8Array>
}

export interface OpsServer {
  /** Scheme, host and port: "http://localhost:8080". */
  readonly url: string
  readonly gatewayPrefix: string
}

const TIME_LIMIT_MS = 60_000
/** What a session that has ended answers; signing in again mends it. */
const ENDED: readonly number[] = [
  RESPONSE_CODES.tokenOutdated.code,
  RESPONSE_CODES.credentialInvalid.code,
  RESPONSE_CODES.noIdentity.code,
]

/** Speaks HTTP to the operations calls; never to the database. */
export function createOpsClient(server: OpsServer, files: EmployeeFiles): OpsClient {
  return {
    async ask(call, input) {
      const kept = files.readSession()
      const session = kept?.server === server.url ? kept : await signIn(server, files)
      // One key for both tries: had the first taken effect, the second would get its answer.
      const key = randomUUID()
      const first = await send(server, call, input, session, key)
      const ended = first.code !== 1 && ENDED.includes(first.code)
      const answer = ended ? await send(server, call, input, await signIn(server, files), key) : first
      return dataOf(call, answer)
    },
    async download(call, input) {
      const session = files.readSession() ?? (await signIn(server, files))
      const answer = await fetch(new URL(server.gatewayPrefix + pathOf(call, input), server.url), {
        headers: { 'access-token': session.accessToken, 'user-credential': session.userCredential },
        signal: AbortSignal.timeout(TIME_LIMIT_MS),
      })
      if (!answer.ok) throw new OpsFailure(`The file could not be fetched (${call.name}, ${answer.status}).`)
      return new Uint8Array(await answer.arrayBuffer())
    },
  }
}

async function signIn(server: OpsServer, files: EmployeeFiles): Promise<SessionFile> {
  const employee = files.readEmployee()
  if (employee === undefined) {
    throw new OpsFailure(
      'This terminal has no employee yet. Make one first: npm run ops -- employee create --name "Your Name"',
    )
  }
  const input = { body: { credential: employee.credential } }
  const answer = await send(server, employeeSignInCall, input, undefined, randomUUID())
  if (answer.code === RESPONSE_CODES.credentialInvalid.code) {
    throw new OpsFailure(
      'The server does not know this credential (its operations secret is another one). Make a new one with: employee create',
    )
  }
  const { accessToken, userCredential } = dataOf(employeeSignInCall, answer)
  const session = { server: server.url, accessToken, userCredential }
  files.writeSession(session)
  return session
}

function dataOf<C extends Call>(call: C, answer: Envelope<CallReply<C>>): CallReply<C> {
  if (answer.code === 1) return answer.data as CallReply<C>
  const { message, errors = [], requestId } = answer.data as FailureData
  const lines = errors.map((error) => `\n  ${error.elementKey}: ${error.message}`).join('')
  throw new OpsFailure(`${message}${lines}\n(${call.name}, code ${answer.code}, request ${requestId})`)
}

async function send<C extends Call>(
  { url, gatewayPrefix }: OpsServer,
  call: C,
  input: CallInputOf<C>,
  session: Pick<SessionFile, 'accessToken' | 'userCredential'> | undefined,
  key: string,
): Promise<Envelope<CallReply<C>>> {
  const { body } = input as { readonly body?: unknown }
  const address = new URL(gatewayPrefix + pathOf(call, input), url)
  const headers = {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(call.idempotent ? { 'idempotency-key': key } : {}),
    ...(session === undefined
      ? {}
      : { 'access-token': session.accessToken, 'user-credential': session.userCredential }),
  }
  try {
    const answer = await fetch(address, {
      method: call.method,
      headers,
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as Envelope<CallReply<C>>
  } catch {
    throw new OpsFailure(`No server answers at ${url}. Start it with npm start, or set OPS_URL.`)
  }
}

function pathOf<C extends Call>(call: C, input: CallInputOf<C>): string {
  const { params = {}, query = {} } = input as {
    readonly params?: Readonly<Record<string, string>>
    readonly query?: Readonly<Record<string, string | number | undefined>>
  }
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) asked.set(name, String(value))
  return asked.size === 0 ? path : `${path}?${asked}`
}
