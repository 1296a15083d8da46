import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadChunk } from './page-loader.ts'

const reload = vi.fn()
const failing = () => Promise.reject(new Error('gone'))

beforeEach(() => {
  sessionStorage.clear()
  reload.mockClear()
  vi.stubGlobal('location', { reload })
})
afterEach(() => vi.unstubAllGlobals())

test('a failed chunk reloads the page once per build, then it is an error (design/security.md D8)', async () => {
  void loadChunk(failing, 'build-1')
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  await expect(loadChunk(failing, 'build-1')).rejects.toThrow('gone')
  expect(reload).toHaveBeenCalledOnce()
  void loadChunk(failing, 'build-2')
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2))
})

test('a chunk that loads is returned', async () => {
  expect(await loadChunk(async () => 'page', 'build-1')).toBe('page')
})
