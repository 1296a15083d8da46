import type { Agent, Dispatcher } from 'undici'

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

type Send = (
  options: Omit<Dispatcher.RequestOptions, 'path'> & { readonly url: URL },
) => Promise<Dispatcher.ResponseData>

/** Connections that show our certificate, by a client that follows no redirect; it is loaded where there is a gateway. */
export async function openExchange({
  clientCertificate,
  clientKey,
  authority,
}: MutualTls): Promise<{ readonly agent: Agent; readonly send: Send }> {
  const { Agent, request } = await import('undici')
  const agent = new Agent({
    maxResponseSize: LARGEST_ANSWER_BYTES,
    connect: {
      minVersion: 'TLSv1.2',
      ...(clientCertificate === undefined ? {} : { cert: clientCertificate }),
      ...(clientKey === undefined ? {} : { key: clientKey }),
      ...(authority === undefined ? {} : { ca: authority }),
    },
  })
  return { agent, send: ({ url, ...options }) => request(url, { ...options, dispatcher: agent }) }
}

/**
 * POST over HTTPS with a client certificate; one connection is kept for the next request. Uses plain HTTP where the
 * address says so (a gateway on the same machine); the settings decide which addresses may be configured.
 *
 * Errors: an Error with `response` {status, headers, data} for anything but 2xx, or with the `code` of the socket;
 * ETIMEDOUT for a response that took too long. Redirects are not followed: a redirect would carry the person's data to
 * an address that is not configured.
 */
export function httpsExchange({ timeoutMs, ...tls }: ExchangeSettings): PostJson {
  let opened: ReturnType<typeof openExchange> | undefined
  return async (url, headers, body) => {
    const { send } = await (opened ??= openExchange(tls))
    const answer = await answerOf(send, {
      url,
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (answer.status < 200 || answer.status > 299) throw failure('refused', { response: answer })
    return { data: answer.data }
  }
}

async function answerOf(send: Send, asked: Parameters<Send>[0]) {
  try {
    const { statusCode: status, headers, body } = await send(asked)
    return { status, headers, data: parsed(await body.text()) }
  } catch (error) {
    throw error instanceof Error && error.name === 'TimeoutError'
      ? failure('no answer in time', { code: 'ETIMEDOUT' })
      : error
  }
}

/** What is no JSON is handed on as null: the reader of the answer finds it malformed. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const failure = (message: string, facts: object): Error => Object.assign(new Error(message), facts)
