import { describe, expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

const files = sourceFiles()
const isTest = (path: string) => /\.test\.tsx?$|\/testing\/|^packages\/testkit\//.test(path)
const products = files.filter(({ path }) => !isTest(path))

const BANNED_NAMES = /(^|\/)(utils?|helpers?|common|misc|shared|index)(\.tsx?|\/)/

/** Each banned word names what to write instead. */
const BANNED_WORDS: readonly {
  readonly pattern: RegExp
  readonly instead: string
  readonly allowedIn?: RegExp
}[] = [
  { pattern: /\b(TODO|FIXME|XXX|HACK)\b/, instead: 'an issue' },
  { pattern: /@ts-ignore|@ts-expect-error|@ts-nocheck/, instead: 'the right type' },
  { pattern: /oxlint-disable|eslint-disable|biome-ignore/, instead: 'code the rule accepts' },
  {
    pattern: /\bDate\.now\(\)|\bnew Date\(\)/,
    instead: 'the injected Clock',
    allowedIn: /(wall-clock|device-clock)\.ts$/,
  },
  { pattern: /\bMath\.random\(\)/, instead: 'the injected RandomSource' },
  {
    pattern: /\bparseFloat\(|\.toFixed\(/,
    instead: 'integer cents and rationals',
    allowedIn: /(chart|Chart)/,
  },
  {
    pattern: /\b3_600_000\b|\b86_400_000\b|\* 60_000\b/,
    instead: 'a length of time/durations.ts',
    allowedIn: /time\/durations\.ts$|^packages\/ui\//,
  },
  { pattern: /dangerouslySetInnerHTML|\.innerHTML\s*=/, instead: 'React text binding' },
  { pattern: /catch\s*(\([^)]*\))?\s*\{\s*\}/, instead: 'an error that is reported' },
]
const TESTS_THAT_DO_NOT_RUN = /\b(test|it|describe)\.(skip|only|todo)\(/

describe('tidiness', () => {
  test('no folder or file is a drawer for everything', () => {
    expect(files.filter(({ path }) => BANNED_NAMES.test(path)).map(({ path }) => path)).toEqual([])
  })

  test.each(BANNED_WORDS)('instead of $pattern: $instead', ({ pattern, allowedIn }) => {
    const found = products
      .filter(({ path, text }) => !(allowedIn?.test(path) ?? false) && pattern.test(text))
      .map(({ path }) => path)
    expect(found).toEqual([])
  })

  test('every test runs', () => {
    const ofAll = [...files, ...sourceFiles(['tools'])]
    expect(ofAll.filter(({ text }) => TESTS_THAT_DO_NOT_RUN.test(text)).map(({ path }) => path)).toEqual([])
  })

  test('no file is longer than 400 lines (tests: 600)', () => {
    const long = files
      .filter(({ path, text }) => text.split('\n').length > (isTest(path) ? 600 : 400))
      .map(({ path }) => path)
    expect(long).toEqual([])
  })

  test('a file exports things by name only', () => {
    const reexporting = products
      .filter(({ text }) => /(^|\n)export \* from/.test(text))
      .map(({ path }) => path)
    expect(reexporting).toEqual([])
  })
})
