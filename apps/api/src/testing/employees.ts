import type { Demonstrated, TestClient } from './test-client.ts'

/** Where a client of the pages comes from: a server of tests, or one that runs. */
interface Site {
  client(): TestClient
}

/** A terminal of an employee: in every role, or in those named. Each employee is a person of their own. */
export async function signInEmployee(
  site: Site,
  employeeId = 'ada-example',
  bounds: Omit<Demonstrated, 'name'> = {},
): Promise<TestClient> {
  const terminal = site.client().atDesk()
  await terminal.demonstrate({ name: employeeId, ...bounds })
  return terminal
}
