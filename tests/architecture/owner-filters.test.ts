import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from './source-files.ts'

interface Found {
  readonly filters: readonly { readonly id: string; readonly kind: 'customer' | 'portfolio' }[]
  readonly queries: readonly { readonly id: string; readonly kinds: readonly string[] }[]
}

/** What a person has looked at; `npm run proof:access` leaves out each filter in turn. */
interface Reviewed {
  readonly filters: readonly string[]
  readonly notMissed: Readonly<Record<string, string>>
  readonly unfiltered: Readonly<Record<string, string>>
}

const reviewed = JSON.parse(
  readFileSync(join(PROJECT_ROOT, 'scripts/proof/owner-filters.json'), 'utf8'),
) as Reviewed
let found: Found

beforeAll(() => {
  const listed = execFileSync(process.execPath, ['scripts/proof-access.mjs', '--list'], { cwd: PROJECT_ROOT })
  found = JSON.parse(listed.toString().trim().split('\n').at(-1) ?? '') as Found
}, 60_000)

describe('conditions that keep customers and portfolios apart, as the source has them (design/security.md T5, T6)', () => {
  test('they are the ones that were looked at: none has gone, none is new', () => {
    expect(found.filters.map(({ id }) => id)).toEqual(reviewed.filters)
  })

  test('there are many of both kinds', () => {
    const count = (kind: string) => found.filters.filter((one) => one.kind === kind).length
    expect(count('customer')).toBeGreaterThanOrEqual(30)
    expect(count('portfolio')).toBeGreaterThanOrEqual(150)
  })

  test('a query without one is among those of which it is said why', () => {
    const without = found.queries.filter(({ kinds }) => kinds.length === 0).map(({ id }) => id)
    expect(without.toSorted()).toEqual(Object.keys(reviewed.unfiltered).toSorted())
  })

  test('only conditions that the source has are excused, and few', () => {
    const excused = Object.keys(reviewed.notMissed)
    expect(excused.filter((id) => !reviewed.filters.includes(id))).toEqual([])
    expect(excused.length).toBeLessThan(5)
  })
})
