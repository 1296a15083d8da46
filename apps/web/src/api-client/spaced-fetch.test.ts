import { afterEach, expect, test, vi } from 'vitest'
import { spacedFetch } from './spaced-fetch.ts'

afterEach(() => vi.unstubAllGlobals())

const nextTask = () => new Promise((done) => setTimeout(done))

test('what goes out together goes out in a task each, in its order, the first at once (first-paint.md)', async () => {
  const gone: string[] = []
  vi.stubGlobal('fetch', (path: string) => {
    gone.push(path)
    return Promise.resolve(new Response('{}'))
  })
  const sent = ['/first', '/second', '/third'].map((path) => spacedFetch(path, {}))
  expect(gone).toEqual(['/first'])
  await nextTask()
  expect(gone).toEqual(['/first', '/second'])
  await nextTask()
  expect(gone).toEqual(['/first', '/second', '/third'])
  await Promise.all(sent)
  await nextTask()
  void spacedFetch('/later', {})
  expect(gone.at(-1)).toBe('/later')
  await nextTask()
})
