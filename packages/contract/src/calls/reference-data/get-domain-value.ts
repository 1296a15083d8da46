import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { code, queryList, text } from '../../wire.ts'

export const getDomainValueCall = defineCall({
  name: 'getDomainValue',
  method: 'GET',
  path: '/dolphin-config/get-domain-value',
  feature: 'reference-data',
  access: 'public',
  request: { query: z.strictObject({ code: queryList(code, 40) }) },
  reply: z.strictObject({
    values: z.record(
      code,
      z
        .array(z.strictObject({ value: text(120), label: text(200), labelEs: text(200).exactOptional() }))
        .max(500),
    ),
  }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'The options of vocabularies by code: states, enumerations, labels',
  source: 'product.md §7',
})
