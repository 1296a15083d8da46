import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pageText, press, render, settle, unmount } from '../testing/render.tsx'
import { refusal } from '../testing/answer-calls.ts'
import { SaveList } from './save-list.tsx'

const saved: string[] = []
beforeEach(() => {
  saved.length = 0
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined }),
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})
afterEach(async () => {
  await unmount()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const answer = (response: () => Response) => {
  const asked: string[] = []
  vi.stubGlobal(
    'fetch',
    vi.fn(async (path: string) => {
      asked.push(path)
      return response()
    }),
  )
  return asked
}

test('asks for the list as it is kept now and saves it under the name that the server gives', async () => {
  const headers = { 'content-disposition': 'attachment; filename="work-2026-03-17.csv"' }
  const asked = answer(() => new Response('Item', { headers }))
  await render(<SaveList name="exportWorkItem" query={{ kind: 'returnForReview', portfolioId: undefined }} />)
  await press('Save as CSV')
  await settle()
  expect(asked).toEqual(['/fssapi/dolphin-ops/work-item-csv?kind=returnForReview'])
  expect(saved).toEqual(['work-2026-03-17.csv'])
})

test('a refusal is said, and nothing is saved', async () => {
  const refused = refusal('notPermitted')
  answer(() => new Response(JSON.stringify(refused), { status: refused.status }))
  await render(<SaveList name="exportReview" query={{}} />)
  await press('Save as CSV')
  await settle()
  expect(pageText()).toContain(refused.data.message)
  expect(saved).toEqual([])
})
