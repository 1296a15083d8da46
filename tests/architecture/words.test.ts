import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PROJECT_ROOT, sourceFiles } from './source-files.ts'

/** Words that have a term of the field in their place. Source: language.md. */
const REFUSED: Readonly<Record<string, RegExp>> = {
  'transaction, not a movement of money': /\bmovements? of money\b/i,
  'signing session, not ceremony': /\bceremon(?:y|ies)\b/i,
  'debit eligibility check, not debit guard': /\bdebit[- ]guard\b/i,
  'held, not kept back': /\bkept back\b/i,
  'fallback options, not rescue ladder': /\brescue ladder\b/i,
  'post to the ledger': /\bbring\w* ledgers? up\b/i,
  'nobody: name who': /\bnobody\b/i,
  'whoever: name who': /\bwhoever\b/i,
  'anybody: name who': /\banybody\b/i,
  'compute, calculate, not reckon': /\breckon\w*/i,
  'is notified, is shown, not is told': /\bis told\b/i,
  'depends on, not hangs on': /\bhangs on\b/i,
  'is at, is in, not lies at': /\blies at\b/i,
  'at most': /\bat the most\b/i,
  'show again, not retell': /\bretell\w*/i,
  'American spelling':
    /\b(?:\w*colour|behaviour|catalogues?\b|recognis|initialis|towards\b|judgement|favourite)/i,
}

interface Sentence {
  readonly place: string
  readonly text: string
}

const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/[^\n]*/g

/** Comments of code with the line they begin at. A stored name in backquotes or quotes is no sentence. */
export function commentsOf(path: string, text: string): Sentence[] {
  return [...text.matchAll(COMMENT)].flatMap(({ 0: comment, index }) =>
    comment.split('\n').map((line, offset) => ({
      place: `${path}:${text.slice(0, index).split('\n').length + offset}`,
      text: line.replaceAll(/`[^`]*`|'[^']*'/g, ''),
    })),
  )
}

/** Refused words of sentences, as place and reason. */
export function refusedIn(sentences: readonly Sentence[]): string[] {
  return sentences.flatMap(({ place, text }) =>
    Object.entries(REFUSED)
      .filter(([, pattern]) => pattern.test(text))
      .map(([instead]) => `${place}: ${instead}`),
  )
}

/** Pages of docs, without the one that lists the refused words. */
function docs(): Sentence[] {
  return readdirSync(join(PROJECT_ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && path !== 'design/language.md')
    .flatMap((path) =>
      readFileSync(join(PROJECT_ROOT, 'docs', path), 'utf8')
        .split('\n')
        .map((text, index) => ({
          place: `docs/${path}:${index + 1}`,
          text: text.replaceAll(/`[^`]*`/g, ''),
        })),
    )
}

describe('words (language.md)', () => {
  test('comments use the terms of the field', () => {
    expect(refusedIn(sourceFiles().flatMap(({ path, text }) => commentsOf(path, text)))).toEqual([])
  })

  test('docs use the terms of the field', () => {
    expect(refusedIn(docs())).toEqual([])
  })

  test('a refused word is found in a comment, and not in code or in a stored name', () => {
    const text =
      "const nobody = 1\n/** Whoever signs. */\n// the table `ceremonies`, audit 'ceremonyOpened'\n"
    expect(refusedIn(commentsOf('a.ts', text))).toEqual(['a.ts:2: whoever: name who'])
  })
})
