import { Agent, request } from 'node:https'
import type { HttpClient, HttpResponse } from '@dolphin/api/testing/test-client'

type Asked = Parameters<HttpClient['inject']>[0]

const ANSWER_LIMIT_MS = 30_000

/** A browser's way to the balancer over TLS; it trusts the given certificate alone. */
export class TlsClient implements HttpClient {
  readonly #agent: Agent
  readonly #port: number
  /** Bytes of the last answer: a download's are outside the envelope. */
  lastBody = Buffer.alloc(0)

  constructor(port: number, certificate: string) {
    this.#port = port
    this.#agent = new Agent({ keepAlive: true, ca: certificate, servername: 'lender.test' })
  }

  inject({ method = 'GET', url = '/', query, headers = {}, payload }: Asked): Promise<HttpResponse> {
    const search = query === undefined ? '' : new URLSearchParams(query as Record<string, string>).toString()
    const { pathname, search: own } = new URL(
      typeof url === 'string' ? url : (url.pathname ?? '/'),
      'https://localhost',
    )
    return new Promise((done, failed) => {
      const sent = request(
        {
          agent: this.#agent,
          host: '127.0.0.1',
          port: this.#port,
          method,
          path: `${pathname}${search === '' ? own : `?${search}`}`,
          headers: headers as Record<string, string>,
          timeout: ANSWER_LIMIT_MS,
        },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.once('error', failed)
          answer.once('end', () => {
            this.lastBody = Buffer.concat(chunks)
            const body = this.lastBody.toString()
            const cookies = (answer.headers['set-cookie'] ?? []).map((line) => {
              const [pair = ''] = line.split(';', 1)
              return { name: pair.slice(0, pair.indexOf('=')), value: pair.slice(pair.indexOf('=') + 1) }
            })
            done({
              statusCode: answer.statusCode ?? 0,
              headers: answer.headers,
              cookies,
              body,
              rawPayload: this.lastBody,
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

  close(): void {
    this.#agent.destroy()
  }
}
