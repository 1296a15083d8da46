import { act } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { answerCalls } from '../../testing/answer-calls.ts'
import { giveBootData } from '../../testing/boot-data.ts'
import { render, settle } from '../../testing/render.tsx'
import { documentText } from './messages.ts'
import VerifyPage from './verify-page.tsx'

const answer = (ours: boolean, whole: boolean) => ({
  data: { ours, whole, sha256: 'cd'.repeat(32), documentType: ours ? 1 : null, signedAt: null },
})

async function choose(page: HTMLElement, file: File) {
  const input = page.querySelector<HTMLInputElement>('input[type=file]')!
  Object.defineProperty(input, 'files', { value: [file], configurable: true })
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })))
}

const submit = (page: HTMLElement) => settle(() => page.querySelector('form')?.requestSubmit())
const aPdf = () => new File(['%PDF-1.7'], 'agreement.pdf', { type: 'application/pdf' })

beforeAll(giveBootData)
afterEach(() => vi.unstubAllGlobals())

test.each([
  [true, true, 'wholeTitle'],
  [true, false, 'changedTitle'],
  [false, false, 'foreignTitle'],
] as const)('ours %s, whole %s: the verdict comes first', async (ours, whole, title) => {
  const sent = answerCalls({ verifyDocument: answer(ours, whole) })
  const page = await render(<VerifyPage />)
  await choose(page, aPdf())
  await submit(page)
  await settle(() => {})
  const body = sent[0]?.body
  expect(body instanceof FormData ? body.get('file') : undefined).toBeInstanceOf(File)
  expect(page.querySelector('h1')?.textContent).toBe(documentText(title))
})

test('nothing chosen, and what is no PDF, is said at the field (product.md §5, hasFile)', async () => {
  const sent = answerCalls({})
  const page = await render(<VerifyPage />)
  await submit(page)
  expect(page.querySelector('#file-error')?.textContent).toBe('Choose a file !')
  await choose(page, new File(['a,b'], 'statement.csv', { type: 'text/csv' }))
  expect(page.querySelector('#file-error')?.textContent).toBe(documentText('notPdf'))
  expect(sent).toHaveLength(0)
})
