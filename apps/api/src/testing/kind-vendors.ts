import { WEBHOOK_USER } from '@dolphin/integrations/ibv/testing/local-vendors'
import type { MxServer } from '@dolphin/integrations/ibv/testing/mx-server'
import type { PlaidServer } from '@dolphin/integrations/ibv/testing/plaid-server'

type Settings = Readonly<Record<string, string>>

/**
 * Starts a Plaid of this machine for a server under test, and answers the settings that lead to it. What an unkind vendor
 * does is for the tests of the adapters.
 */
export async function startKindPlaid({ server }: PlaidServer): Promise<Settings> {
  server.isKind = true
  return { PLAID_CLIENT_ID: 'client', PLAID_SECRET: 'secret', PLAID_BASE_URL: await server.start() }
}

/** The same of MX. */
export async function startKindMx({ server }: MxServer): Promise<Settings> {
  server.isKind = true
  return {
    MX_CLIENT_ID: 'client',
    MX_API_KEY: 'key',
    MX_BASE_URL: await server.start(),
    MX_WEBHOOK_USERNAME: WEBHOOK_USER.webhookUsername,
    MX_WEBHOOK_PASSWORD: WEBHOOK_USER.webhookPassword,
  }
}
