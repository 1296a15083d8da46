import { asciiText } from './ascii-text.ts'

/** A person's name as a form takes it. */
export interface PersonName {
  readonly firstName: string
  readonly lastName: string
}

/** Whether two names are one person's. `similar` is a question for a person, never a sign of fraud. */
export type NameMatch = 'same' | 'similar' | 'different'

const SUFFIXES: ReadonlySet<string> = new Set(['jr', 'sr', 'ii', 'iii', 'iv'])

/** Particles that many surnames share; alone they say nothing. */
export const PARTICLES: ReadonlySet<string> = new Set(
  'al bin da de del der di dos du el la las le los mac san st van von y'.split(' '),
)

/** The most words that a bank runs together or a person writes apart: De La Cruz, Delacruz. */
const MOST_JOINED = 3

/**
 * Whether two names are one person's, by folded letters: no accents, case, apostrophes, hyphens, spaces or suffix.
 * Similar are names in another order, an initial for a first name, one of two surnames, and another surname beside
 * the same first name (a marriage).
 *
 * Source: design/domain.md §14 "Names".
 */
export function compareNames(one: PersonName, other: PersonName): NameMatch {
  const [first, otherFirst] = [foldWords(one.firstName), foldWords(other.firstName)]
  const [last, otherLast] = [foldWords(one.lastName), foldWords(other.lastName)]
  const isSameFirst = joined(first) === joined(otherFirst)
  if (isSameFirst && joined(last) === joined(otherLast)) return 'same'
  const isSwapped = joined(first) === joined(otherLast) && joined(last) === joined(otherFirst)
  const isClose = isFirstClose(first, otherFirst) && isLastClose(last, otherLast)
  return isSameFirst || isSwapped || isClose ? 'similar' : 'different'
}

/**
 * Whether a text that a bank writes for the owner of an account names this person: all of the name in any order, with
 * middle names and joint owners beside it, is the same; only a part of it is similar.
 *
 * Source: design/domain.md §14 "Names".
 */
export function compareOwner({ firstName, lastName }: PersonName, owner: string): NameMatch {
  const words = foldWords(owner)
  const runs = new Set(runsOf(words))
  const [first, last] = [foldWords(firstName), foldWords(lastName)]
  const isIn = (parts: readonly string[]) => runs.has(joined(parts)) || parts.every((part) => runs.has(part))
  if (isIn(first) && isIn(last)) return 'same'
  const isFirstNear = isIn(first) || words.some((word) => isFirstClose(first, [word]))
  const isNear = isIn(first) || (isFirstNear && (isIn(last) || isLastClose(last, words)))
  return isNear ? 'similar' : 'different'
}

/** Whether a typed signature is the signer's name: the whole of it, or its first and last word. */
export function isTypedName(typed: string, signer: string): boolean {
  const words = foldWords(signer)
  const text = joined(foldWords(typed))
  return text !== '' && (text === joined(words) || text === joined([words[0] ?? '', words.at(-1) ?? '']))
}

/** The words of a name in lower-case ASCII letters, without suffix; a name that is only a suffix keeps it. */
export function foldWords(name: string): readonly string[] {
  const words = asciiText(name)
    .toLowerCase()
    .replaceAll("'", '')
    .split(/[^a-z]+/u)
    .filter(Boolean)
  const named = words.filter((word) => !SUFFIXES.has(word))
  return named.length > 0 ? named : words
}

const joined = (words: readonly string[]): string => words.join('')

/** Every word, and every few words that stand together as one. */
const runsOf = (words: readonly string[]): readonly string[] =>
  words.flatMap((_, at) =>
    Array.from({ length: MOST_JOINED }, (_each, more) => joined(words.slice(at, at + more + 1))),
  )

/** The same first word, or an initial of it. */
function isFirstClose([one = '']: readonly string[], [other = '']: readonly string[]): boolean {
  const isInitial = one.length === 1 || other.length === 1
  return one !== '' && (one === other || (isInitial && one[0] === other[0]))
}

/** The same surname, or one of two surnames. */
const isLastClose = (one: readonly string[], other: readonly string[]): boolean =>
  joined(one) === joined(other) ||
  one.some((word) => word.length > 1 && !PARTICLES.has(word) && other.includes(word))
