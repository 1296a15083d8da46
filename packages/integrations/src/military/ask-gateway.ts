import { type ExchangeSettings, openExchange } from './https-exchange.ts'

/**
 * Asks the gateway of the covered-borrower database whether it is there, about no person: any reply shows address,
 * certificates and network to be right. Answers the HTTP status. Throws the error of socket or TLS.
 */
export async function askGateway(
  url: string,
  apiKey: string | undefined,
  { timeoutMs, ...tls }: ExchangeSettings,
): Promise<number> {
  const { agent, send } = await openExchange(tls)
  try {
    const { statusCode } = await send({
      url: new URL(url),
      method: 'GET',
      signal: AbortSignal.timeout(timeoutMs),
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    })
    return statusCode
  } finally {
    await agent.destroy()
  }
}
