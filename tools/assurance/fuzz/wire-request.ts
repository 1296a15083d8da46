import { Agent, request as ask } from 'node:http'
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Call } from '@dolphin/contract/call'
import { isObject, type Json } from '@dolphin/api/testing/odd-input/json'
import type { RequestFields } from './recorded-requests.ts'

/** A request as its bytes go out. */
export interface WireRequest {
  readonly method: string
  /** With its query, as it is written. */
  readonly path: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Uint8Array | undefined
  /** Sent instead of all of the above: what no library would send. */
  readonly raw?: string
}

export interface WireAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

export interface FuzzFile {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
}

const BOUNDARY = 'a-boundary-of-the-fuzz'
const PREFIX = '/fssapi'

/** No answer came, or not in time. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/** Writes the parts of a call down as a browser would. */
export function writeRequest(
  call: Call,
  fields: RequestFields,
  headers: WireRequest['headers'],
  file: FuzzFile | undefined,
): WireRequest {
  const isMultipart = call.requestType === 'multipart'
  const body =
    fields['body'] === undefined
      ? undefined
      : isMultipart
        ? multipartBody(fields['body'], file)
        : Buffer.from(JSON.stringify(fields['body']))
  const type = isMultipart ? `multipart/form-data; boundary=${BOUNDARY}` : 'application/json'
  return {
    method: call.method,
    path: pathOf(call, fields),
    headers: body === undefined ? headers : [...headers, ['content-type', type]],
    body,
  }
}

function pathOf(call: Call, { params, query }: RequestFields): string {
  const value = (name: string) => (isObject(params) ? textOf(params[name]) : '')
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(value(name)))
  const pairs = Object.entries(isObject(query) ? query : {}).flatMap(([name, one]) =>
    (Array.isArray(one) ? one : [one]).map((item) => `${encoded(name)}=${encoded(textOf(item))}`),
  )
  return `${PREFIX}${path}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`
}

/** For an address, in which halves of pairs cannot be written. */
export const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString())

const textOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)

function multipartBody(fields: Json, file: FuzzFile | undefined): Uint8Array {
  const part = (disposition: string, bytes: Uint8Array): Buffer =>
    Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
      bytes,
      Buffer.from('\r\n'),
    ])
  const texts = Object.entries(isObject(fields) ? fields : {}).map(([name, value]) =>
    part(`name="${name}"`, Buffer.from(textOf(value))),
  )
  const files =
    file === undefined
      ? []
      : [part(`name="file"; filename="${file.name}"\r\nContent-Type: ${file.type}`, file.bytes)]
  return Buffer.concat([...texts, ...files, Buffer.from(`--${BOUNDARY}--\r\n`)])
}

/** Sends requests to a server on this machine, each with a deadline. */
export class WireClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4 })
  readonly #port: number
  readonly #deadlineMs: number

  constructor(port: number, deadlineMs: number) {
    this.#port = port
    this.#deadlineMs = deadlineMs
  }

  /** @throws NoAnswer where the connection ends or the deadline passes before the whole answer is there. */
  async send(request: WireRequest): Promise<WireAnswer> {
    return request.raw === undefined ? await this.#sendByLibrary(request) : await this.#sendRaw(request.raw)
  }

  #sendByLibrary({ method, path, headers, body }: WireRequest): Promise<WireAnswer> {
    const known = new Set(headers.map(([name]) => name.toLowerCase()))
    const lines = headers.flatMap(([name, value]) => [name, value])
    if (body !== undefined && !known.has('content-length') && !known.has('transfer-encoding')) {
      lines.push('content-length', String(body.length))
    }
    return new Promise((done, failed) => {
      const sent = ask(
        {
          agent: this.#agent,
          host: '127.0.0.1',
          port: this.#port,
          method,
          path,
          headers: lines as unknown as Record<string, string>,
        },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.once('error', (error) => failed(new NoAnswer(error.message)))
          answer.once('end', () => {
            clearTimeout(deadline)
            done({
              status: answer.statusCode ?? 0,
              headers: answer.headers as Record<string, string>,
              text: unpacked(Buffer.concat(chunks), answer.headers['content-encoding']),
            })
          })
        },
      )
      const deadline = setTimeout(
        () => sent.destroy(new Error(`no answer within ${this.#deadlineMs / 1_000} s`)),
        this.#deadlineMs,
      )
      sent.once('error', (error) => {
        clearTimeout(deadline)
        failed(new NoAnswer(error.message))
      })
      sent.end(body)
    })
  }

  /** Bytes as they are, until the server closes. */
  #sendRaw(bytes: string): Promise<WireAnswer> {
    return new Promise((done, failed) => {
      const socket = connect(this.#port, '127.0.0.1')
      const chunks: Buffer[] = []
      socket.setTimeout(this.#deadlineMs, () => socket.destroy(new Error('no answer in time')))
      socket.on('data', (chunk) => chunks.push(chunk))
      socket.once('error', (error) => failed(new NoAnswer(error.message)))
      socket.once('close', () => {
        const answer = readAnswer(Buffer.concat(chunks).toString())
        if (answer === undefined) failed(new NoAnswer('closed without an answer'))
        else done(answer)
      })
      socket.end(bytes, 'latin1')
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

function unpacked(bytes: Buffer, encoding: string | undefined): string {
  if (encoding === 'br') return brotliDecompressSync(bytes).toString()
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString()
}

function readAnswer(text: string): WireAnswer | undefined {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const status = /^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]
  if (status === undefined) return undefined
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
  return { status: Number(status), headers, text: rest.join('\r\n\r\n') }
}
