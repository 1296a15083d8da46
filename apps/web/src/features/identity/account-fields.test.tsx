import { ConsentKind } from '@dolphin/domain/portfolios/consent-template'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { answerCalls } from '../../testing/answer-calls.ts'
import { giveBootData } from '../../testing/boot-data.ts'
import { render, settle, type, unmount } from '../../testing/render.tsx'
import { aCreateLink } from '../../testing/sample-account.ts'
import { aSigning } from '../../testing/sample-signing.ts'
import { formText } from '../../form-engine/messages.ts'
import AccountFields from './account-fields.tsx'

const consents = aSigning()
  .consents.filter(({ kind }) => kind === ConsentKind.electronicRecords)
  .map(({ kind, version, required, label, title, summary, text }) => ({
    kind,
    version,
    required,
    label,
    title,
    summary,
    text,
  }))
const REFUSED = 'This is not the code in the file.'
const refused = {
  status: 422,
  code: -83131220,
  message: 'Confirm first',
  errors: [{ elementKey: 'proofCode', message: REFUSED }],
}

const open = () => render(<AccountFields resource="link-1" link={aCreateLink(consents)} />)
const field = (page: HTMLElement, id: string) => page.querySelector<HTMLInputElement>(`#${id}`)!
const submit = (page: HTMLElement) => settle(() => page.querySelector('form')?.requestSubmit())

async function fill(page: HTMLElement, code: string) {
  await type(field(page, 'password'), 'Harbor-1.2.3-Lantern')
  await type(field(page, 'proofCode'), code)
  await settle(() => field(page, 'consent-electronicRecords').click())
}

beforeAll(giveBootData)
beforeEach(() => sessionStorage.clear())
afterEach(async () => {
  await unmount()
  vi.unstubAllGlobals()
})

test('the consent to electronic records goes with the code of its PDF (15 USC 7001(c)(1)(C)(ii))', async () => {
  const sent = answerCalls({ createAccount: refused })
  const page = await open()
  await fill(page, ' k7m 2qx ')
  await submit(page)
  expect(sent).toEqual([
    {
      name: 'createAccount',
      body: {
        resource: 'link-1',
        password: 'Harbor-1.2.3-Lantern',
        consents: [{ kind: ConsentKind.electronicRecords, version: 1, given: true }],
        proofCode: 'k7m2qx',
      },
    },
  ])
})

test('a wrong code is said at its field, everything typed stays, and typing again takes the error away', async () => {
  answerCalls({ createAccount: refused })
  const page = await open()
  await fill(page, 'AAAAAA')
  await submit(page)
  await settle(() => {})
  expect(page.querySelector('#proofCode-error')?.textContent).toBe(REFUSED)
  expect(page.querySelector('[role=alert] a')?.textContent).toBe(REFUSED)
  expect(field(page, 'password').value).toBe('Harbor-1.2.3-Lantern')
  await type(field(page, 'proofCode'), 'K7M2QX')
  expect(page.querySelector('#proofCode-error')).toBeNull()
})

test('without the code no account is asked for, and the summary leads to it', async () => {
  const sent = answerCalls({})
  const page = await open()
  await fill(page, '')
  await submit(page)
  expect(page.querySelector('[role=alert] a')?.textContent).toBe(formText('proofCodeMissing'))
  expect(sent).toEqual([])
})
