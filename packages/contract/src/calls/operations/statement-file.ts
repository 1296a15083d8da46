import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { requestCode } from '../../wire.ts'

export const statementFileCall = defineCall({
  name: 'statementFile',
  method: 'GET',
  path: '/dolphin-ops/statement/{requestCode}/file',
  feature: 'operations',
  access: 'operations',
  replyType: 'file',
  request: { params: z.strictObject({ requestCode }) },
  reply: z.unknown(),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'The bytes of a statement; from quarantine without a type that anything would open',
  source: 'ours',
})
