import { CALLS } from '@dolphin/contract/registry'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { lockStaff } from '@dolphin/database/staff/employee-repository'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { type DeskEmployee, firstAdministrators } from '../../testing/desk-staff.ts'
import { holdLock, waitingForLocks } from '../../testing/held-locks.ts'

let api: TestApi
let ada: DeskEmployee
let grace: DeskEmployee

beforeEach(async () => {
  api = await startTestApi()
  ;[ada, grace] = await firstAdministrators(api)
})
afterEach(() => api.close())

/** Starts requests one after the other and lets the first in once each of them has passed the door. */
async function atOnce<T>(requests: readonly (() => Promise<T>)[]): Promise<T[]> {
  const letGo = await holdLock(api, lockStaff)
  const begun: Promise<T>[] = []
  for (const request of requests) {
    begun.push(request())
    await vi.waitFor(async () => expect(await waitingForLocks(api)).toBe(begun.length))
  }
  await letGo()
  return await Promise.all(begun)
}

const codesOf = (answers: readonly { readonly code: number }[]) => answers.map(({ code }) => code)
const { code: last } = RESPONSE_CODES.lastAdministrator

test('of two administrators who end each other’s role at once, one stays', async () => {
  const grantOf = async ({ employeeId }: DeskEmployee) => {
    const { employees } = await ada.client.ask(CALLS.listEmployee, {})
    return employees.find((one) => one.employeeId === employeeId)?.roles[0]?.grantNo ?? ''
  }
  const end = async (by: DeskEmployee, other: DeskEmployee) => {
    const body = { act: 'end' as const, employeeId: other.employeeId, grantNo: await grantOf(other) }
    return () => by.client.call(CALLS.changeRole, { body })
  }
  expect(codesOf(await atOnce([await end(ada, grace), await end(grace, ada)]))).toEqual([1, last])
})

test('of two administrators who suspend each other at once, one stays', async () => {
  const suspend = (by: DeskEmployee, { employeeId }: DeskEmployee) => {
    const body = { employeeId, change: 'suspend' as const, note: 'keys lost' }
    return () => by.client.call(CALLS.changeEmployee, { body })
  }
  expect(codesOf(await atOnce([suspend(ada, grace), suspend(grace, ada)]))).toEqual([1, last])
})
