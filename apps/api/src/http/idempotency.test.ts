import { type Call, defineCall } from '@dolphin/contract/call'
import type { IdempotencyRepository } from '@dolphin/database/driver/idempotency-repository'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { UnitsOfWork } from '../unit-of-work.ts'
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
