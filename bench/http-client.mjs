import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/** Browsers keep a few connections each; all of the applicants together never need more than this. */
const CONNECTIONS = 256
const ANSWER_LIMIT_MS = 30_000
const OVERLOADED = 503
const COME_AGAIN_MS = 1_000

/** Speaks HTTP to the product on this machine over connections that stay open, as browsers do. */
export class HttpClient {
  #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, scheduling: 'fifo' })
  #port
  /** How many times a 503 is retried, each a second later; 0 returns the 503. */
  patience = 0

  constructor(port) {
    this.#port = port
  }

  /**
   * Resolves with status, headers, cookies, text and the parsed body; rejects when the connection breaks or nothing
   * comes. A body is sent as JSON, a form as browsers send one.
   */
  async send(method, path, headers = {}, body) {
    for (let tries = 0; ; tries += 1) {
      const answer = await this.#sendOnce(method, path, headers, body)
      if (answer.status !== OVERLOADED || tries >= this.patience) return answer
      await wait(COME_AGAIN_MS)
    }
  }

  #sendOnce(method, path, headers, body) {
    const isForm = body instanceof URLSearchParams
    const payload = body === undefined ? undefined : isForm ? body.toString() : JSON.stringify(body)
    const contentType = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
    return new Promise((done, failed) => {
      const sent = request(
        {
          agent: this.#agent,
          host: '127.0.0.1',
          port: this.#port,
          method,
          path,
          timeout: ANSWER_LIMIT_MS,
          headers: {
            host: `localhost:${this.#port}`,
            ...(payload === undefined
              ? {}
              : { 'content-type': contentType, 'content-length': Buffer.byteLength(payload) }),
            ...headers,
          },
        },
        (answer) => {
          const chunks = []
          answer.on('data', (chunk) => chunks.push(chunk))
          answer.once('error', failed)
          answer.once('end', () => {
            const cookies = (answer.headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0])
            done({
              status: answer.statusCode,
              headers: answer.headers,
              cookies,
              // Built and parsed only on use: the load shares its machine with what it measures.
              get text() {
                return Buffer.concat(chunks).toString()
              },
              get body() {
                return parse(this.text)
              },
            })
          })
        },
      )
      sent.once('timeout', () => sent.destroy(new Error(`no answer within ${ANSWER_LIMIT_MS / 1000} s`)))
      sent.once('error', failed)
      sent.end(payload)
    })
  }

  close() {
    this.#agent.destroy()
  }
}

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
