import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { runSettlementCall } from '@dolphin/contract/payments'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { EmployeeFiles } from './employee-file.ts'
import { createOpsClient, type OpsClient } from './ops-client.ts'
import { OpsFailure } from './ops-failure.ts'

const SETTLED = { portfolioId: 118, settledOn: '2026-03-04', settled: [], checked: 0, failed: [] }
const { code, httpStatus, message } = RESPONSE_CODES.idempotencyInProgress
const goesOn = {
  status: httpStatus,
  code,
  data: { message: message.en, requestId: 'r', retryAfterSeconds: 0 },
}
const done = { status: 200, code: 1, data: SETTLED }

const answers: object[] = []
const keys: (string | undefined)[] = []
const server = createServer((request, answer) => {
  keys.push(request.headers['idempotency-key'] as string | undefined)
  answer.end(JSON.stringify(answers.shift() ?? goesOn))
})
let client: OpsClient

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const employee = {
    server: url,
    employeeId: 'ada',
    name: 'Ada',
    credential: 'c',
    expiresAt: '',
    source: 'enrolled',
  }
  const files = { readEmployee: () => employee } as unknown as EmployeeFiles
  client = createOpsClient(
    { url, deskHost: 'desk.localhost', gatewayPrefix: '/fssapi', reason: undefined },
    files,
  )
})
beforeEach(() => {
  answers.length = 0
  keys.length = 0
})
afterAll(() => void server.close())

const settle = () => client.ask(runSettlementCall, { body: { portfolioId: 118 } })

test('an act that goes on is asked for with the same key until what it came to is known', async () => {
  answers.push(goesOn, goesOn, done)
  expect(await settle()).toEqual(SETTLED)
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
  answers.push(done)
  await settle()
  expect(new Set(keys).size).toBe(2)
})

test('one that goes on for too long says so', async () => {
  await expect(settle()).rejects.toThrow(OpsFailure)
  await expect(settle()).rejects.toThrow('still in progress')
})
