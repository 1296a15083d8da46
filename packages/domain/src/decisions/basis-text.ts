import type { DecisionBasis } from './decide.ts'

/** Stands for a bigint in JSON, which has none. No key of policies or products begins with a dollar sign. */
const BIG = '$big'

/** A basis as text, exact and with its keys in order: equal bases have equal texts, so its digest names it. */
export function basisToText({ policy, products }: DecisionBasis): string {
  return JSON.stringify(ordered({ policy, products }))
}

/** A stored basis. The caller vouches that basisToText wrote it. */
export function basisFromText(text: string): DecisionBasis {
  return JSON.parse(text, (_key, value: unknown) =>
    isBig(value) ? BigInt(value[BIG]) : value,
  ) as DecisionBasis
}

function ordered(value: unknown): unknown {
  if (typeof value === 'bigint') return { [BIG]: value.toString() }
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1))
  return Object.fromEntries(entries.map(([key, one]) => [key, ordered(one)]))
}

function isBig(value: unknown): value is { readonly [BIG]: string } {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, BIG)
}
