import { expect, test } from 'vitest'
import { announcedNow } from '../../app/announcements.tsx'
import { answerCalls } from '../../testing/answer-calls.ts'
import { render, settle } from '../../testing/render.tsx'
import { someData } from '../../testing/sample-account.ts'
import { signedInForEachTest } from '../../testing/signed-in-page.ts'
import { DeleteData } from './delete-data.tsx'
import { myDataText } from './my-data-messages.ts'
import MyDataPage from './my-data-page.tsx'

signedInForEachTest()

const RECEIPT = { data: { requestNo: 'P000000020', answerBy: '2026-04-17' } } as const

const button = (page: HTMLElement, name: string) =>
  [...page.querySelectorAll<HTMLButtonElement>('button')].find((one) => one.textContent === name)

test('a deletion is asked for once it was read what is kept, why and until when', async () => {
  let reread = 0
  const sent = answerCalls({ requestMyData: RECEIPT })
  const page = await render(<DeleteData kept={someData().kept} sent={() => void (reread += 1)} />)
  await settle(() => button(page, myDataText('erase'))?.click())
  expect(document.body.textContent).toContain('118-0000017')
  expect(document.body.textContent).toContain('2032')
  expect(sent).toEqual([])
  await settle(() => button(document.body, myDataText('eraseConfirm'))?.click())
  expect(sent.map(({ name, body }) => [name, body])).toEqual([
    ['requestMyData', { kind: 'deletion', details: '' }],
  ])
  expect(reread).toBe(1)
  expect(announcedNow().snackbar.message).toContain('P000000020')
})

test('without any file the account goes too, and that is said before', async () => {
  const page = await render(<DeleteData kept={[]} sent={() => undefined} />)
  await settle(() => button(page, myDataText('erase'))?.click())
  expect(document.body.textContent).toContain(myDataText('eraseAll'))
})

test('a correction takes words; what was asked is listed with its answer or its day', async () => {
  const sent = answerCalls({ readMyData: { data: someData() }, requestMyData: RECEIPT })
  const page = await render(<MyDataPage />)
  await settle(() => undefined)
  expect(page.textContent).toContain('Your street is corrected.')
  expect(page.textContent).toContain('P000000019')
  await settle(() => button(page, myDataText('send'))?.click())
  expect(page.textContent).toContain(myDataText('detailsMissing'))
  expect(sent.some(({ name }) => name === 'requestMyData')).toBe(false)
})
