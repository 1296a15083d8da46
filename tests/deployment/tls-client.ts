import { Agent, request } from 'node:https'
import type { HttpClient, HttpResponse } from '@dolphin/api/testing/test-client'
import { type Asked, askOver } from '../nodes/http-client.ts'

/** A browser's way to the balancer over TLS; it trusts the given certificate alone. */
export class TlsClient implements HttpClient {
  readonly #agent: Agent
  readonly #port: number
  /** Bytes of the last answer: a download's are outside the envelope. */
  lastBody: Buffer = Buffer.alloc(0)

  constructor(port: number, certificate: string) {
    this.#port = port
    this.#agent = new Agent({ keepAlive: true, ca: certificate, servername: 'lender.test' })
  }

  async inject(asked: Asked): Promise<HttpResponse> {
    const answer = await askOver(request, { agent: this.#agent, port: this.#port }, asked)
    this.lastBody = answer.rawPayload
    return answer
  }

  close(): void {
    this.#agent.destroy()
  }
}
