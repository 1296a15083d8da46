import { beforeEach, expect, test, vi } from 'vitest'
import { clearTokens, storeTokens } from '../api-client/session.ts'
import { ANYONE, draftStore, loadDraft } from './draft.ts'

const state = vi.hoisted(() => ({ openId: 'ann' }))
vi.mock('../storage/encrypted-storage.ts', () => ({
  storeEncrypted: vi.fn(async (name: string, value: unknown) =>
    localStorage.setItem(name, JSON.stringify(value)),
  ),
  loadEncrypted: vi.fn(async (name: string) => JSON.parse(localStorage.getItem(name) ?? 'null') as unknown),
}))
vi.mock('../app/persisted-state.ts', () => ({
  persistedState: vi.fn(async (key: string) =>
    key === 'session' ? { openId: state.openId } : { applicationNo: 'A-1' },
  ),
}))

const signIn = (openId: string) => {
  state.openId = openId
  storeTokens({ accessToken: 'a', userCredential: 'u', channelId: 'c' })
}
const written = () => new Promise((resolve) => setTimeout(resolve, 0))

beforeEach(() => {
  localStorage.clear()
})

test('a draft is there for who typed it, and not for another person on the device', async () => {
  signIn('ann')
  draftStore('personal.new').keep({ city: 'Dover' })
  await written()
  expect(await loadDraft('personal.new')).toEqual({ city: 'Dover' })
  signIn('bea')
  expect(await loadDraft('personal.new')).toBeUndefined()
  signIn('ann')
  expect(await loadDraft('personal.new')).toBeUndefined()
})

test('a session that ends while somebody types takes nothing away from them', async () => {
  signIn('ann')
  const store = draftStore('personal.new')
  clearTokens()
  store.keep({ city: 'Dover' })
  await written()
  expect(await loadDraft('personal.new')).toBeUndefined()
  signIn('ann')
  expect(await loadDraft('personal.new')).toEqual({ city: 'Dover' })
})

test('what says nothing about a person leads on after signing in', async () => {
  draftStore('start', ANYONE).keep({ amount: '600.00' })
  await written()
  signIn('ann')
  expect(await loadDraft('start')).toEqual({ amount: '600.00' })
})
