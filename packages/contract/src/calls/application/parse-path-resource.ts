import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { resourceInfo } from '../../shapes/resource-info.ts'
import { resource } from '../../wire.ts'

export const parsePathResourceCall = defineCall({
  name: 'parsePathResource',
  method: 'GET',
  path: '/dolphin-loan/online/parse-path-resource',
  feature: 'application',
  access: 'resource',
  request: { query: z.strictObject({ resource }) },
  reply: resourceInfo,
  refusals: ['loanStatusInvalid'],
  idempotent: false,
  summary: 'What an application or pending-application link stands for',
  source: 'product.md §7',
})
