import { Agent, request, type RequestOptions } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { HttpClient, HttpResponse } from '@dolphin/api/testing/test-client'

export type Asked = Parameters<HttpClient['inject']>[0]

const ANSWER_LIMIT_MS = 30_000
const OVERLOADED = 503
const COME_AGAIN_MS = 2_000

/** The way to a server over a real connection that stays open between requests, as browsers keep one. */
export class NodeClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 256 })
  readonly #port: number
  readonly #patience: number

  /** `patience`: how many times a 503 is retried, as a page does; 0 returns the 503. */
  constructor(port: number, patience = 0) {
    this.#port = port
    this.#patience = patience
  }

  async inject(asked: Asked): Promise<HttpResponse> {
    for (let tries = 0; ; tries += 1) {
      const answer = await askOver(request, { agent: this.#agent, port: this.#port }, asked)
      if (answer.statusCode !== OVERLOADED || tries >= this.#patience) return answer
      await wait(COME_AGAIN_MS)
    }
  }

  close(): void {
    this.#agent.destroy()
  }
}

/** Asks a server of this machine over a connection of the agent; `send` is the request of node:http or node:https. */
export function askOver(
  send: typeof request,
  way: Pick<RequestOptions, 'agent' | 'port'>,
  { method = 'GET', url = '/', query, headers = {}, payload }: Asked,
): Promise<HttpResponse> {
  const search = query === undefined ? '' : new URLSearchParams(query as Record<string, string>).toString()
  const asked = new URL(typeof url === 'string' ? url : (url.pathname ?? '/'), 'http://localhost')
  const path = `${asked.pathname}${search === '' ? asked.search : `?${search}`}`
  return new Promise((done, failed) => {
    const sent = send(
      {
        ...way,
        host: '127.0.0.1',
        method,
        path,
        headers: headers as Record<string, string>,
        timeout: ANSWER_LIMIT_MS,
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.once('error', failed)
        answer.once('end', () => {
          const rawPayload = Buffer.concat(chunks)
          const body = rawPayload.toString()
          done({
            statusCode: answer.statusCode ?? 0,
            headers: answer.headers,
            cookies: (answer.headers['set-cookie'] ?? []).map(readCookie),
            body,
            rawPayload,
            json: () => JSON.parse(body),
          })
        })
      },
    )
    sent.once('timeout', () => sent.destroy(new Error(`no answer within ${ANSWER_LIMIT_MS / 1_000} s`)))
    sent.once('error', failed)
    sent.end(payload as string | Buffer | undefined)
  })
}

function readCookie(line: string): { name: string; value: string } {
  const [pair = ''] = line.split(';', 1)
  const at = pair.indexOf('=')
  return { name: pair.slice(0, at), value: pair.slice(at + 1) }
}
