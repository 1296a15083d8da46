import { ok, type Outcome, refused } from '../outcome.ts'
import type { ConsentKind, ConsentTemplate } from '../portfolios/consent-template.ts'

/** One answer of a person to one consent, at the version they were shown. */
export type ConsentAnswer = { readonly kind: ConsentKind; readonly version: number; readonly given: boolean }

export type ConsentRefusal =
  | { readonly reason: 'requiredMissing'; readonly kinds: readonly ConsentKind[] }
  | { readonly reason: 'outdatedVersion'; readonly kinds: readonly ConsentKind[] }
  | { readonly reason: 'unknownConsent'; readonly kinds: readonly ConsentKind[] }
  | { readonly reason: 'answeredTwice'; readonly kinds: readonly ConsentKind[] }

/**
 * Whether answers may be saved: known consents, each once, at the version now in force, all required ones
 * given. `asked` are the templates of this occasion. All or none is saved. Source: contract.md
 * "batch-save-consent-status".
 */
export function checkConsents(
  asked: readonly ConsentTemplate[],
  answers: readonly ConsentAnswer[],
): Outcome<readonly ConsentAnswer[], ConsentRefusal> {
  const kindsOf = (list: readonly { readonly kind: ConsentKind }[]) => list.map(({ kind }) => kind)
  const unknown = answers.filter(({ kind }) => !asked.some((template) => template.kind === kind))
  if (unknown.length > 0) return refused({ reason: 'unknownConsent', kinds: kindsOf(unknown) })
  const twice = answers.filter(({ kind }, at) => answers.findIndex((other) => other.kind === kind) !== at)
  if (twice.length > 0) return refused({ reason: 'answeredTwice', kinds: kindsOf(twice) })
  const outdated = answers.filter(({ kind, version }) =>
    asked.some((template) => template.kind === kind && template.version !== version),
  )
  if (outdated.length > 0) return refused({ reason: 'outdatedVersion', kinds: kindsOf(outdated) })
  const missing = asked.filter(
    ({ kind, required }) => required && !answers.some((answer) => answer.kind === kind && answer.given),
  )
  if (missing.length > 0) return refused({ reason: 'requiredMissing', kinds: kindsOf(missing) })
  return ok(answers)
}
