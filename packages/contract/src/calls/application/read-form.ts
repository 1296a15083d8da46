import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { formAnswers } from '../../shapes/form-answers.ts'
import { code, externalKey } from '../../wire.ts'

export const readFormCall = defineCall({
  name: 'readForm',
  method: 'GET',
  path: '/dolphin-loan/online/form/{code}',
  feature: 'application',
  access: 'session',
  request: {
    params: z.strictObject({ code }),
    /** Without a key: a new form, pre-filled from what is known of a signed-in customer. */
    query: z.strictObject({ externalKey: externalKey.optional() }),
  },
  reply: formAnswers,
  refusals: ['notFound'],
  idempotent: false,
  summary: 'The answers of a form',
  source: 'ours',
})
