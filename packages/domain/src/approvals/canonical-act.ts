import type { ApprovalKind } from './codes.ts'

/** Exactly what is confirmed: as entered, with the differences and effects as shown. No figure is a float. */
export interface ApprovalAct {
  readonly approvalNo: string
  readonly kind: ApprovalKind
  readonly permission: string
  readonly title: string
  readonly subject: string
  readonly portfolioId: number | null
  readonly loanNo: string | null
  /** Whole cents as text; null where the act has no amount. */
  readonly amount: string | null
  readonly enteredBy: string
  /** ISO 8601 in UTC. */
  readonly enteredAt: string
  readonly note: string
  readonly asEntered: readonly { readonly label: string; readonly value: string }[]
  readonly differences: readonly Difference[]
  readonly effects: readonly string[]
}

/** A figure or a text before and after. */
export interface Difference {
  readonly label: string
  readonly before: string
  readonly after: string
  /** "−92.55"; null where there is nothing to subtract. */
  readonly change: string | null
}

const ACT_VERSION = 'dolphin-act/1'

/**
 * The text over which a confirmation signs: one serialization of an act, keys in order of their code units, so that
 * anyone makes the same digest from the same act years later. Source: docs/facts/staff-passkeys.md §2.
 */
export const canonicalAct = (act: ApprovalAct): string => `${ACT_VERSION}\n${canonical(act)}`

/** One serialization of plain data: keys in order of their code units, no space. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
}
