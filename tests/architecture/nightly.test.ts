import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from './source-files.ts'

interface Figure {
  readonly what: string
  readonly asked: number
  readonly seen: RegExp
  readonly atMost?: boolean
  readonly timed?: boolean
}
interface Part {
  readonly name: string
  readonly title: string
  readonly limit?: string
  readonly figures: Readonly<Record<string, Figure>>
  readonly commands: (
    figures: Readonly<Record<string, number>>,
    isTrial: boolean,
  ) => readonly (readonly (string | number)[])[]
}
interface Judged {
  readonly verdict: string
}

const load = async <Module>(file: string): Promise<Module> =>
  (await import(pathToFileURL(join(PROJECT_ROOT, 'scripts/proof', file)).href)) as Module
const { NIGHTLY_PARTS: PARTS } = await load<{ NIGHTLY_PARTS: readonly Part[] }>('nightly-parts.mjs')
const { judgePart } = await load<{
  judgePart: (part: Part, ran: { code: number; output: string }, scale: number) => Judged
}>('judge-part.mjs')
const { runNightly } = await load<{
  runNightly: (args: readonly string[], parts: readonly Part[]) => Promise<number>
}>('run-nightly.mjs')

const HELP_OF_FILES = ['proof-files.mjs', '--help']
const part = (name: string, commands: Part['commands'], figures: Part['figures'] = {}): Part => ({
  name,
  title: name,
  figures,
  commands,
})

test('every part of the night has its own name, figures, and commands that are there', () => {
  expect(new Set(PARTS.map(({ name }) => name)).size).toBe(PARTS.length)
  for (const { name, figures, commands } of PARTS) {
    const asked = Object.fromEntries(Object.entries(figures).map(([key, figure]) => [key, figure.asked]))
    expect(Object.keys(figures).length, name).toBeGreaterThan(0)
    for (const [script] of [...commands(asked, false), ...commands(asked, true)])
      expect(existsSync(join(PROJECT_ROOT, 'scripts', String(script))), `${name}: ${script}`).toBe(true)
  }
})

test('docs/guides/testing.md has a row for every part of the night', () => {
  const page = readFileSync(join(PROJECT_ROOT, 'docs/guides/testing.md'), 'utf8')
  expect(PARTS.map(({ name }) => name).filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})

const counted = part('counted', () => [], { n: { what: 'things', asked: 10, seen: /^(\d+) things/gm } })
const limited: Part = { ...counted, limit: 'the night is short' }
const capped = part('capped', () => [], {
  n: { what: 'lost', asked: 0, atMost: true, seen: /^(\d+) lost/gm },
})

test.each([
  ['a command that failed is red, whatever it told', counted, { code: 1, output: '10 things' }, 'red'],
  ['a figure that is reached', counted, { code: 0, output: '10 things' }, 'reached'],
  [
    'figures of several commands count together',
    counted,
    { code: 0, output: '4 things\n6 things' },
    'reached',
  ],
  ['a figure that is not reached is red', counted, { code: 0, output: '9 things' }, 'red'],
  ['a figure that is not told is red', counted, { code: 0, output: '' }, 'red'],
  ['what falls short for a reason is no success', limited, { code: 0, output: '9 things' }, 'short'],
  ['a reason does not excuse a failure', limited, { code: 1, output: '9 things' }, 'red'],
  ['a limit that is kept', capped, { code: 0, output: '0 lost' }, 'reached'],
  ['a limit that is passed is red', capped, { code: 0, output: '1 lost' }, 'red'],
] as const)('%s', (_, one, ended, verdict) => {
  expect(judgePart(one, ended, 1).verdict).toBe(verdict)
})

test('a trial asks for less, and of what only a quiet machine shows it only wants to be told', () => {
  const timed = part('timed', () => [], {
    n: { what: 'ms', asked: 10, atMost: true, timed: true, seen: /^(\d+) ms/gm },
  })
  expect(judgePart(counted, { code: 0, output: '1 things' }, 0.1).verdict).toBe('reached')
  expect(judgePart(timed, { code: 0, output: '11 ms' }, 0.1).verdict).toBe('reached')
  expect(judgePart(timed, { code: 0, output: '' }, 0.1).verdict).toBe('red')
  expect(judgePart(timed, { code: 0, output: '11 ms' }, 1).verdict).toBe('red')
})

test('a part that fails stops no other, and makes the whole run fail', async () => {
  const ran: string[] = []
  const noted = (name: string, command: readonly string[]) =>
    part(name, () => {
      ran.push(name)
      return [command]
    })
  const broken = noted('broken', ['proof-files.mjs', '--no-such-option'])
  const sound = noted('sound', HELP_OF_FILES)
  expect(await runNightly([], [broken, sound])).toBe(1)
  expect(ran).toEqual(['broken', 'sound'])
  expect(await runNightly(['--only', 'sound'], [broken, sound])).toBe(0)
  expect(readFileSync(join(PROJECT_ROOT, 'test-results/nightly/sound.log'), 'utf8')).toContain('proof:files')
  await expect(runNightly(['--only', 'none'], [broken, sound])).rejects.toThrow('There are: broken, sound.')
})
