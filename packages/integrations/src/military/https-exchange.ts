import { request as requestPlain } from 'node:http'
import { Agent, request as requestSecure } from 'node:https'

/** Who we are to the other side, and whom we take for it. All PEM. */
export type MutualTls = {
  readonly clientCertificate?: string | undefined
  readonly clientKey?: string | undefined
  /** The authority of the server's certificate, where it is none that the system trusts. */
  readonly authority?: string | undefined
}

export type ExchangeSettings = MutualTls & {
  /** Milliseconds for the whole exchange, so that an answer in drops ends it as well. */
  readonly timeoutMs: number
}

/** Sends JSON and answers what came back, in the shape in which the vendors' clients tell it. */
export type PostJson = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: unknown,
) => Promise<{ readonly data: unknown }>

const LARGEST_ANSWER_BYTES = 4 * 1024 * 1024

/**
 * POST over HTTPS with a client certificate; one connection is kept for the next request. Uses plain HTTP where the
 * address says so (a gateway on the same machine); the settings decide which addresses may be configured.
 *
 * Errors: an Error with `response` {status, headers, data} for anything but 2xx, or with the `code` of the socket;
 * ETIMEDOUT for a response that took too long. Redirects are not followed: a redirect would carry the person's data to
 * an address that is not configured.
 */
export function httpsExchange({
  timeoutMs,
  clientCertificate,
  clientKey,
  authority,
}: ExchangeSettings): PostJson {
  const agent = new Agent({
    keepAlive: true,
    minVersion: 'TLSv1.2',
    ...(clientCertificate === undefined ? {} : { cert: clientCertificate }),
    ...(clientKey === undefined ? {} : { key: clientKey }),
    ...(authority === undefined ? {} : { ca: authority }),
  })
  return async (url, headers, body) => {
    const payload = Buffer.from(JSON.stringify(body))
    const options = {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'content-length': payload.length },
      signal: AbortSignal.timeout(timeoutMs),
    }
    const answer = await new Promise<Answer>((resolve, reject) => {
      const sent =
        url.protocol === 'https:' ? requestSecure(url, { ...options, agent }) : requestPlain(url, options)
      sent.on('error', (error) => reject(told(error)))
      sent.on('response', (response) => {
        const parts: Buffer[] = []
        let size = 0
        response.on('data', (part: Buffer) => {
          parts.push(part)
          size += part.length
          if (size > LARGEST_ANSWER_BYTES) sent.destroy(failure('the answer is too large', {}))
        })
        response.on('error', (error) => reject(told(error)))
        response.on('aborted', () => reject(failure('the answer broke off', { code: 'ECONNRESET' })))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(parts),
          }),
        )
      })
      sent.end(payload)
    })
    const data = parsed(answer.text)
    if (answer.status < 200 || answer.status > 299) {
      throw failure('refused', { response: { status: answer.status, headers: answer.headers, data } })
    }
    return { data }
  }
}

type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: Buffer
}

/** What is no JSON is handed on as null: the reader of the answer finds it malformed. */
function parsed(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString('utf8'))
  } catch {
    return null
  }
}

const failure = (message: string, facts: object): Error => Object.assign(new Error(message), facts)

const told = (error: Error): Error =>
  error.name === 'TimeoutError' || error.name === 'AbortError'
    ? failure('no answer in time', { code: 'ETIMEDOUT' })
    : error
