import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { resourceInfo } from '../../shapes/resource-info.ts'
import { resource } from '../../wire.ts'

export const parseCompleteResourceCall = defineCall({
  name: 'parseCompleteResource',
  method: 'GET',
  path: '/dolphin-loan/online/parse-complete-resource',
  feature: 'application',
  access: 'resource',
  request: { query: z.strictObject({ resource }) },
  reply: resourceInfo,
  refusals: ['loanStatusInvalid'],
  idempotent: false,
  summary: 'What a complete-information link stands for',
  source: 'product.md §7',
})
