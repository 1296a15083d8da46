import { type Call, defineCall } from '@dolphin/contract/call'
import { DatabaseFailure } from '@dolphin/database/driver/database-failure'
import type { Executor } from '@dolphin/database/driver/executor'
import type { IdempotencyRepository } from '@dolphin/database/driver/idempotency-repository'
import { ok } from '@dolphin/domain/outcome'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { UnitsOfWork } from '../unit-of-work.ts'
import { refuse } from '../refusal.ts'
import { ANONYMOUS } from './actor.ts'
import { createIdempotentWrites } from './idempotency.ts'
import type { MultipartForm } from './multipart-form.ts'

const upload: Call = defineCall({
  name: 'upload',
  method: 'POST',
  path: '/test/upload',
  feature: 'documents',
  access: 'customer',
  request: { body: z.strictObject({ loanNo: z.string() }) },
  requestType: 'multipart',
  reply: z.strictObject({}),
  refusals: [],
  idempotent: true,
  summary: 'A call for this test',
  source: 'ours',
})

const writes = createIdempotentWrites(
  {} as UnitsOfWork,
  {} as IdempotencyRepository,
  new Uint8Array(32).fill(1),
)
const request = {
  headers: { 'idempotency-key': '5f0c2f6e-2c9e-4f5e-9a35-0d8b4f0a1c11' },
  params: {},
  query: {},
} as unknown as FastifyRequest

function formOf(loanNo: string, text: string): MultipartForm {
  const file = { fileName: 'march.csv', contentType: 'text/csv', gone: new AbortController().signal }
  return { fields: { loanNo }, upload: { ...file, bytes: new TextEncoder().encode(text) } }
}

const digestOf = (form: MultipartForm): string => {
  const key = writes.readKey(upload, request, form)
  if (!key.ok || key.value === undefined) throw new Error('the request has its key')
  return key.value.bodyHash
}

test('a key stands for one form with one file: other fields or other bytes are another intent (docs/security.md T9)', () => {
  const first = digestOf(formOf('118-0000011', 'a,b'))
  expect(digestOf(formOf('118-0000011', 'a,b'))).toBe(first)
  expect(digestOf(formOf('118-0000029', 'a,b'))).not.toBe(first)
  expect(digestOf(formOf('118-0000011', 'a,c'))).not.toBe(first)
})

test('an act that another node works on for longer than a lock is waited for goes on: it is asked for again', async () => {
  const units: UnitsOfWork = {
    write: (work) => work({ tx: {} as Executor, now: new Date(0), afterCommit: () => undefined }),
  }
  const claimedBy = (code: string) => {
    const claim = () => Promise.reject(new DatabaseFailure({ code }))
    const locked = createIdempotentWrites(
      units,
      { claim } as unknown as IdempotencyRepository,
      new Uint8Array(32),
    )
    const key = { key: 'k', bodyHash: 'h' }
    return locked.write(key, ANONYMOUS, upload, () => Promise.resolve(ok({})))
  }
  expect(await claimedBy('55P03')).toEqual(refuse('idempotencyInProgress', { retryAfterSeconds: 1 }))
  await expect(claimedBy('XX000')).rejects.toThrow(DatabaseFailure)
})
