import { z } from 'zod'
import { instant, text, versionNo } from '../wire.ts'
import { consentKind } from '../wire-codes.ts'

export const consentTemplate = z.strictObject({
  kind: consentKind,
  version: versionNo,
  required: z.boolean(),
  label: text(500),
  title: text(200),
  /** What the text comes to, in plain words, to stand beside it. */
  summary: text(1_000),
  /** Paragraphs parted by a blank line. */
  text: text(50_000),
})

/** A yes or no to one text at one version. */
export const consentChoice = z.strictObject({ kind: consentKind, version: versionNo, given: z.boolean() })

export const consentStatus = z.strictObject({
  ...consentTemplate.shape,
  given: z.boolean(),
  givenAt: instant.nullable(),
  /** The text has changed since it was given. */
  outdated: z.boolean(),
})

export const consentOverview = z.strictObject({
  consents: z.array(consentStatus).max(20),
  militarySelfIdentified: z.boolean(),
  /** Required ones are given at their newest version. */
  complete: z.boolean(),
})
