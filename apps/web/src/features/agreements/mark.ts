import { isTypedName } from '@dolphin/domain/identity/same-person'
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
 * What still speaks against the mark; its limits are the contract's. Where the signer is known, a typed name of someone
 * else is refused at once, by the server's own rule.
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
  const isOther = signerName !== undefined && !isTypedName(typedName, signerName)
  return isOther ? markText('nameOther', { name: signerName }) : undefined
}

/** The mark as a call takes it. */
export const wireMark = ({ way, typedName }: MarkChoice, drawn: DrawnMark | undefined) =>
  way === 'drawn' && drawn
    ? { ...drawn, strokes: drawn.strokes.map((points) => [...points]) }
    : { kind: 'typed' as const, text: typedName.trim() }
