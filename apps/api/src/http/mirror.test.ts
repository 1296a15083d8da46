import { DatabaseFailure } from '@dolphin/database/driver/database-failure'
import { isReadOnly } from '@dolphin/database/driver/read-only'
import { ok } from '@dolphin/domain/outcome'
import { expect, test } from 'vitest'
import { answerMirrored, mirrorNoOf } from './mirror.ts'

test('a call of a view works where the database takes no write', async () => {
  expect(await answerMirrored(() => Promise.resolve(ok(isReadOnly())))).toEqual(ok(true))
})

test('a call that would have written all the same is refused like one that may not be made', async () => {
  const writing = () => Promise.reject(new DatabaseFailure({ code: '25006' }))
  expect(await answerMirrored(writing)).toMatchObject({ ok: false, error: { name: 'mirrorReadOnly' } })
  const broken = () => Promise.reject(new DatabaseFailure({ code: '42703' }))
  await expect(answerMirrored(broken)).rejects.toThrow('42703')
})

test('a view is named by both headers together', () => {
  const named = (headers: Record<string, string>) => mirrorNoOf({ headers })
  expect(named({ 'access-token': 'M1', 'user-credential': 'mirror' })).toBe('M1')
  expect(named({ 'access-token': 'M1' })).toBeUndefined()
  expect(named({ 'access-token': 'M1', 'user-credential': 'a signed statement' })).toBeUndefined()
  expect(named({ 'user-credential': 'mirror' })).toBeUndefined()
})
