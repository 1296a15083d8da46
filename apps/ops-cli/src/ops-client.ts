import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Call, CallInputOf, CallReply } from '@dolphin/contract/call'
import { employeeSignInCall } from '@dolphin/contract/staff'
import type { Envelope, FailureData } from '@dolphin/contract/envelope'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import type { EmployeeFiles, SessionFile } from './employee-file.ts'
import { OpsFailure } from './ops-failure.ts'

export interface OpsClient {
  /** Makes a call as the employee of this terminal. Throws OpsFailure with what to do. */
  ask<C extends Call>(call: C, input: CallInputOf<C>): Promise<CallReply<C>>
  /** As `ask`, for a call that takes a file. */
  upload<C extends Call>(
    call: C,
    fields: Readonly<Record<string, string>>,
    file: UploadedFile,
  ): Promise<CallReply<C>>
  /** Writes what a download answers to a file of this machine, as it comes; for its owner alone. */
  save<C extends Call>(call: C, input: CallInputOf<C>, path: string): Promise<void>
  /** The bytes that a download answers. */
  download<C extends Call>(call: C, input: CallInputOf<C>): Promise<Uint8Array>
}

/** A file of this machine. */
export interface UploadedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

export interface OpsServer {
  /** Scheme, host and port: "http://localhost:8080". */
  readonly url: string
  readonly gatewayPrefix: string
}

const TIME_LIMIT_MS = 60_000

/** A portfolio's records are made while they are sent. */
const FILE_TIME_LIMIT_MS = 3_600_000

const UNAUTHORIZED = 401

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
    async upload(call, fields, { name, bytes }) {
      const form = new FormData()
      for (const [field, value] of Object.entries(fields)) form.set(field, value)
      form.set('file', new Blob([Uint8Array.from(bytes)]), name)
      const kept = files.readSession()
      const session = kept?.server === server.url ? kept : await signIn(server, files)
      const key = randomUUID()
      const first = await sendForm(server, call, form, session, key)
      const ended = first.code !== 1 && ENDED.includes(first.code)
      return dataOf(
        call,
        ended ? await sendForm(server, call, form, await signIn(server, files), key) : first,
      )
    },
    async save(call, input, path) {
      const kept = files.readSession()
      const session = kept?.server === server.url ? kept : await signIn(server, files)
      const first = await fetchFile(server, call, input, session)
      const answer =
        first.status === UNAUTHORIZED
          ? await fetchFile(server, call, input, await signIn(server, files))
          : first
      if (!answer.ok || answer.body === null) {
        dataOf(call, (await answer.json()) as Envelope<CallReply<typeof call>>)
        throw new OpsFailure(`The file could not be fetched (${call.name}, ${answer.status}).`)
      }
      await pipeline(Readable.from(answer.body), createWriteStream(path, { mode: 0o600 }))
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

function fetchFile<C extends Call>(
  { url, gatewayPrefix }: OpsServer,
  call: C,
  input: CallInputOf<C>,
  { accessToken, userCredential }: Session,
): Promise<Response> {
  const { body } = input as { readonly body?: unknown }
  const json = body === undefined ? {} : { body: JSON.stringify(body) }
  return fetch(new URL(gatewayPrefix + pathOf(call, input), url), {
    method: call.method,
    headers: {
      'access-token': accessToken,
      'user-credential': userCredential,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    signal: AbortSignal.timeout(FILE_TIME_LIMIT_MS),
    ...json,
  })
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

type Session = Pick<SessionFile, 'accessToken' | 'userCredential'>

const send = <C extends Call>(
  server: OpsServer,
  call: C,
  input: CallInputOf<C>,
  session: Session | undefined,
  key: string,
): Promise<Envelope<CallReply<C>>> => {
  const { body } = input as { readonly body?: unknown }
  const json = body === undefined ? undefined : JSON.stringify(body)
  return request(server, call, { path: pathOf(call, input), body: json, session, key })
}

const sendForm = <C extends Call>(
  server: OpsServer,
  call: C,
  form: FormData,
  session: Session,
  key: string,
): Promise<Envelope<CallReply<C>>> => request(server, call, { path: call.path, body: form, session, key })

async function request<C extends Call>(
  { url, gatewayPrefix }: OpsServer,
  call: C,
  {
    path,
    body,
    session,
    key,
  }: {
    readonly path: string
    readonly body: string | FormData | undefined
    readonly session: Session | undefined
    readonly key: string
  },
): Promise<Envelope<CallReply<C>>> {
  const headers = {
    // A form says itself where its parts end.
    ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
    ...(call.idempotent ? { 'idempotency-key': key } : {}),
    ...(session === undefined
      ? {}
      : { 'access-token': session.accessToken, 'user-credential': session.userCredential }),
  }
  try {
    const answer = await fetch(new URL(gatewayPrefix + path, url), {
      method: call.method,
      headers,
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
      ...(body === undefined ? {} : { body }),
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
