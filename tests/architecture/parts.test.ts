import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, matchesGlob } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import vitestConfig from '../../vitest.config.ts'
import { PROJECT_ROOT, sourceFiles } from './source-files.ts'

interface Command {
  readonly runner: 'vitest' | 'playwright' | 'script'
  readonly args: readonly string[]
}
interface Part {
  readonly name: string
  readonly shows: string
  readonly test?: readonly Command[]
  readonly full?: readonly Command[]
  readonly nightly?: { readonly name: string }
  readonly needs?: readonly string[]
  readonly after?: readonly string[]
  readonly alone?: boolean
}
interface Result {
  readonly name: string
  readonly hasPassed: boolean
  readonly tookMs: number
  readonly cpuSeconds: number
  readonly tally?: {
    readonly passed: number
    readonly failed: number
    readonly skipped: number
    readonly complaints: readonly string[]
  }
  readonly log: string
}

const load = async <Module>(file: string): Promise<Module> =>
  (await import(pathToFileURL(join(PROJECT_ROOT, 'scripts', file)).href)) as Module
const { PARTS } = await load<{ PARTS: readonly Part[] }>('parts/part-table.mjs')
const { NIGHTLY_PARTS } = await load<{ NIGHTLY_PARTS: readonly { name: string }[] }>(
  'proof/nightly-parts.mjs',
)
const { runInLanes, LANES } = await load<{
  LANES: number
  runInLanes: <R>(parts: readonly Part[], runOne: (part: Part) => Promise<R>) => Promise<R[]>
}>('parts/run-in-lanes.mjs')
const { keep, readKept, isOfOtherSources } = await load<{
  keep: (file: string, digest: string | undefined, results: readonly Result[]) => void
  readKept: (file: string, digest: string | undefined) => readonly Result[]
  isOfOtherSources: (file: string, digest: string | undefined) => boolean
}>('parts/kept-state.mjs')
const { runPart } = await load<{
  runPart: (
    part: Part,
    how: {
      commands: readonly Command[]
      folder: string
      env: Readonly<Record<string, string>>
      onOutput: (line: string) => void
    },
  ) => Promise<Result>
}>('parts/run-part.mjs')
const { complaintsOf, tableOf } = await load<{
  complaintsOf: (results: readonly Result[]) => readonly string[]
  tableOf: (results: readonly Result[], figures: { tookMs: number; serverSeconds?: number }) => string[]
}>('parts/part-report.mjs')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dolphin-parts-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const commandsOf = ({ test: usual = [], full = [] }: Part) => [...usual, ...full]

describe('the table of parts', () => {
  test('every part has a name of its own, says what it shows, and belongs to a command', () => {
    expect(new Set(PARTS.map(({ name }) => name)).size).toBe(PARTS.length)
    for (const part of PARTS) {
      expect(part.shows, part.name).not.toBe('')
      expect(commandsOf(part).length > 0 || part.nightly !== undefined, part.name).toBe(true)
    }
  })

  test('every part of the night is in it', () => {
    const attached = PARTS.flatMap(({ nightly }) => (nightly === undefined ? [] : [nightly.name]))
    expect(attached.toSorted()).toEqual(NIGHTLY_PARTS.map(({ name }) => name).toSorted())
  })

  test('npm test shows nothing that npm run test:full does not', () => {
    // Its screens are looked at by every inspector in "ux".
    const missing = PARTS.filter((part) => part.test !== undefined && part.full === undefined)
    expect(missing.map(({ name }) => name)).toEqual(['axe'])
  })

  test('files, scripts and parts that it names are there', () => {
    const paths = PARTS.flatMap(commandsOf).flatMap(({ runner, args }) =>
      runner === 'script' ? [`scripts/${args[0]}`] : args.filter((one) => /\.ts$|^apps\//.test(one)),
    )
    expect(paths.filter((path) => !existsSync(join(PROJECT_ROOT, path)))).toEqual([])
    const names = PARTS.map(({ name }) => name)
    expect(PARTS.flatMap(({ after = [] }) => after).filter((name) => !names.includes(name))).toEqual([])
  })

  test('what runs programs of the tests comes after the build, which empties their folder', () => {
    const early = PARTS.filter(
      (part) =>
        commandsOf(part).some(({ args }) => args[0] === '--project' && args[1] === 'proof') &&
        part.needs?.includes('build') !== true,
    )
    expect(early.map(({ name }) => name)).toEqual([])
  })

  test('the journeys of npm test are there', () => {
    const journeys = PARTS.find(({ name }) => name === 'journeys')?.test?.[0]?.args.slice(2) ?? []
    expect(journeys).toHaveLength(5)
    const there = readdirSync(join(PROJECT_ROOT, 'tests/journeys'))
    expect(journeys.filter((name) => !there.includes(`${name.slice(1)}.ts`))).toEqual([])
  })

  test('npm run test:full runs every project of tests, and every test that takes minutes', () => {
    const full = PARTS.flatMap((part) => part.full ?? []).filter(({ runner }) => runner === 'vitest')
    const projects = (vitestConfig.test?.projects ?? []).map((project) =>
      typeof project === 'object' && 'test' in project ? project.test?.name : undefined,
    )
    const isRun = (name: string) => full.some(({ args: [, pattern = ''] }) => matchesGlob(name, pattern))
    expect(projects.filter((name) => typeof name !== 'string' || !isRun(name))).toEqual([])
    const named = full.filter(({ args }) => args[1] === 'proof').flatMap(({ args }) => args.slice(2))
    const long = sourceFiles(['apps', 'packages', 'tools']).filter(({ path }) =>
      path.endsWith('.proof.test.ts'),
    )
    expect(long.length).toBeGreaterThan(5)
    expect(
      long.map(({ path }) => path).filter((path) => !named.some((name) => path.startsWith(name))),
    ).toEqual([])
  })
})

describe('lanes', () => {
  const part = (name: string, more: Partial<Part> = {}): Part => ({ name, shows: name, ...more })

  /** Runs the parts, each a turn long; answers which ran beside one another. */
  async function watched(parts: readonly Part[]): Promise<readonly string[]> {
    const running = new Set<string>()
    const seen: string[] = []
    await runInLanes(parts, async ({ name }) => {
      running.add(name)
      seen.push([...running].join('+'))
      await new Promise((done) => setTimeout(done, 1))
      running.delete(name)
    })
    return seen
  }

  test('no more parts run at a time than there are lanes, in their order', async () => {
    const seen = await watched(['a', 'b', 'c', 'd', 'e'].map((name) => part(name)))
    expect(seen).toHaveLength(5)
    expect(Math.max(...seen.map((names) => names.split('+').length))).toBe(LANES)
    expect(seen.map((names) => names.split('+').at(-1))).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('a part waits for those that it comes after, and for the build where it needs it', async () => {
    const parts = [
      part('build'),
      part('last', { after: ['first', 'absent'] }),
      part('pages', { needs: ['build'] }),
      part('first'),
    ]
    const order = (await watched(parts)).map((names) => names.split('+').at(-1) ?? '')
    expect(order.indexOf('last')).toBeGreaterThan(order.indexOf('first'))
    expect(order.indexOf('pages')).toBeGreaterThan(order.indexOf('build'))
    expect(order[1]).toBe('first')
  })

  test('what is to be alone has nothing beside it', async () => {
    const seen = await watched([part('a'), part('alone', { alone: true }), part('b'), part('c')])
    expect(seen.filter((names) => names.includes('alone'))).toEqual(['alone'])
  })
})

describe('a part', () => {
  const none: Part = { name: 'one', shows: 'one' }
  const script = (...args: string[]): Command => ({ runner: 'script', args })
  const run = async (...commands: Command[]) =>
    await runPart(none, { commands, folder, env: {}, onOutput: () => {} })

  test('that a script ends with 0 is enough; what it printed lies in its log', async () => {
    const result = await run(script('proof-files.mjs', '--help'))
    expect(result).toMatchObject({ name: 'one', hasPassed: true, tally: undefined })
    expect(result.cpuSeconds).toBeGreaterThan(0)
  })

  test('that fails runs no further command, and tells the end of its log', async () => {
    const result = await run(
      script('proof-files.mjs', '--no-such-option'),
      script('proof-files.mjs', '--help'),
    )
    expect(result.hasPassed).toBe(false)
    const told = complaintsOf([result]).join('\n')
    expect(told).toContain('✗ one')
    expect(told).toContain('--no-such-option')
  })

  test('without a report of its tests has failed', async () => {
    const result = await run({ runner: 'vitest', args: ['--no-such-option'] })
    expect(result).toMatchObject({ hasPassed: false, tally: { passed: 0 } })
    expect(complaintsOf([result]).join('\n')).toContain('vitest reported nothing')
  })

  test('takes its row of the table; the last row is the sum', () => {
    const tally = { passed: 1_200, failed: 0, skipped: 0, complaints: [] }
    const result = { name: 'one', hasPassed: true, tookMs: 90_000, cpuSeconds: 30, tally, log: '' }
    const lines = tableOf([result, { ...result, name: 'two' }], { tookMs: 95_000, serverSeconds: 7 })
    expect(lines[1]).toMatch(/^one +1 min 30 s +30 s +1,200 +passed$/)
    expect(lines.at(-1)).toMatch(/^in all +1 min 35 s +67 s +2,400$/)
  })
})

describe('what npm run test:full keeps', () => {
  const result = (name: string, hasPassed: boolean): Result => ({
    name,
    hasPassed,
    tookMs: 1,
    cpuSeconds: 1,
    log: '',
  })

  test('parts that passed on the same sources; those that failed run again', () => {
    const file = join(folder, 'state/kept.json')
    keep(file, 'same', [result('sound', true), result('broken', false)])
    expect(readKept(file, 'same').map(({ name }) => name)).toEqual(['sound'])
    expect(isOfOtherSources(file, 'same')).toBe(false)
  })

  test('nothing of other sources, and nothing where git cannot say what they are', () => {
    const file = join(folder, 'other.json')
    keep(file, 'before', [result('sound', true)])
    expect(readKept(file, 'after')).toEqual([])
    expect(isOfOtherSources(file, 'after')).toBe(true)
    const unknown = join(folder, 'unknown.json')
    keep(unknown, undefined, [result('sound', true)])
    expect(existsSync(unknown)).toBe(false)
    writeFileSync(unknown, '{"digest":"x","passed":[]}')
    expect(readKept(unknown, undefined)).toEqual([])
  })
})
