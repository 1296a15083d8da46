import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { formAnswers } from '../../shapes/form-answers.ts'
import { answers, code, externalKey, versionNo } from '../../wire.ts'

const MOST_ELEMENTS = 100

export const saveFormStepCall = defineCall({
  name: 'saveFormStep',
  method: 'POST',
  path: '/dolphin-loan/online/form/{code}/step',
  feature: 'application',
  access: 'session',
  request: {
    params: z.strictObject({ code }),
    body: z.strictObject({
      /** Null before there is an application: a customer's answers wait in the account. */
      externalKey: externalKey.nullable(),
      changed: answers,
      version: versionNo,
      /** The elements of the steps that are filled in; they alone are judged and taken. */
      elements: z.array(code).min(1).max(MOST_ELEMENTS),
    }),
  },
  reply: formAnswers,
  refusals: ['notFound', 'conflict', 'sectionNotEditable'],
  idempotent: true,
  summary: 'Keeps the answers of a form that is not finished, to go on with on any device',
  source: 'ours',
})
