import type { Difference } from '@dolphin/domain/approvals/canonical-act'

/** One difference between two contents, each side as JSON; null where it has nothing there. */
export interface ContentChange {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
}

const MOST_CHANGES = 200
const LONGEST_PATH = 300
const LONGEST_VALUE = 400
/** By these the parts of a list are known, so that an element put in between is one change and not many. */
const NAMES = ['elementKey', 'code', 'productCode', 'couponCode', 'state'] as const

/** What one content changes from another, part by part, in the order of the new one. At most 200. */
export function contentChanges(before: unknown, after: unknown): ContentChange[] {
  return changesAt('', before, after).slice(0, MOST_CHANGES)
}

const LONGEST_LABEL = 120
const NOTHING = '–'

/** The same changes as an approval shows them. */
export const contentDifferences = (changes: readonly ContentChange[]): Difference[] =>
  changes.map(({ path, before, after }) => ({
    label: path.slice(0, LONGEST_LABEL),
    before: before ?? NOTHING,
    after: after ?? NOTHING,
    change: null,
  }))

function changesAt(path: string, before: unknown, after: unknown): ContentChange[] {
  const old = partsOf(before)
  const fresh = partsOf(after)
  if (old === undefined || fresh === undefined || old.isList !== fresh.isList) {
    const [one, other] = [textOf(before), textOf(after)]
    return one === other ? [] : [{ path: path.slice(0, LONGEST_PATH), before: one, after: other }]
  }
  const names = new Set([...fresh.parts.keys(), ...old.parts.keys()])
  return [...names].flatMap((name) =>
    changesAt(path === '' ? name : `${path}.${name}`, old.parts.get(name), fresh.parts.get(name)),
  )
}

interface NeededDeps {
  readonly isList: boolean
  readonly parts: ReadonlyMap<string, unknown>
}

function partsOf(value: unknown): NeededDeps | undefined {
  if (Array.isArray(value)) {
    const named = value.map((part: unknown, index) => [nameOf(part) ?? String(index), part] as const)
    const deps = new Map(named)
    // Two of one name: then only their places tell them apart.
    if (deps.size === value.length) return { isList: true, parts: deps }
    return { isList: true, parts: new Map(value.map((part: unknown, index) => [String(index), part])) }
  }
  if (typeof value !== 'object' || value === null) return undefined
  return { isList: false, parts: new Map(Object.entries(value)) }
}

function nameOf(part: unknown): string | undefined {
  if (typeof part !== 'object' || part === null) return undefined
  const name = NAMES.map((one) => (part as Record<string, unknown>)[one]).find(
    (one) => typeof one === 'string',
  )
  return typeof name === 'string' ? name : undefined
}

function textOf(value: unknown): string | null {
  if (value === undefined) return null
  const text = JSON.stringify(value)
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1)}…` : text
}
