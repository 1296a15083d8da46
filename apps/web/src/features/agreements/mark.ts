import { markText } from './mark-messages.ts'

/** The strokes of a pen in the pad's own units, as the calls that sign take them. */
export interface DrawnMark {
  readonly kind: 'drawn'
  readonly width: number
  readonly height: number
  readonly strokes: readonly (readonly { readonly x: number; readonly y: number }[])[]
}

/** How somebody signs, and the name as typed so far. */
export interface MarkChoice {
  readonly way: 'typed' | 'drawn'
  readonly typedName: string
}

const SHORTEST_NAME = 2
const LONGEST_NAME = 120

/**
 * What still speaks against the mark; its limits are the contract's. Where the signer is known, a typed name that is
 * plainly another is refused at once; the rest the server compares (domain.md §14, "Names").
 */
export function markError(
  { way, typedName }: MarkChoice,
  drawn: DrawnMark | undefined,
  signerName?: string,
): string | undefined {
  if (way === 'drawn') return drawn ? undefined : markText('drawnMissing')
  const { length } = typedName.trim()
  if (length === 0) return markText('nameMissing')
  if (length < SHORTEST_NAME) return markText('nameShort')
  if (length > LONGEST_NAME) return markText('nameLong')
  const isOther = signerName !== undefined && isPlainlyOther(typedName, signerName)
  return isOther ? markText('nameOther', { name: signerName }) : undefined
}

/**
 * True where the signer's first or last word is missing. A name with letters beyond A to Z and accents is left to the
 * server: its transliteration is too large for a page.
 */
function isPlainlyOther(typedName: string, signerName: string): boolean {
  const [typed, signer] = [plainWords(typedName), plainWords(signerName)]
  if (typed === undefined || signer === undefined) return false
  const text = typed.join('')
  return !text.includes(signer[0] ?? '') || !text.includes(signer.at(-1) ?? '')
}

/** What may stand after a name, signed or not. */
const SUFFIXES: readonly string[] = ['jr', 'sr', 'ii', 'iii', 'iv']

/** The words in plain letters; undefined where letters stay that are none of A to Z. */
function plainWords(name: string): readonly string[] | undefined {
  const letters = name
    .normalize('NFD')
    .replace(/[\p{M}'’.]/gu, '')
    .toLowerCase()
  if (/[^a-z\P{L}]/u.test(letters)) return undefined
  return letters.split(/[^a-z]+/).filter((word) => word !== '' && !SUFFIXES.includes(word))
}

/** The mark as a call takes it. */
export const wireMark = ({ way, typedName }: MarkChoice, drawn: DrawnMark | undefined) =>
  way === 'drawn' && drawn
    ? { ...drawn, strokes: drawn.strokes.map((points) => [...points]) }
    : { kind: 'typed' as const, text: typedName.trim() }
