import { webcrypto } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { loadEncrypted, storeEncrypted } from './encrypted-storage.ts'

const { kept } = vi.hoisted(() => ({ kept: new Map<string, unknown>() }))
vi.mock('idb-keyval', () => ({
  get: (key: string) => Promise.resolve(kept.get(key)),
  set: (key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
}))

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('indexedDB', {})
  vi.stubGlobal('crypto', webcrypto)
})

const DRAFT = { firstName: 'Jordan', ssn: '521449999' }

test('what the browser keeps cannot be read in its storage, and comes back whole (design/security.md D3)', async () => {
  await storeEncrypted('dolphin.draft.personal', DRAFT)
  const stored = localStorage.getItem('dolphin.draft.personal') ?? ''
  for (const text of [stored, atob(stored)]) expect(text).not.toMatch(/Jordan|521449999|ssn/)
  expect(await loadEncrypted('dolphin.draft.personal')).toEqual(DRAFT)
})

test('no script can read the bytes of the key (design/security.md D3)', async () => {
  await storeEncrypted('dolphin.draft.personal', DRAFT)
  const [key] = kept.values()
  expect(key).toMatchObject({ extractable: false })
  await expect(webcrypto.subtle.exportKey('raw', key as webcrypto.CryptoKey)).rejects.toThrow()
})

test('a value opens under its own name alone', async () => {
  await storeEncrypted('dolphin.draft.personal', DRAFT)
  localStorage.setItem('dolphin.draft.bank', localStorage.getItem('dolphin.draft.personal') ?? '')
  expect(await loadEncrypted('dolphin.draft.bank')).toBeUndefined()
})
