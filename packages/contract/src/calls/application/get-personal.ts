import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { formAnswers } from '../../shapes/form-answers.ts'
import { applicationNo } from '../../wire.ts'

export const getPersonalCall = defineCall({
  name: 'getPersonal',
  method: 'GET',
  path: '/dolphin-loan/online/get-personal',
  feature: 'application',
  access: 'session',
  request: { query: z.strictObject({ applicationNo }) },
  reply: formAnswers,
  refusals: ['notFound'],
  idempotent: false,
  summary: 'The answers of the personal section, as its form wants them',
  source: 'product.md §7',
})
