import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type VendorShapes, violations } from './openapi-shape.ts'

/** How the server may spoil an answer. */
export const FAULTS = [
  'slow',
  'rateLimited',
  'serverError',
  'malformed',
  'truncated',
  'wrongTypes',
  'hangUp',
] as const
export type Fault = (typeof FAULTS)[number]

export type VendorRequest = {
  readonly operation: string
  /** What stands for {…} in the path, in order. */
  readonly names: readonly string[]
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: unknown
}
export type VendorReply = { readonly status: number; readonly body: unknown }

/** Longer than any client in the tests waits. */
const SLOW_MS = 600
/** At most two reads in a row fail, so a client that tries three times succeeds. */
const MOST_FAULTS_IN_A_ROW = 2

export type VendorServerOptions = {
  readonly shapes: VendorShapes
  readonly answer: (request: VendorRequest) => VendorReply
  /** Operations that change nothing; only these are spoiled without being asked to. */
  readonly isRead: (operation: string) => boolean
  readonly mediaType?: string
}

/**
 * A vendor on this machine. Unkind by default: every other read fails in some way before it succeeds. What it is
 * asked and what it answers is held against the vendor's published document; `complaints` says where it differs.
 */
export class VendorServer {
  readonly complaints: string[] = []
  /** Operations asked for, spoiled ones included. */
  readonly asked: string[] = []
  /** What came with them. */
  readonly bodies: unknown[] = []
  isKind = false
  /** Everything fails while this is set. */
  isDown = false
  /** Changes an answer within what the vendor publishes, such as to one without an optional member. */
  vary: (operation: string, body: unknown) => unknown = (_, body) => body
  readonly #options: VendorServerOptions
  readonly #planned: Fault[] = []
  readonly #server = createServer((request, response) => void this.#take(request, response))
  #turn = 0
  #inARow = 0

  constructor(options: VendorServerOptions) {
    this.#options = options
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve())
    })
  }

  /** The next requests are spoiled like this, whatever they ask. */
  spoil(...faults: readonly Fault[]): void {
    this.#planned.push(...faults)
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const url = new URL(request.url ?? '/', 'http://vendor')
    const found = this.#operationOf(request.method ?? 'GET', url.pathname)
    if (found === undefined) {
      this.complaints.push(`${request.method} ${url.pathname} is no operation`)
      return send(response, { status: 404, body: {} })
    }
    const text = Buffer.concat(chunks).toString('utf8')
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    this.asked.push(found.operation)
    this.bodies.push(body)
    const fault = this.#nextFault(found.operation)
    if (fault !== undefined && fault !== 'wrongTypes') return spoil(response, fault)
    this.#check(found.operation, 'request', body)
    const reply = this.#options.answer({ ...found, query: url.searchParams, headers: request.headers, body })
    const answer = reply.status < 300 ? this.vary(found.operation, reply.body) : reply.body
    if (reply.status < 300) this.#check(found.operation, 'response', answer)
    const spoiled = { ...reply, body: fault === 'wrongTypes' ? otherTypes(answer) : answer }
    send(response, spoiled, this.#options.mediaType)
  }

  #operationOf(method: string, path: string) {
    for (const operation of Object.keys(this.#options.shapes)) {
      const [wanted = '', template = ''] = operation.split(' ')
      if (wanted !== method) continue
      const names = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '([^/]+)')}$`).exec(path)
      if (names !== null) return { operation, names: names.slice(1).map(decodeURIComponent) }
    }
    return undefined
  }

  #nextFault(operation: string): Fault | undefined {
    const planned = this.#planned.shift()
    if (planned !== undefined) return planned
    if (this.isDown) return 'serverError'
    if (this.isKind || !this.#options.isRead(operation)) return undefined
    const isSpared = this.#inARow >= MOST_FAULTS_IN_A_ROW || this.#turn % 3 === 2
    this.#inARow = isSpared ? 0 : this.#inARow + 1
    const fault = FAULTS[this.#turn % FAULTS.length]
    this.#turn += 1
    return isSpared ? undefined : fault
  }

  #check(operation: string, side: 'request' | 'response', body: unknown): void {
    const shape = this.#options.shapes[operation]?.[side]
    if (!shape || (body === undefined && side === 'request')) return
    this.complaints.push(...violations(body, shape, `${operation} ${side}`))
  }
}

function send(response: ServerResponse, { status, body }: VendorReply, mediaType = 'application/json'): void {
  response.writeHead(status, { 'content-type': mediaType })
  response.end(status === 204 ? undefined : JSON.stringify(body))
}

function spoil(response: ServerResponse, fault: Exclude<Fault, 'wrongTypes'>): void {
  switch (fault) {
    case 'slow':
      setTimeout(() => send(response, { status: 200, body: {} }), SLOW_MS).unref()
      return
    case 'rateLimited':
      response.writeHead(429, { 'retry-after': '0', 'content-type': 'application/json' })
      response.end('{"error_type":"RATE_LIMIT_EXCEEDED","error_code":"RATE_LIMIT"}')
      return
    case 'serverError':
      return send(response, { status: 503, body: { error: 'Ann Sample 000111222333' } })
    case 'malformed':
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end('<html>{"accounts": [')
      return
    case 'truncated':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '4096' })
      response.write('{"accounts": [')
      response.socket?.end()
      return
    case 'hangUp':
      response.socket?.destroy()
  }
}

/** Texts where numbers belong, and the other way round. */
function otherTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(otherTypes)
  if (typeof value === 'number') return 'NaN'
  if (typeof value === 'string') return 7
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, otherTypes(one)]))
}
