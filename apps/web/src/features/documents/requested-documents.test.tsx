import { describe, expect, test, vi } from 'vitest'
import { withQueries } from '../../api-client/with-queries.tsx'
import type { Answer } from '../../testing/answers.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { render, settle, until } from '../../testing/render.tsx'
import { aFile, anotherRequest, aRequest, requestsOf } from '../../testing/sample-requested.ts'
import { signedInForEachTest } from '../../testing/signed-in-page.ts'
import { RequestedDocuments } from './requested-documents.tsx'
import { requestedText } from './requested-messages.ts'
import type { RequestView } from './requested-upload.tsx'

vi.mock('../../api-client/send-with-progress.ts', () => ({
  sendWithProgress: () => (path: string, request: RequestInit) => fetch(path, request),
}))

signedInForEachTest()

const Page = withQueries(({ subStatus }: { subStatus: 'underwriterReview' | 'customerReview' }) => (
  <RequestedDocuments loanNo="118-0000013" subStatus={subStatus}>
    {({ any, isAsked }) => (
      <output>
        {String(any)} {String(isAsked)}
      </output>
    )}
  </RequestedDocuments>
))

async function open(
  requests: readonly RequestView[],
  uploadRequestedDocument: Answer = { data: requestsOf() },
) {
  const sent = answerCalls({
    listRequestedDocument: { data: requestsOf(...requests) },
    uploadRequestedDocument,
  })
  const page = await render(<Page subStatus="underwriterReview" />)
  await until(() => page.querySelector('output') !== null)
  return { page, sent }
}

async function give(page: HTMLElement, file: File) {
  const input = page.querySelector<HTMLInputElement>('input[type=file]')
  if (input === null) throw new Error('there is a field for the file')
  Object.defineProperty(input, 'files', { value: [file], configurable: true })
  await settle(() => input.dispatchEvent(new Event('change', { bubbles: true })))
}
const press = (page: HTMLElement, label: string) =>
  settle(() => [...page.querySelectorAll('button')].find((one) => one.textContent === label)?.click())
const pdf = (bytes = 10) => new File([new Uint8Array(bytes)], 'license.pdf', { type: 'application/pdf' })
const SEND = requestedText('send')

describe('documents that a review asks for', () => {
  test('none is asked for where no employee reviews the application: nothing is read', async () => {
    const sent = answerCalls({})
    const page = await render(<Page subStatus="customerReview" />)
    expect(page.textContent).toBe('false false')
    expect(sent).toEqual([])
  })

  test('which, why, until when, and what happens else', async () => {
    const { page } = await open([aRequest(), anotherRequest()])
    const words = [requestedText('askTitle'), 'Driver license', 'Social Security card', aRequest().note]
    for (const each of [...words, 'Fri, Mar 20, 2026', requestedText('warning')])
      expect(page.textContent).toContain(each)
    expect(page.querySelectorAll('input[type=file]')).toHaveLength(2)
    expect(page.textContent).toContain('true true')
  })

  test('a file is sent, and the page says that we look at it', async () => {
    const received = aRequest({ state: 'received', files: [aFile()] })
    const { page, sent } = await open([aRequest()], { data: requestsOf(received) })
    await give(page, pdf())
    await press(page, SEND)
    await until(() => page.textContent.includes(requestedText('received')))
    const body = sent.find(({ name }) => name === 'uploadRequestedDocument')?.body as FormData
    expect([...body.keys()]).toEqual(['loanNo', 'requestNo', 'file'])
    expect(page.textContent).toContain(requestedText('sentTitle'))
    expect(page.querySelector('input[type=file]')).toBeNull()
    expect(document.activeElement?.textContent).toBe('Driver license')
    await press(page, requestedText('more'))
    expect(page.querySelectorAll('input[type=file]')).toHaveLength(1)
  })

  test.each<[string, File | undefined, string]>([
    ['no file', undefined, requestedText('choose')],
    ['a table', new File(['a'], 'a.csv', { type: 'text/csv' }), requestedText('otherType')],
    ['more than 10 MB', pdf(10 * 1024 * 1024 + 1), requestedText('tooLarge')],
  ])('%s: the field says what to do, and nothing leaves', async (_, file, words) => {
    const { page, sent } = await open([aRequest()])
    if (file) await give(page, file)
    await press(page, SEND)
    expect(document.title).toMatch(/^Error: /)
    expect(page.querySelector('[aria-invalid=true]')?.id).toBe('document-1')
    expect(page.textContent).toContain(words)
    expect(sent.map(({ name }) => name)).toEqual(['listRequestedDocument'])
  })

  test('what the server finds wrong stands at the field; the file can be chosen anew', async () => {
    const refused: Answer = {
      status: 422,
      code: -95010013,
      message: 'This file cannot be read.',
      errors: [{ elementKey: 'file', message: 'This picture is damaged.' }],
    }
    const { page } = await open([aRequest()], refused)
    await give(page, pdf())
    await press(page, SEND)
    await until(() => page.textContent.includes('This picture is damaged.'))
    expect(page.querySelectorAll('input[type=file]')).toHaveLength(1)
  })

  test('refused, overdue and accepted each say what is next', async () => {
    const reason = 'It has expired. Send one that is valid today.'
    const { page } = await open([
      aRequest({ state: 'refused', reason }),
      anotherRequest({ overdue: true, answerBy: '2026-03-09' }),
      aRequest({ requestNo: 3, name: 'Graduation certificate', state: 'accepted', mayUpload: false }),
    ])
    for (const words of [
      reason,
      requestedText('overdue', { date: 'Mon, Mar 9, 2026' }),
      requestedText('accepted'),
    ])
      expect(page.textContent).toContain(words)
    expect(page.querySelectorAll('input[type=file]')).toHaveLength(2)
  })
})
