import { CALLS } from '@dolphin/contract/registry'
import { OpenIdTestServer, type TestAccount } from '@dolphin/integrations/single-sign-on/open-id-test-server'
import { FakeClock } from '@dolphin/testkit/fake-clock'
import { startTestApi, type TestApi } from './api-fixture.ts'
import type { TestClient } from './test-client.ts'

const CLIENT = { clientId: 'desk', clientSecret: 'secret-of-the-tests-with-32-letters' } as const
const REDIRECT_URI = 'http://desk.localhost:8080/sign-in/single-sign-on'

/** A server whose staff may sign in at a provider on this machine. */
export interface SingleSignOnLab {
  readonly api: TestApi
  readonly provider: OpenIdTestServer
  close(): Promise<void>
}

interface LabOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Of the client's key pair, where it shows a key in place of its secret. */
  readonly publicKey?: Readonly<Record<string, unknown>>
}

/** Starts both. */
export async function startSingleSignOn({ env = {}, publicKey }: LabOptions = {}): Promise<SingleSignOnLab> {
  const clock = new FakeClock()
  const registration = { ...CLIENT, redirectUri: REDIRECT_URI, ...(publicKey && { publicKey }) }
  const provider = await OpenIdTestServer.start(registration, clock)
  const ours = {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.clientId,
    ...(publicKey === undefined ? { OIDC_CLIENT_SECRET: CLIENT.clientSecret } : {}),
  }
  const api = await startTestApi({ clock, env: { ...ours, ...env } })
  return {
    api,
    provider,
    async close() {
      await api.close()
      await provider.close()
    },
  }
}

/** The query with which the provider sends this browser back; without an account the person refuses there. */
export async function answerFor(
  { provider }: SingleSignOnLab,
  client: TestClient,
  account?: TestAccount,
): Promise<string> {
  const { location } = await client.ask(CALLS.beginSingleSignOn, { body: {} })
  return await provider.signIn(location, account)
}

/** Signs in at the provider and comes back; answers whatever the desk says. */
export async function signOn(lab: SingleSignOnLab, client: TestClient, account: TestAccount) {
  const answer = await answerFor(lab, client, account)
  return await client.call(CALLS.completeSingleSignOn, { body: { answer } })
}
