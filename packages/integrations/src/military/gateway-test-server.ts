import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { selfSignedCertificate } from '../document/self-signed-certificate.ts'

/** How an answer is spoiled: late, too often asked, broken, no JSON, cut off, of another question. */
export type GatewayFault =
  | 'slow'
  | 'rateLimited'
  | 'serverError'
  | 'noJson'
  | 'cutOff'
  | 'otherQuestion'
  | 'otherDay'
  | 'unknownWord'
  | 'noCertificate'
  | 'falsePdf'
  | 'ssnInText'
  | 'redirect'
  | 'refused'

export type GatewayQuestion = {
  readonly requestId: string
  readonly asOf: string
  readonly person: {
    readonly firstName: string
    readonly lastName: string
    readonly birthDate: string
    readonly ssn: string
  }
}

export type Asked = {
  readonly headers: IncomingMessage['headers']
  readonly body: GatewayQuestion
  readonly client: string
}

/** Longer than the client in the tests waits. */
const SLOW_MS = 700

/** A key and the certificate of it for itself, as PEM. */
export function testIdentity(commonName: string): { readonly key: string; readonly certificate: string } {
  const pair: { privateKey: KeyObject; publicKey: KeyObject } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  })
  const der = selfSignedCertificate({
    ...pair,
    commonName,
    organization: 'Example',
    serialNumber: new Uint8Array(16).fill(9),
    notBefore: new Date('2020-01-01T00:00:00Z'),
    notAfter: new Date('2049-01-01T00:00:00Z'),
  })
  const body = der.toString('base64').replace(/(.{64})/g, '$1\n')
  return {
    key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`,
  }
}

/** The lender's gateway on this machine: speaks TLS, knows one client, and fails on request. */
export class GatewayTestServer {
  readonly identity = testIdentity('localhost')
  readonly asked: Asked[] = []
  status = 'notCovered'
  mediaType = 'text/plain'
  #planned: GatewayFault[] = []
  readonly #server: Server

  constructor(clientCertificate: string) {
    const tls = { key: this.identity.key, cert: this.identity.certificate, ca: clientCertificate }
    this.#server = createServer(
      { ...tls, requestCert: true, rejectUnauthorized: true },
      (request, response) => {
        void this.#take(request, response)
      },
    )
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `https://localhost:${(this.#server.address() as AddressInfo).port}/mla/v1`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve())
    })
  }

  /** The next answers are spoiled like this. */
  spoil(...faults: readonly GatewayFault[]): void {
    this.#planned = [...faults]
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = JSON.parse(Buffer.concat(parts).toString('utf8')) as GatewayQuestion
    const client = (request.socket as TLSSocket).getPeerCertificate().subject.CN
    this.asked.push({ headers: request.headers, body, client: String(client) })
    const fault = this.#planned.shift()
    const send = (status: number, data: unknown, headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(data))
    if (fault === 'slow') setTimeout(() => send(200, this.#answer(body, undefined)), SLOW_MS).unref()
    else if (fault === 'rateLimited') send(429, {}, { 'retry-after': '1' })
    else if (fault === 'serverError') send(503, { message: body.person.ssn })
    else if (fault === 'refused') send(403, { error_code: 'NO_AGREEMENT' })
    else if (fault === 'redirect') send(307, {}, { location: 'https://stranger.example.com/' })
    else if (fault === 'noJson') response.writeHead(200).end('<html>maintenance</html>')
    else if (fault === 'cutOff') {
      response.writeHead(200, { 'content-length': '500' }).write('{"requestId":')
      response.destroy()
    } else send(200, this.#answer(body, fault))
  }

  #answer({ requestId, asOf, person }: GatewayQuestion, fault: GatewayFault | undefined) {
    const text = fault === 'ssnInText' ? `about ${person.ssn}` : `As of ${asOf}: ${this.status}`
    const isPdf = this.mediaType === 'application/pdf' && fault !== 'falsePdf'
    const content = Buffer.from(isPdf ? `%PDF-1.7 ${text}` : text).toString('base64')
    const mediaType = fault === 'falsePdf' ? 'application/pdf' : this.mediaType
    return {
      requestId: fault === 'otherQuestion' ? 'f'.repeat(32) : requestId,
      asOf: fault === 'otherDay' ? '2020-01-01' : asOf,
      status: fault === 'unknownWord' ? 'perhaps' : this.status,
      ...(fault === 'noCertificate' ? {} : { certificate: { number: 'MLA-0001', mediaType, content } }),
    }
  }
}
