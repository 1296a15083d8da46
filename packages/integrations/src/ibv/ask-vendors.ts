import { MX_BASE_URLS, type MxSettings } from './mx/mx-client.ts'
import { PLAID_BASE_URLS, type PlaidSettings } from './plaid/plaid-client.ts'

const TIMEOUT_MS = 10_000

/** Whether Plaid takes our keys in the environment of the settings; asks about no one. Throws where it does not answer. */
export async function plaidTakesKeys({
  clientId,
  secret,
  environment,
  baseUrl,
}: PlaidSettings): Promise<boolean> {
  const { status } = await fetch(
    new URL('institutions/get', folder(baseUrl ?? PLAID_BASE_URLS[environment])),
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'PLAID-CLIENT-ID': clientId, 'PLAID-SECRET': secret },
      body: JSON.stringify({ count: 1, offset: 0, country_codes: ['US'] }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    },
  )
  return isTaken(status)
}

/** The same of MX. */
export async function mxTakesKeys({ clientId, apiKey, environment, baseUrl }: MxSettings): Promise<boolean> {
  const credentials = Buffer.from(`${clientId}:${apiKey}`).toString('base64')
  const { status } = await fetch(
    new URL('institutions?records_per_page=1', folder(baseUrl ?? MX_BASE_URLS[environment])),
    {
      headers: { accept: 'application/vnd.mx.api.v1+json', authorization: `Basic ${credentials}` },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    },
  )
  return isTaken(status)
}

const folder = (address: string): string => (address.endsWith('/') ? address : `${address}/`)

/** Keys that are refused get 400 from Plaid, 401 or 403 from MX; a vendor with a fault is not our mistake. */
function isTaken(status: number): boolean {
  if (status >= 500 || status === 429) throw new Error(`HTTP ${status}`)
  return status < 400
}
