import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from '../api-client/call.ts'
import { whenSettled } from './settled.ts'

const answers: (() => void)[] = []
const answerAll = () => {
  for (const answer of answers.splice(0)) answer()
}
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const read = () => void call('getHoliday', { query: {} })
const start = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  start.mockClear()
  const reply = { json: async () => ({ status: 200, code: 1, data: [] }) }
  const fetch = () => new Promise((resolve) => answers.push(() => resolve(reply)))
  vi.stubGlobal('fetch', fetch)
  document.body.innerHTML = '<main><h1>Home</h1></main>'
})
afterEach(async () => {
  answerAll()
  await pass(0)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what is no part of the page waits for its heading and for what it reads (ux.md "Speed")', async () => {
  document.body.innerHTML = '<main></main>'
  whenSettled(start)
  read()
  await pass(3_000)
  document.body.innerHTML = '<main><h1>Home</h1></main>'
  await pass(3_000)
  expect(start).not.toHaveBeenCalled()
  answerAll()
  await pass(1_000)
  expect(start).toHaveBeenCalledOnce()
})

test('one call after another is one wait', async () => {
  whenSettled(start)
  read()
  await pass(1_000)
  answerAll()
  await pass(150)
  read()
  await pass(1_000)
  expect(start).not.toHaveBeenCalled()
})

test('a page that never settles waits at most ten seconds', async () => {
  whenSettled(start)
  read()
  await pass(9_900)
  expect(start).not.toHaveBeenCalled()
  await pass(200)
  expect(start).toHaveBeenCalledOnce()
})

test('who stops waiting is not started', async () => {
  whenSettled(start)()
  await pass(20_000)
  expect(start).not.toHaveBeenCalled()
})
