import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { HttpClient } from '@dolphin/api/testing/test-client'

type Asked = Parameters<HttpClient['inject']>[0]
type Answered = Awaited<ReturnType<HttpClient['inject']>>

const ANSWER_LIMIT_MS = 30_000
const OVERLOADED = 503
const COME_AGAIN_MS = 2_000

/** What tests' clients read of an answer. */
type Answer = Pick<Answered, 'statusCode' | 'headers' | 'cookies' | 'body' | 'json'>

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

  async inject(asked: Asked): Promise<Answered> {
    for (let tries = 0; ; tries += 1) {
      const answer = await this.#ask(asked)
      if (answer.statusCode !== OVERLOADED || tries >= this.#patience) return answer
      await wait(COME_AGAIN_MS)
    }
  }

  #ask(asked: Asked): Promise<Answered> {
    const { method = 'GET', url = '/', query, headers = {}, payload } = asked
    const search = query === undefined ? '' : new URLSearchParams(query as Record<string, string>).toString()
    const path = `${typeof url === 'string' ? url : (url.pathname ?? '/')}${search === '' ? '' : `?${search}`}`
    return new Promise((done, failed) => {
      const sent = request(
        {
          agent: this.#agent,
          host: '127.0.0.1',
          port: this.#port,
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
            const body = Buffer.concat(chunks).toString()
            const read: Answer = {
              statusCode: answer.statusCode ?? 0,
              headers: answer.headers,
              cookies: (answer.headers['set-cookie'] ?? []).map(readCookie),
              body,
              json: () => JSON.parse(body),
            }
            done(read as Answered)
          })
        },
      )
      sent.once('timeout', () => sent.destroy(new Error(`no answer within ${ANSWER_LIMIT_MS / 1_000} s`)))
      sent.once('error', failed)
      sent.end(payload as string | Buffer | undefined)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

function readCookie(line: string): { name: string; value: string } {
  const [pair = ''] = line.split(';', 1)
  const at = pair.indexOf('=')
  return { name: pair.slice(0, at), value: pair.slice(at + 1) }
}
