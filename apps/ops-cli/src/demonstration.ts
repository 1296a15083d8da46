import { askDesk, jsonOf, type OpsServer } from './desk-http.ts'
import type { EmployeeFile } from './employee-file.ts'
import { OpsFailure } from './ops-failure.ts'

const TIME_LIMIT_MS = 60_000
const OK = 200

/** Someone of the demonstration: a development server lets one act as them without proof. */
export async function demonstrate(server: OpsServer, name: string): Promise<EmployeeFile> {
  const answer = await askDesk(server, {
    method: 'POST',
    path: '/dev/staff',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
    timeLimitMs: TIME_LIMIT_MS,
  })
  const { data } = (await jsonOf(answer)) as {
    readonly data: Omit<EmployeeFile, 'server' | 'source'>
  }
  if (answer.status !== OK)
    throw new OpsFailure('This server has no demonstration staff. Sign in with: login')
  const { employeeId, credential, expiresAt } = data
  return { server: server.url, employeeId, name: data.name, credential, expiresAt, source: 'demonstration' }
}
