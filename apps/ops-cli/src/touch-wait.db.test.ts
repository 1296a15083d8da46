import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '@dolphin/api/testing/api-fixture'
import {
  aDayLater,
  aRole,
  type DeskEmployee,
  firstAdministrators,
  invitedEmployee,
  letIn,
} from '@dolphin/api/testing/desk-staff'
import { signLoan } from '@dolphin/api/testing/signed-loans'
import { openTerminal, type TestTerminal } from '@dolphin/api/testing/terminal'
import { giveTouch } from '@dolphin/api/testing/touches'

let api: TestApi
let terminal: TestTerminal
let uma: DeskEmployee

beforeAll(async () => {
  api = await startTestApi({ env: { SIGN_IN_ATTEMPTS_PER_MINUTE: '1000' } })
  const admins = await firstAdministrators(api)
  uma = await invitedEmployee(api, admins, 'Uma Terminal', [aRole('underwriter')])
  await aDayLater(api, uma)
  terminal = await openTerminal(api)
})
afterAll(async () => {
  await api.close()
  await terminal.close()
})

/** Runs a command; each line that it says meanwhile is looked at as it comes. */
async function ops(line: readonly string[], onLine: (text: string) => Promise<unknown>) {
  const acts: Promise<unknown>[] = []
  const done = await terminal.ops(line, {}, (text) => void acts.push(onLine(text)))
  await Promise.all(acts)
  return done
}

test('an approval at the terminal prints the link of the desk and waits for the touch (console.md, Staff)', async () => {
  const login = await ops(['login'], async (text) => {
    const code = /code ([0-9A-Z-]{11})/.exec(text)?.[1]
    if (code !== undefined) await letIn(uma, code)
  })
  expect(login.code).toBe(0)
  const { loanNo } = await signLoan(api, { portfolioId: 110 })
  const approved = await ops(['approve', loanNo, '--note', 'income seen'], async (text) => {
    const touchNo = /touch\/([A-Za-z0-9_-]{22})/.exec(text)?.[1]
    if (touchNo !== undefined) await giveTouch(uma, { touchNo })
  })
  expect(approved.text).toContain('Approve an application: this releases money')
  expect(approved.text).toContain('Amount: $500.00')
  expect(approved.text).toContain('approved: now 104')
  expect(approved.code).toBe(0)
})
