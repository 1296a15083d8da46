import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { resourceInfo } from '../../shapes/resource-info.ts'
import { resource } from '../../wire.ts'

export const parseSignatureResourceCall = defineCall({
  name: 'parseSignatureResource',
  method: 'GET',
  path: '/dolphin-loan/online/parse-signature-resource',
  feature: 'agreement',
  access: 'resource',
  request: { query: z.strictObject({ resource }) },
  reply: resourceInfo,
  refusals: ['loanStatusInvalid'],
  idempotent: false,
  summary: 'What a signature link stands for',
  source: 'product.md §7',
})
