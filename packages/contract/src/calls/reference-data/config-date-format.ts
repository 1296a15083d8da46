import { defineCall } from '../../call.ts'
import { dateFormat } from '../../shapes/portfolio-theme.ts'

export const configDateFormatCall = defineCall({
  name: 'configDateFormat',
  method: 'GET',
  path: '/dolphin-config/date-format',
  feature: 'reference-data',
  access: 'public',
  request: {},
  reply: dateFormat,
  refusals: [],
  idempotent: false,
  summary: 'How pages show days and moments',
  source: 'product.md §7',
})
