/** The words of a line, in capitals. */
export type LineWords = readonly string[]

/** A text as words: "AT&T *BILL" is AT, T, BILL. */
export const wordsOf = (text: string): LineWords =>
  text
    .toUpperCase()
    .split(/[^A-Z0-9]+/u)
    .filter((word) => word !== '')

interface Phrase<Meaning> {
  readonly words: readonly string[]
  readonly meaning: Meaning
  /** Banks cut names: the last word of a long phrase may go on. */
  readonly isCut: boolean
}

/** Finds the meaning of a text by its phrases. */
export interface WordList<Meaning> {
  /** That of the longest phrase that stands in the text as whole words; undefined where none does. */
  readonly find: (words: LineWords) => Meaning | undefined
}

/** Shorter ones would stand in other names. */
const LEAST_CUT = 12

/** A list of phrases, each with its meaning. A phrase counts only as whole words: DAVE INC does not stand in DAVES INC. */
export function wordList<Meaning>(
  entries: readonly (readonly [phrase: string, Meaning])[],
): WordList<Meaning> {
  const byFirst = new Map<string, Phrase<Meaning>[]>()
  for (const [phrase, meaning] of entries) {
    const words = wordsOf(phrase)
    const [first = ''] = words
    const isCut = words.length > 1 && phrase.length >= LEAST_CUT
    byFirst.set(first, [...(byFirst.get(first) ?? []), { words, meaning, isCut }])
  }
  for (const list of byFirst.values()) list.sort((a, b) => b.words.length - a.words.length)
  return { find: (words) => longest(byFirst, words)?.meaning }
}

function longest<Meaning>(
  byFirst: ReadonlyMap<string, readonly Phrase<Meaning>[]>,
  words: readonly string[],
): Phrase<Meaning> | undefined {
  let found: Phrase<Meaning> | undefined
  for (const [at, word] of words.entries()) {
    const phrase = byFirst.get(word)?.find((one) => standsAt(one, words, at))
    if (phrase !== undefined && phrase.words.length > (found?.words.length ?? 0)) found = phrase
  }
  return found
}

const standsAt = <Meaning>(
  { words: phrase, isCut }: Phrase<Meaning>,
  words: readonly string[],
  at: number,
): boolean =>
  phrase.every((word, index) => {
    const other = words[at + index]
    return other === word || (isCut && index === phrase.length - 1 && other?.startsWith(word) === true)
  })
