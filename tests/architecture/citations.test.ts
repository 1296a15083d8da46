import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { citationsIn, faultOf, type TextFile } from './citations.ts'
import { PROJECT_ROOT } from './source-files.ts'

const GENERATED = new Set(['node_modules', 'dist', 'paraglide', 'migrations', 'test-results', 'coverage'])

function pathsBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (GENERATED.has(entry.name) || entry.name.startsWith('.')) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? pathsBelow(path) : [path]
  })
}

const files: readonly TextFile[] = pathsBelow(PROJECT_ROOT)
  .map((path) => relative(PROJECT_ROOT, path))
  .filter((path) => /\.(?:tsx?|mjs|css|md|yml|sh)$|^deploy\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(PROJECT_ROOT, path), 'utf8') }))
const pages = files.filter(({ path }) => path.endsWith('.md'))
const citations = files.flatMap(citationsIn)

test('every citation of code, tests and docs names a page and a section that exist', () => {
  expect(citations.length).toBeGreaterThan(900)
  expect(citations.map((each) => faultOf(each, pages)).filter((fault) => fault !== undefined)).toEqual([])
})

/** A citation that stands in no file: written as one, this file would be found to cite it. */
const cited = (name: string, rest = ''): string => `${[name, 'md'].join('.')}${rest}`

const SAMPLE: readonly TextFile[] = [
  {
    path: cited('docs/one/rules'),
    text: '# Rules\n\n## 2. Dates\n\n### 2.1 Leap years\n\n|T5|theft|\n\n**I1** sums',
  },
  { path: cited('docs/one/page'), text: '# Page' },
  { path: cited('docs/two/page'), text: '# Page' },
]

const faultsIn = (text: string, path = 'code.ts'): readonly string[] =>
  citationsIn({ path, text }).flatMap((each) => faultOf(each, SAMPLE) ?? [])

describe('the checker', () => {
  test.each([
    cited('rules', ' §2'),
    cited('rules', ' §2.1; 12 CFR 1026.18'),
    cited('docs/one/rules', '’s §2, T5'),
    cited('rules', ' T5 and I1'),
    cited('rules', ' "Leap years"'),
    cited('../../docs/one/rules'),
    cited('two/page'),
    `Source: ${cited('rules', '\n * §2. More.')}`,
  ])('accepts %j', (text) => {
    expect(faultsIn(text)).toEqual([])
  })

  test.each([
    [cited('nowhere', ' §1'), 'does not exist'],
    [cited('rules', ' §3'), 'has no §3'],
    [cited('rules', ' §2 and §4'), 'has no §4'],
    [cited('rules', ' §2.2'), 'has no §2.2'],
    [cited('rules', ' T50'), 'has no T50'],
    [cited('rules', ' "Weeks"'), 'has no "Weeks"'],
    [cited('page'), 'may be'],
    [cited('les', ' §2'), 'does not exist'],
    [cited('rules', '\n * §9'), 'has no §9'],
  ])('refuses %j: %s', (text, fault) => {
    expect(faultsIn(`first line\n${text}`)).toEqual([expect.stringContaining(fault)])
    expect(faultsIn(`first line\n${text}`)[0]).toMatch(/^code\.ts:2: /)
  })

  test('a page cites the one beside it by its bare name', () => {
    expect(faultsIn(cited('page'), cited('docs/two/other'))).toEqual([])
  })
})
