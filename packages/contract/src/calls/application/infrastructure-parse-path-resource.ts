import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { resourceInfo } from '../../shapes/resource-info.ts'
import { resource } from '../../wire.ts'

export const infrastructureParsePathResourceCall = defineCall({
  name: 'infrastructureParsePathResource',
  method: 'POST',
  path: '/infrastructure/parse-path-resource',
  feature: 'application',
  access: 'resource',
  request: { body: z.strictObject({ resource }) },
  reply: resourceInfo,
  refusals: ['loanStatusInvalid'],
  idempotent: false,
  summary: 'What any link stands for, without the token in an address',
  source: 'product.md §7',
})
