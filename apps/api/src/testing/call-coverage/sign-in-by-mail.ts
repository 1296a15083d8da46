import type { CallReply } from '@dolphin/contract/call'
import { signInCall, verifyLoginCodeCall } from '@dolphin/contract/identity-sessions'
import type { TestApi } from '../api-fixture.ts'
import { mailedCode, PASSWORD } from '../customers.ts'
import type { TestClient } from '../test-client.ts'

/** What sign-in waits for at a device that it does not know. */
export async function startSignIn(api: TestApi, client: TestClient, email: string, password = PASSWORD) {
  // Codes sent in one round could not be told apart in the mailbox.
  await api.runJobs()
  const { portfolioId } = client
  const device = { remember: false }
  const step = await client.ask(signInCall, {
    body: { portfolioId, account: email, password, device },
  })
  if (!step.needsCode) throw new Error('a new device is asked for a code')
  return { sessionId: step.sessionId, code: await mailedCode(api, email) }
}

/** Signs in at a device that is not known, with the mailed code. */
export async function signInByMail(
  api: TestApi,
  client: TestClient,
  email: string,
  password = PASSWORD,
): Promise<CallReply<typeof verifyLoginCodeCall>> {
  const { sessionId, code } = await startSignIn(api, client, email, password)
  return client.ask(verifyLoginCodeCall, { body: { sessionId, code, rememberDevice: false } })
}
