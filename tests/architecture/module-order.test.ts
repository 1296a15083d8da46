import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importsOf, PROJECT_ROOT, sourceFiles } from './source-files.ts'

const SERVER = 'apps/api/src/'
const isTest = (path: string) => /\.test\.tsx?$|\/testing\//.test(path)

/** Files at the root that nothing but the wiring imports; every other root file is `base`. */
const TOP = [
  'main.ts',
  'compose.ts',
  'features.ts',
  'open-database.ts',
  'open-external-deps.ts',
  'open-ports.ts',
  'observed-work.ts',
  'server-gauges.ts',
  'staff-matters.ts',
  'staff-reads.ts',
  'process-log.ts',
  'touched-acts.ts',
]

/** An order as docs/architecture.md lists it below a heading, the highest part first. */
function documentedOrder(heading: string): string[] {
  const text = readFileSync(join(PROJECT_ROOT, 'docs/architecture.md'), 'utf8')
  const section = text.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  return [...section.matchAll(/^\d+\. `([a-z-]+)`/gm)].map(([, name]) => name ?? '')
}

/** The part of the server that a file belongs to: its module, its folder of plumbing, or a part of the root. */
export function partOf(path: string): string {
  const [first = '', second = '', ...deeper] = path.slice(SERVER.length).split('/')
  if (first === 'modules') return second
  if (second === '' && deeper.length === 0) return TOP.includes(first) ? 'top' : 'base'
  if (first === 'ports') return 'base'
  return first === 'dev' ? 'top' : first
}

interface Arrow {
  readonly from: string
  readonly to: string
}

/** Imports between files below a folder, as from and to. */
function arrows(folder: string): Arrow[] {
  return sourceFiles()
    .filter(({ path }) => path.startsWith(folder) && !isTest(path))
    .flatMap(({ path, text }) =>
      importsOf(text)
        .filter(({ specifier }) => specifier.startsWith('.'))
        .map(({ specifier }) => ({ from: path, to: normalize(join(dirname(path), specifier)) })),
    )
}

/** Arrows that run back up; types count, since a reader has to follow them too. */
export function runningBack(
  order: readonly string[],
  all: readonly Arrow[],
  part: (path: string) => string,
): string[] {
  return all
    .filter(({ from, to }) => order.indexOf(part(to)) < order.indexOf(part(from)))
    .map(({ from, to }) => `${from} imports ${to}`)
}

describe('the order of modules (docs/architecture.md "Order of modules")', () => {
  const order = documentedOrder('Order of modules')

  test('every part of the server stands in the order once, and every name of it is a part', () => {
    const parts = new Set(
      sourceFiles()
        .filter(({ path }) => path.startsWith(SERVER) && !isTest(path))
        .map(({ path }) => partOf(path)),
    )
    expect([...parts].toSorted()).toEqual(order.toSorted())
  })

  test('no import runs back up', () => {
    const all = arrows(SERVER)
    expect(all.length).toBeGreaterThan(1_000)
    expect(runningBack(order, all, partOf)).toEqual([])
  })

  test('an import that runs back is found', () => {
    const from = `${SERVER}modules/loans/loan-access.ts`
    const to = `${SERVER}modules/payments/settle.ts`
    expect(runningBack(order, [{ from, to }], partOf)).toEqual([`${from} imports ${to}`])
    expect(runningBack(order, [{ from: to, to: from }], partOf)).toEqual([])
  })
})

const featureOf = (folder: string) => (path: string) => path.slice(folder.length).split('/')[0] ?? ''

describe.each([
  ['Order of features', 'apps/web/src/features/'],
  ['Order of features at the desk', 'apps/console/src/features/'],
])('"%s" of docs/architecture.md', (heading, folder) => {
  const order = documentedOrder(heading)
  const all = arrows(folder)
  const part = featureOf(folder)

  test('every feature stands in the order once', () => {
    const features = new Set(all.map(({ from }) => part(from)))
    expect([...features].toSorted()).toEqual(order.toSorted())
  })

  test('no feature imports one above it', () => {
    const inside = all.filter(({ to }) => to.startsWith(folder))
    expect(runningBack(order, inside, part)).toEqual([])
  })
})
