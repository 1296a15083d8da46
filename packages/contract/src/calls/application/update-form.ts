import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { formSaved } from '../../shapes/form-answers.ts'
import { answers, code, externalKey, versionNo } from '../../wire.ts'
import { formActionModeCode } from '../../wire-codes.ts'

export const updateFormCall = defineCall({
  name: 'updateForm',
  method: 'PUT',
  path: '/dolphin-loan/online/form/{code}',
  feature: 'application',
  access: 'session',
  request: {
    params: z.strictObject({ code }),
    /** Only what changed; `version` is the one that was read. */
    body: z.strictObject({
      externalKey,
      changed: answers,
      version: versionNo,
      /** Preview judges and tells what the save would make stale, and stores nothing. */
      mode: formActionModeCode.default(FormActionMode.save),
    }),
  },
  reply: formSaved,
  refusals: [
    'notFound',
    'conflict',
    'sectionNotEditable',
    'stateNotServed',
    'bankAccountNotMatched',
    'tooManyRequests',
  ],
  idempotent: true,
  summary: 'Saves the changed fields of a form',
  source: 'ours',
})
