import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../testing/api-fixture.ts'
import { enrollAtDesk } from '../testing/desk-staff.ts'
import { openTerminal, type TestTerminal } from '../testing/terminal.ts'

let api: TestApi
let terminal: TestTerminal

beforeAll(async () => {
  api = await startTestApi()
  terminal = await openTerminal(api)
})
afterAll(async () => {
  await api.close()
  await terminal.close()
})

const invite = (name: string) =>
  terminal.ops(['administrator', 'invite', '--name', name, '--email', `${name}@lender.example`])

test('the ticket goes by the clock of the server, however far that is from the machine’s', async () => {
  for (const [name, instant] of [
    ['ada', '2026-03-03T10:00:00-05:00'],
    ['grace', '2031-07-01T10:00:00-04:00'],
  ] as const) {
    api.clock.set(instant)
    const { code, text } = await invite(name)
    expect(code, text).toBe(0)
    const [, link = ''] = /Open (\S+)/.exec(text) ?? []
    const [, typed = ''] = /Code: (\S+)/.exec(text) ?? []
    const { client } = await enrollAtDesk(api, { link, code: typed })
    expect(client.host).toContain('desk')
  }
  const third = await invite('eve')
  expect(third.code).toBe(1)
  expect(third.text).toContain(RESPONSE_CODES.administratorsExist.message.en)
})

test('without a server, or with another secret, the command says what is wrong', async () => {
  const line = ['administrator', 'invite', '--name', 'ada', '--email', 'ada@lender.example']
  const away = await terminal.ops(line, { OPS_URL: 'http://localhost:1' })
  expect(away).toMatchObject({ code: 1, text: expect.stringContaining('No server answers') as string })
  const foreign = await terminal.ops(line, { OPERATIONS_SECRET: '5a'.repeat(32) })
  expect(foreign).toMatchObject({ code: 1, text: expect.stringContaining('operations secret') as string })
})
