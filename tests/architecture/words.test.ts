import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { describe, expect, test } from 'vitest'
import { PROJECT_ROOT, type SourceFile, sourceFiles } from './source-files.ts'
import { type Place, wordsOf } from './words-of.ts'

/** British spelling; `labelledby` is HTML's. */
const BRITISH =
  /colour|behaviour|catalogue|recognis|initialis|towards\b|judgement|favourite|authoris|organis|honour|neighbour|licence|labelled(?!by)|\bgrey|cancell(?:ed|ing|able)|programme\b|\bcentre|instalment|dialled|travell|counsell|normalis|capitalis|serialis|summaris|utilis|minimis|maximis/i

/** Words that have a term of the field in their place. Source: docs/design/language.md. */
const REFUSED: Readonly<Record<string, RegExp>> = {
  'transaction, not movement': /\bmovements?\b/i,
  'signing session, not ceremony': /\bceremon(?:y|ies)\b/i,
  'debit eligibility check, not debit guard': /\bdebit[- ]guard\b/i,
  'held, not kept back': /\bkept back\b/i,
  'quarantine, ignore, not set aside': /\bset aside\b/i,
  'transmit a file, not hand it over': /\bhand(?:s|ed|ing)? over\b/i,
  'row-level security, not own rows': /\bown rows\b/i,
  'duplicate payment, unmatched entry': /takenTwice|strangersAmong|whatTheKeyDid/,
  'fallback options, not rescue ladder': /\brescue ladder\b/i,
  'post to the ledger': /\bbring\w* ledgers? up\b/i,
  'nobody: name who': /\bnobody\b/i,
  'whoever: name who': /\bwhoever\b/i,
  'anybody: name who': /\banybody\b/i,
  'compute, calculate, not reckon': /\breckon\w*/i,
  'is notified, is shown, not is told': /\bis told\b/i,
  'depends on, not hangs on': /\bhangs? on\b/i,
  'is at, is in, not lies at': /\blies at\b/i,
  'at most': /\bat the most\b/i,
  'show again, not retell': /\bretell\w*/i,
  'American spelling': BRITISH,
}

/** Names that stay as they are. */
const ALLOWED_NAMES: Readonly<Record<string, string>> = {
  cancelled: 'product.md: sub-status, sign status, flag of an installment; status of a change, stored',
  licenceText: 'a key of published portfolio data, stored',
}

/** Files about names that are not ours to choose, or that stood in an earlier release. */
const ALLOWED_FILES: Readonly<Record<string, string>> = {
  'packages/domain/src/stored-names.ts': 'the table of stored names',
  'apps/api/src/http/renamed-paths.ts': 'paths of an earlier release',
  'apps/api/src/http/renamed-paths.test.ts': 'paths of an earlier release',
  'apps/api/src/http/served-calls.db.test.ts': 'a path of an earlier release',
  'apps/api/src/http/stored-reply.test.ts': 'a reply of an earlier release',
  'packages/domain/src/enumerations.test.ts': 'lists of product.md',
  'packages/domain/src/loans/loan-life.test.ts': 'lists of product.md',
  'packages/domain/src/notices/refusal-words.ts': 'words of people who text to us',
  'packages/domain/src/notices/text-reply.test.ts': 'words of people who text to us',
  'scripts/postgres.mjs': 'a user of the operating system',
  'tests/deployment/empty-machine.ts': 'a user of the operating system',
  'tests/deployment/pooler.ts': 'a user of the operating system',
  'tests/architecture/words.test.ts': 'the refused words',
}

const TEST = /\.test\.tsx?$|\/testing\//
const TABLES = new RegExp(`\\b(?:${Object.values(STORED_NAMES.table).join('|')})\\b`, 'g')

/** A text without names: a name stands in quotes or is a name that stays; SQL names tables as stored. */
const withoutNames = (text: string): string =>
  Object.hasOwn(ALLOWED_NAMES, text)
    ? ''
    : text
        .replaceAll(/`[^`]*`|'[\w/-]*'/g, '')
        .replaceAll(/\bterminated\/cancelled\b/g, '')
        .replaceAll(TABLES, '')

/** Refused words of sentences, as place and reason. */
export function refusedIn(places: readonly Place[]): string[] {
  return places.flatMap(({ place, text, kind }) =>
    Object.entries(REFUSED)
      .filter(([, pattern]) => kind !== 'name' || pattern === BRITISH)
      .filter(([, pattern]) => pattern.test(withoutNames(text)))
      .map(([instead]) => `${place}: ${instead}`),
  )
}

/** Words of the files in which a pattern is found at all: to read every file takes half a minute. */
const wordsIn = (files: readonly SourceFile[], patterns: readonly RegExp[]): Place[] =>
  files
    .filter(({ path }) => !Object.hasOwn(ALLOWED_FILES, path))
    .filter(({ text }) => patterns.some((pattern) => pattern.test(text)))
    .flatMap(wordsOf)

/** Lines of pages, dashboards and settings, without the pages that define the words. */
function lines(): Place[] {
  const below = (folder: string) =>
    readdirSync(join(PROJECT_ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
      (path) => `${folder}/${path}`,
    )
  return [...below('docs'), ...below('deploy'), '.env.example']
    .filter((path) => /\.(?:md|ya?ml|json|example)$/.test(path) && path !== 'docs/design/language.md')
    .flatMap((path) =>
      readFileSync(join(PROJECT_ROOT, path), 'utf8')
        .split('\n')
        .map((text, index) => ({ place: `${path}:${index + 1}`, text, kind: 'text' as const })),
    )
}

describe('words (docs/design/language.md)', () => {
  const sources = sourceFiles(['apps', 'packages', 'scripts', 'tests', 'tools'], /\.(?:tsx?|mjs)$/)

  test('comments, messages and names use the terms of the field', () => {
    expect(refusedIn(wordsIn(sources, Object.values(REFUSED)))).toEqual([])
  })

  test('docs, dashboards and settings use the terms of the field', () => {
    expect(refusedIn(lines())).toEqual([])
  })

  test('a stored name that is no word of ours stands in one place', () => {
    const stored = new Set<string>(Object.values(STORED_NAMES).flatMap((names) => Object.values(names)))
    // An everyday word, too.
    stored.delete(STORED_NAMES.inboxFileStatus.imported)
    const product = sources.filter(({ path }) => /^(?:apps|packages)\//.test(path) && !TEST.test(path))
    const literals = wordsIn(product, [new RegExp([...stored].join('|'))])
    expect(literals.filter(({ kind, text }) => kind === 'text' && stored.has(text))).toEqual([])
  })

  test('each exception is of a file that is there', () => {
    const paths = new Set(sources.map(({ path }) => path))
    expect(Object.keys(ALLOWED_FILES).filter((path) => !paths.has(path))).toEqual([])
  })

  test('a refused word is found in a comment, a message, markup and a name, and not in a stored name', () => {
    const text = [
      'const nobody = 1',
      '/** Whoever signs. */',
      "// the table `ceremonies`, audit 'ceremonyOpened'",
      "log('is told once', `select 1 from ceremonies where status = 'cancelled'`)",
      'const colourOf = (size: number) => `kept back ${size}`',
      "const view = <p aria-labelledby='a'>Nobody waits</p>",
      "const state = { cancelled: 'cancelled', note: 'It was cancelled.' }",
    ].join('\n')
    expect(refusedIn(wordsOf({ path: 'a.tsx', text })).toSorted()).toEqual([
      'a.tsx:2: whoever: name who',
      'a.tsx:4: is notified, is shown, not is told',
      'a.tsx:5: American spelling',
      'a.tsx:5: held, not kept back',
      'a.tsx:6: nobody: name who',
      'a.tsx:7: American spelling',
    ])
  })
})
