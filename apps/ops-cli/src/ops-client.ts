import { HOUR_MS } from '@dolphin/domain/time/durations'
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Call, CallInputOf, CallReply } from '@dolphin/contract/call'
import type { Envelope, FailureData } from '@dolphin/contract/envelope'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { askDesk, type DeskAnswer, jsonOf, type OpsServer } from './desk-http.ts'
import { demonstrate } from './demonstration.ts'
import type { EmployeeFile, EmployeeFiles } from './employee-file.ts'
import { OpsFailure } from './ops-failure.ts'
import { waitForTouch } from './touch-wait.ts'

export interface OpsClient {
  readonly server: OpsServer
  readonly files: EmployeeFiles
  /** Makes a call as the employee of this terminal. Throws OpsFailure with what to do. */
  ask<C extends Call>(call: C, input: CallInputOf<C>): Promise<CallReply<C>>
  /** Makes a call by which an employee comes in: it takes no credential. */
  askOpenly<C extends Call>(call: C, input: CallInputOf<C>): Promise<CallReply<C>>
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

const TIME_LIMIT_MS = 60_000

/** A portfolio's records are made while they are sent. */
const FILE_TIME_LIMIT_MS = HOUR_MS

/** The server says every 45 seconds that an act goes on: a quarter of an hour. */
const MOST_ASKED = 20
const GOES_ON = RESPONSE_CODES.idempotencyInProgress.code

const OK = 200
const UNAUTHORIZED = 401

/** Nothing was done: a passkey is touched for it at the desk first. */
const TOUCH_NEEDED = RESPONSE_CODES.touchNeeded.code

/** What a credential that has ended answers. */
const ENDED: readonly number[] = [RESPONSE_CODES.tokenOutdated.code, RESPONSE_CODES.noIdentity.code]

/** Speaks HTTP to the operations calls; never to the database. */
export function createOpsClient(
  server: OpsServer,
  files: EmployeeFiles,
  tell: (line: string) => void = () => undefined,
): OpsClient {
  const asEmployee = async (call: Call, sent: SentCall): Promise<DeskAnswer> => {
    const employee = employeeOf(server, files)
    const answer = await sendCall(server, call, sent, employee.credential)
    if (answer.status !== UNAUTHORIZED || employee.source !== 'demonstration') return answer
    // The clock of a demonstration passes days at once, and with them its sessions.
    // What is not read keeps the connection, and with it the program, until the server closes it.
    answer.body.resume()
    const again = await demonstrate(server, employee.name)
    files.writeEmployee(again)
    return await sendCall(server, call, sent, again.credential)
  }
  const answerOf = async <C extends Call>(call: C, sent: SentCall) => {
    for (let asked = 1; ; asked += 1) {
      const answer = (await jsonOf(await asEmployee(call, sent))) as Envelope<CallReply<C>>
      if (answer.code !== GOES_ON || asked === MOST_ASKED) return answer
      const { retryAfterSeconds = 1 } = answer.data as FailureData
      await wait(1_000 * retryAfterSeconds)
    }
  }
  const ask = async <C extends Call>(call: C, sent: SentCall) => {
    const answer = await answerOf(call, sent)
    if (answer.code !== TOUCH_NEEDED || typeof sent.body !== 'string') return dataOf(call, answer)
    const request = JSON.parse(sent.body) as Readonly<Record<string, unknown>>
    await waitForTouch(
      { ask: (one, input) => ask(one, sentOf(one, input)) },
      { call: call.name, request },
      tell,
    )
    return dataOf(call, await answerOf(call, sent))
  }
  const download = async <C extends Call>(call: C, input: CallInputOf<C>) => {
    const answer = await asEmployee(call, sentOf(call, input))
    if (answer.status !== OK) {
      dataOf(call, (await jsonOf(answer)) as Envelope<CallReply<C>>)
      throw new OpsFailure(`The file could not be fetched (${call.name}, ${answer.status}).`)
    }
    return answer.body
  }
  return {
    server,
    files,
    ask: (call, input) => ask(call, sentOf(call, input)),
    askOpenly: async (call, input) =>
      dataOf(
        call,
        (await jsonOf(await sendCall(server, call, sentOf(call, input), undefined))) as Envelope<
          CallReply<typeof call>
        >,
      ),
    async upload(call, fields, { name, bytes }) {
      const form = new FormData()
      for (const [field, value] of Object.entries(fields)) form.set(field, value)
      form.set('file', new Blob([Uint8Array.from(bytes)]), name)
      return await ask(call, { path: call.path, body: form, key: keyOf(call) })
    },
    async save(call, input, path) {
      await pipeline(await download(call, input), createWriteStream(path, { mode: 0o600 }))
    },
    download: async (call, input) => await buffer(await download(call, input)),
  }
}

/** Who is signed in here; the message says how to come to one. */
function employeeOf({ url }: OpsServer, files: EmployeeFiles): EmployeeFile {
  const employee = files.readEmployee()
  if (employee?.server === url) return employee
  throw new OpsFailure('No employee is signed in at this terminal. Sign in first: npm run ops -- login')
}

function dataOf<C extends Call>(call: C, answer: Envelope<CallReply<C>>): CallReply<C> {
  if (answer.code === 1) return answer.data as CallReply<C>
  if (ENDED.includes(answer.code))
    throw new OpsFailure(
      'The sign-in of this terminal has ended: it lasts 12 hours, and ends with any sign-out. Sign in again: npm run ops -- login',
    )
  const { message, errors = [], requestId } = answer.data as FailureData
  const lines = errors.map((error) => `\n  ${error.elementKey}: ${error.message}`).join('')
  throw new OpsFailure(`${message}${lines}\n(${call.name}, code ${answer.code}, request ${requestId})`)
}

interface SentCall {
  readonly path: string
  readonly body: string | FormData | undefined
  /** Of the intent: however often it is sent, it is done once. */
  readonly key: string | undefined
}

const keyOf = (call: Call): string | undefined => (call.idempotent ? randomUUID() : undefined)

const sentOf = <C extends Call>(call: C, input: CallInputOf<C>): SentCall => {
  const { body } = input as { readonly body?: unknown }
  const text = body === undefined ? undefined : JSON.stringify(body)
  return { path: pathOf(call, input), body: text, key: keyOf(call) }
}

async function sendCall(
  server: OpsServer,
  call: Call,
  { path, body, key }: SentCall,
  credential: string | undefined,
): Promise<DeskAnswer> {
  return await askDesk(server, {
    method: call.method,
    path: server.gatewayPrefix + path,
    headers: {
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(credential === undefined ? {} : { 'access-token': credential }),
      ...(server.reason === undefined ? {} : { 'staff-reason': server.reason }),
    },
    body,
    timeLimitMs: call.replyType === 'file' ? FILE_TIME_LIMIT_MS : TIME_LIMIT_MS,
  })
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
