import { z } from 'zod'
import { answers, applicationNo, code, externalKey, loanNo, text, versionNo } from '../wire.ts'
import { loanFlagCode } from '../wire-codes.ts'

/** What a form is filled with: values by element key, and the version that a save must name. */
export const formAnswers = z.strictObject({
  code,
  /** Null before there is anything to write to. */
  externalKey: externalKey.nullable(),
  version: versionNo,
  values: answers,
  /** Element keys whose stored value is not sent back (SSN, account number), with the mask to show instead. */
  masked: z.record(z.string(), text(32)),
})

/** The answer to a save: what is stored now, and what it made stale. */
export const formSaved = z.strictObject({
  ...formAnswers.shape,
  applicationNo: applicationNo.nullable(),
  loanNo: loanNo.nullable(),
  loanFlags: z.array(loanFlagCode).max(4),
})
