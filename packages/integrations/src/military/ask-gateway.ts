import { Agent, request as requestSecure } from 'node:https'
import { request as requestPlain } from 'node:http'
import type { ExchangeSettings } from './https-exchange.ts'

/**
 * Asks the gateway of the covered-borrower database whether it is there, about no person: any reply shows address,
 * certificates and network to be right. Answers the HTTP status. Throws the error of socket or TLS.
 */
export async function askGateway(
  url: string,
  apiKey: string | undefined,
  { timeoutMs, clientCertificate, clientKey, authority }: ExchangeSettings,
): Promise<number> {
  const agent = new Agent({
    minVersion: 'TLSv1.2',
    ...(clientCertificate === undefined ? {} : { cert: clientCertificate }),
    ...(clientKey === undefined ? {} : { key: clientKey }),
    ...(authority === undefined ? {} : { ca: authority }),
  })
  const options = {
    signal: AbortSignal.timeout(timeoutMs),
    headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
  }
  return await new Promise((resolve, reject) => {
    const sent = url.startsWith('https:')
      ? requestSecure(url, { ...options, agent })
      : requestPlain(url, options)
    sent.once('error', reject)
    sent.once('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sent.end()
  })
}
