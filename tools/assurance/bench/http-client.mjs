import { setTimeout as wait } from 'node:timers/promises'
import { Agent } from 'undici'

/** Browsers keep a few connections each; all of the applicants together never need more than this. */
const CONNECTIONS = 256
const ANSWER_LIMIT_MS = 30_000
const OVERLOADED = 503
const COME_AGAIN_MS = 1_000

/** Speaks HTTP to the product on this machine over connections that stay open, as browsers do. */
export class HttpClient {
  #agent = new Agent({
    connections: CONNECTIONS,
    headersTimeout: ANSWER_LIMIT_MS,
    bodyTimeout: ANSWER_LIMIT_MS,
  })
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

  async #sendOnce(method, path, headers, body) {
    const isForm = body instanceof URLSearchParams
    const contentType = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
    const answer = await this.#agent.request({
      origin: `http://127.0.0.1:${this.#port}`,
      method,
      path,
      headers: {
        host: `localhost:${this.#port}`,
        ...(body === undefined ? {} : { 'content-type': contentType }),
        ...headers,
      },
      body: body === undefined ? undefined : isForm ? body.toString() : JSON.stringify(body),
    })
    const bytes = await answer.body.bytes()
    return {
      status: answer.statusCode,
      headers: answer.headers,
      cookies: [answer.headers['set-cookie'] ?? []].flat().map((line) => line.split(';', 1)[0]),
      // Built and parsed only on use: the load shares its machine with what it measures.
      get text() {
        return Buffer.from(bytes).toString()
      },
      get body() {
        return parse(this.text)
      },
    }
  }

  /** Cuts what is still under way. */
  close() {
    void this.#agent.destroy()
  }
}

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
