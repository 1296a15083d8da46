import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { resourceInfo } from '../../shapes/resource-info.ts'
import { resource } from '../../wire.ts'

export const parseReturningResourceCall = defineCall({
  name: 'parseReturningResource',
  method: 'GET',
  path: '/dolphin-loan/online/parse-returning-resource',
  feature: 'application',
  access: 'resource',
  request: { query: z.strictObject({ resource }) },
  reply: resourceInfo,
  refusals: ['loanStatusInvalid'],
  idempotent: false,
  summary: 'What a returning link stands for',
  source: 'product.md §7',
})
