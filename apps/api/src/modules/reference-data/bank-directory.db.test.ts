import { readFileSync } from 'node:fs'
import {
  assistantGetBankInfoCall,
  importBankDirectoryCall,
  listBankDirectoryCall,
} from '@dolphin/contract/reference-data'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { showApprovalCall } from '@dolphin/contract/approvals'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { expectRefused } from '../../testing/call-coverage/expect-refused.ts'
import { proveChanges } from '../../testing/call-coverage/prove-changes.ts'
import { confirmApproval } from '../../testing/confirmations.ts'
import { signInEmployee } from '../../testing/employees.ts'

const SAMPLE = readFileSync(new URL('../../../../../data/bank-directory/sample.txt', import.meta.url))

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const bankOf = (rn: string) => api.client().ask(assistantGetBankInfoCall, { query: { rn } })

const fileOf = (bytes: Uint8Array) => ({ file: { name: 'fedach.txt', type: 'text/plain', bytes } })
const sending = { check: { body: { mode: 'check' } }, import: { body: { mode: 'import' } } } as const

async function enter(bytes: Uint8Array, mode: 'check' | 'import' = 'import') {
  const ada = await signInEmployee(api)
  return await ada.ask(importBankDirectoryCall, sending[mode], fileOf(bytes))
}

async function enterAndConfirm(bytes: Uint8Array): Promise<void> {
  const { approval } = await enter(bytes)
  await confirmApproval(await signInEmployee(api, 'bea-example'), approval?.approvalNo ?? '')
}

test('a directory is entered by one and confirmed by another; then routing numbers have their banks', async () => {
  expect(await bankOf('111009990')).toMatchObject({ valid: true, known: false, takesAch: null })
  expect(await enter(SAMPLE, 'check')).toMatchObject({ banks: 11, added: 11, approval: null })
  const { approval } = await enter(SAMPLE)
  const approvalNo = approval?.approvalNo ?? ''
  expect(await bankOf('111009990')).toMatchObject({ known: false })
  const bea = await signInEmployee(api, 'bea-example')
  const { differences } = await bea.ask(showApprovalCall, { params: { approvalNo } })
  expect(differences[0]).toMatchObject({ label: 'Banks', before: '0', after: '11' })
  await confirmApproval(bea, approvalNo)
  expect(await bankOf('111009990')).toMatchObject({
    known: true,
    bankName: 'EXAMPLE PLAINS BANK',
    takesAch: true,
    newRoutingNumber: '119005718',
  })
  expect(await bankOf('011000015')).toMatchObject({ known: true, takesAch: false, newRoutingNumber: null })
})

test('a newer one says what it changes; the same one changes nothing', async () => {
  const renamed = Buffer.from(
    SAMPLE.toString('latin1').replace('EXAMPLE LAKES BANK ', 'EXAMPLE SHORES BANK'),
    'latin1',
  )
  expect(await enter(SAMPLE, 'check')).toMatchObject({ added: 0, changed: 0, removed: 0 })
  await proveChanges(api, () => enterAndConfirm(renamed), {
    importBankDirectory: async () =>
      await (await signInEmployee(api)).call(importBankDirectoryCall, sending.check, fileOf(SAMPLE)),
    listBankDirectory: async () => await (await signInEmployee(api)).call(listBankDirectoryCall, {}),
  })
  expect(await bankOf('072009026')).toMatchObject({ bankName: 'EXAMPLE SHORES BANK' })
  const fewer = Buffer.from(renamed.toString('latin1').split('\r\n').slice(1).join('\r\n'), 'latin1')
  await enterAndConfirm(fewer)
  // What is not in the directory is not known, and no made-up bank stands in for it.
  expect(await bankOf('111009990')).toMatchObject({ known: false, bankName: null })
  expect(await bankOf('119005718')).toMatchObject({ valid: true, known: false })
  const { versions } = await (await signInEmployee(api)).ask(listBankDirectoryCall, {})
  expect(versions.map(({ version, added, changed, removed }) => [version, added, changed, removed])).toEqual([
    [3, 0, 0, 1],
    [2, 0, 1, 0],
    [1, 11, 0, 0],
  ])
  expect(versions[0]).toMatchObject({
    enteredBy: 'employee:ada-example',
    confirmedBy: 'employee:bea-example',
  })
})

test('a file that is none is refused with its lines, and changes nothing', async () => {
  const ada = await signInEmployee(api)
  const large = fileOf(new Uint8Array(10 * 1_024 * 1_024 + 1))
  await expectRefused(ada, 'importBankDirectory', { ...sending.import, ...large }, 'payloadTooLarge')
  const refused = await ada.call(
    importBankDirectoryCall,
    sending.import,
    fileOf(Buffer.from('<html>Sign in</html>')),
  )
  expect(refused).toMatchObject({
    code: RESPONSE_CODES.importRefused.code,
    data: { errors: [{ elementKey: 'line 1' }] },
  })
})
