import { fleschKincaid } from 'flesch-kincaid'
import { syllable } from 'syllable'

/** Shorter ones are labels, which no formula can judge. */
const FEWEST_WORDS = 5

/** The sentences of a text that are long enough to be judged; a name in braces reads as one short word. */
export function sentencesOf(text: string): readonly string[] {
  return text
    .replace(/\{\w+:([^{}|]*)\|[^{}|]*\}/g, '$1')
    .replace(/\{\w+\}/g, 'one')
    .split(/(?<=[.!?…])\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => wordsOf(sentence).length >= FEWEST_WORDS)
}

const wordsOf = (sentence: string): readonly string[] => sentence.match(/[\p{L}\p{N}$%'’-]+/gu) ?? []

/** The school grade of English sentences, taken together. Source: Flesch and Kincaid, 1975. */
export function gradeOf(sentences: readonly string[]): number {
  const words = sentences.flatMap(wordsOf)
  return fleschKincaid({
    sentence: sentences.length,
    word: words.length,
    syllable: words.reduce((sum, word) => sum + syllable(word), 0),
  })
}
