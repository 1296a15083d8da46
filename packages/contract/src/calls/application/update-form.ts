import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { formSaved } from '../../shapes/form-answers.ts'
import { answers, code, externalKey, versionNo } from '../../wire.ts'

export const updateFormCall = defineCall({
  name: 'updateForm',
  method: 'PUT',
  path: '/dolphin-loan/online/form/{code}',
  feature: 'application',
  access: 'session',
  request: {
    params: z.strictObject({ code }),
    /** Only what changed; `version` is the one that was read. */
    body: z.strictObject({ externalKey, changed: answers, version: versionNo }),
  },
  reply: formSaved,
  refusals: ['notFound', 'conflict', 'sectionNotEditable', 'stateNotServed', 'loanStatusInvalid'],
  idempotent: true,
  summary: 'Saves the changed fields of a form',
  source: 'ours',
})
