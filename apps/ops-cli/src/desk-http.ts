import { request as requestPlain, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as requestSecure } from 'node:https'
import { text } from 'node:stream/consumers'
import { OpsFailure } from './ops-failure.ts'

/** A server and the host of its desk. */
export interface OpsServer {
  /** Scheme, host and port: "http://localhost:8080". */
  readonly url: string
  /** Named to a server of this machine, whose desk has a host name that the system may not know. */
  readonly deskHost: string
  readonly gatewayPrefix: string
  /** Why customers' files are read. */
  readonly reason: string | undefined
}

export interface DeskRequest {
  readonly method: string
  /** From the root, with its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | FormData | undefined
  readonly timeLimitMs: number
}

/** An answer whose body is read by the caller. */
export interface DeskAnswer {
  readonly status: number
  readonly body: IncomingMessage
}

const TIME_LIMIT_MS = 60_000

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|.*\.localhost)$/

/** Where a request goes: a server of this machine is reached by its address and asked by the name of its desk. */
function target({ url, deskHost }: OpsServer): { readonly address: URL; readonly host: string } {
  const address = new URL(url)
  if (!LOOPBACK.test(address.hostname)) return { address, host: address.host }
  const port = address.port === '' ? '' : `:${address.port}`
  if (address.hostname.endsWith('.localhost')) address.hostname = 'localhost'
  return { address, host: `${deskHost}${port}` }
}

/** Where a browser opens the desk of a server. */
export function deskOrigin(server: OpsServer): string {
  const { address, host } = target(server)
  return `${address.protocol}//${host}`
}

/** Sends a request to the desk of a server. Throws OpsFailure where none answers. */
export async function askDesk(server: OpsServer, asked: DeskRequest): Promise<DeskAnswer> {
  const { address, host } = target(server)
  const packed = asked.body instanceof FormData ? new Response(asked.body) : undefined
  const payload = packed === undefined ? asked.body : Buffer.from(await packed.arrayBuffer())
  const type = packed?.headers.get('content-type')
  const headers = { ...asked.headers, ...(type ? { 'content-type': type } : {}), host }
  const options = { method: asked.method, headers, signal: AbortSignal.timeout(asked.timeLimitMs) }
  try {
    const body = await send(new URL(asked.path, address), options, payload)
    return { status: body.statusCode ?? 0, body }
  } catch {
    throw new OpsFailure(`No server answers at ${server.url}. Start it with npm start, or set OPS_URL.`)
  }
}

function send(
  url: URL,
  options: RequestOptions,
  payload: string | Buffer | FormData | undefined,
): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestSecure : requestPlain
  return new Promise((resolve, reject) => {
    const sent = request(url, options, resolve)
    sent.on('error', reject)
    sent.end(payload)
  })
}

/** The server's own time, as its answers say it, to the second. Throws OpsFailure where an answer says none. */
export async function serverTime(server: OpsServer): Promise<Date> {
  const { body } = await askDesk(server, {
    method: 'GET',
    path: '/healthz',
    headers: {},
    timeLimitMs: TIME_LIMIT_MS,
  })
  body.resume()
  const time = new Date(body.headers.date ?? Number.NaN)
  if (Number.isNaN(time.getTime()))
    throw new OpsFailure(`What answers at ${server.url} does not say its time.`)
  return time
}

/** The JSON of an answer. */
export const jsonOf = async ({ body }: DeskAnswer): Promise<unknown> => JSON.parse(await text(body))
