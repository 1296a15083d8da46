import { employeeSignInCall } from '@dolphin/contract/staff'
import { issueEmployeeCredential } from '../modules/staff/employee-credential.ts'
import { openOperationsSecret } from '../security/keys.ts'
import type { TestApi } from './api-fixture.ts'
import type { TestClient } from './test-client.ts'

/** A client signed in as an employee. */
export async function signInEmployee(api: TestApi, employeeId = 'ada-example'): Promise<TestClient> {
  const client = api.client()
  const secret = openOperationsSecret(api.deps.config)
  if (secret === undefined) throw new Error('a test server has an operations secret')
  const credential = issueEmployeeCredential(secret, employeeId, api.clock.now())
  client.session = await client.ask(employeeSignInCall, { body: { credential } })
  return client
}
