import { isTypedName } from '@dolphin/domain/identity/same-person'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import type { SignatureMark } from '@dolphin/domain/documents/document-model'

/** More points than a hand makes; more would be a file and no signature. */
const MOST_POINTS = 20_000
/** A dot or a tick is no signature: the pen moves at least a tenth of the pad's width in all. */
const LEAST_LENGTH_SHARE = 0.1

/** Why a mark is none, in words for the signer; undefined where it is one. */
export function markFault(mark: SignatureMark, signer: string): Localized | undefined {
  return mark.kind === 'typed' ? typedFault(mark.text, signer) : drawnFault(mark)
}

/** The typed name is the signer's, by its folded letters; the middle name may be left out. */
function typedFault(text: string, signer: string): Localized | undefined {
  if (isTypedName(text, signer)) return undefined
  return {
    en: `Type your full name as it appears in the agreement: ${signer}`,
    es: `Escriba su nombre completo como aparece en el contrato: ${signer}`,
  }
}

function drawnFault({
  width,
  height,
  strokes,
}: Extract<SignatureMark, { kind: 'drawn' }>): Localized | undefined {
  const points = strokes.flat()
  if (points.length > MOST_POINTS)
    return {
      en: 'This drawing is too long. Draw your signature again.',
      es: 'Este dibujo es demasiado largo. Dibuje su firma otra vez.',
    }
  const isInside = points.every(({ x, y }) => x >= 0 && x <= width && y >= 0 && y <= height)
  const length = strokes.reduce((sum, stroke) => sum + lengthOf(stroke), 0)
  if (isInside && length >= width * LEAST_LENGTH_SHARE) return undefined
  return {
    en: 'Draw your whole signature in the field, or type your name.',
    es: 'Dibuje su firma completa en el recuadro o escriba su nombre.',
  }
}

function lengthOf(stroke: readonly { readonly x: number; readonly y: number }[]): number {
  return stroke.slice(1).reduce((sum, { x, y }, index) => {
    const before = stroke[index]
    return before === undefined ? sum : sum + Math.hypot(x - before.x, y - before.y)
  }, 0)
}
