import { Agent, request } from 'node:http'
import type { InjectOptions } from 'fastify'
import type { HttpClient, HttpResponse } from '@dolphin/api/testing/test-client'

const ANSWER_LIMIT_MS = 20_000

/** The way to a server in another process: real requests over connections that stay open. */
export function openHttpClient(port: number): HttpClient & { close(): void } {
  const agent = new Agent({ keepAlive: true })
  return {
    inject: (options) => send(agent, port, options),
    close: () => agent.destroy(),
  }
}

function send(agent: Agent, port: number, options: InjectOptions): Promise<HttpResponse> {
  const { method = 'GET', url = '/', query, headers = {}, payload } = options
  const text = typeof url === 'string' ? url : (url.pathname ?? '/')
  const search = new URLSearchParams(query as Record<string, string> | undefined).toString()
  const address = new URL(text, 'http://localhost')
  const path = `${address.pathname}${search === '' ? address.search : `?${search}`}`
  const body = payload === undefined ? undefined : Buffer.from(payload as string | Uint8Array)
  return new Promise((done, fail) => {
    const sent = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        method,
        path,
        timeout: ANSWER_LIMIT_MS,
        headers: {
          ...(headers as Record<string, string>),
          ...(body === undefined ? {} : { 'content-length': body.length }),
        },
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.once('error', fail)
        answer.once('end', () =>
          done(answerOf(answer.statusCode ?? 0, answer.headers, Buffer.concat(chunks))),
        )
      },
    )
    sent.once('timeout', () => sent.destroy(new Error('the server does not answer')))
    sent.once('error', fail)
    sent.end(body)
  })
}

function answerOf(
  statusCode: number,
  headers: NodeJS.Dict<string | string[]>,
  rawPayload: Buffer,
): HttpResponse {
  const set = headers['set-cookie'] ?? []
  const cookies = (Array.isArray(set) ? set : [set]).map((line) => {
    const [pair = ''] = line.split(';', 1)
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1) }
  })
  const body = rawPayload.toString()
  // What a reader says it is, as with any answer.
  const json = (): never => JSON.parse(body) as never
  return { statusCode, headers, cookies, body, rawPayload, json }
}
