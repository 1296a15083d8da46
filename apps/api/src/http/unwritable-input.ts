import { mayHoldSealedText } from '@dolphin/database/driver/sealed-texts'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import type { RefusalDetail } from '../refusal.ts'

/** Deeper than any form, policy or portfolio; what walks through a request walks no deeper either. */
const DEEPEST = 64
const MOST_TOLD = 20
/** PostgreSQL keeps no zero byte, and half of a surrogate pair cannot be written as UTF-8. */
const UNWRITABLE = /\0|\p{Surrogate}/u

/** What looks sealed would be opened when it is read, for a person who copied it out of a backup. */
const cannotBeKept = (text: string): boolean => UNWRITABLE.test(text) || mayHoldSealedText(text)

const BAD_TEXT: Localized = {
  en: 'This has a character that cannot be kept. Please type it again.',
  es: 'Esto tiene un carácter que no se puede guardar. Escríbalo de nuevo.',
}
const TOO_DEEP: Localized = {
  en: 'This holds lists within lists too many times over.',
  es: 'Esto contiene demasiadas listas dentro de listas.',
}

/**
 * What of a request no database could keep, field by field; undefined where all is well. Schemas judge what a text
 * says; this is about its characters, which are the same question for every call.
 */
export function unwritableInput(parts: readonly unknown[]): RefusalDetail | undefined {
  const errors: { elementKey: string; message: Localized }[] = []
  const waiting = parts.map((value) => ({ value, path: [] as readonly string[] }))
  // A list of what is still to be looked at: what nests deep would break a function that calls itself.
  for (let next = waiting.pop(); next !== undefined && errors.length < MOST_TOLD; next = waiting.pop()) {
    const { value, path } = next
    const tell = (message: Localized) => errors.push({ elementKey: path.join('.'), message })
    if (typeof value === 'string') {
      if (cannotBeKept(value)) tell(BAD_TEXT)
    } else if (typeof value === 'object' && value !== null) {
      if (path.length > DEEPEST) return { errors: [{ elementKey: path[0] ?? '', message: TOO_DEEP }] }
      for (const [key, inner] of Object.entries(value)) {
        if (cannotBeKept(key)) tell(BAD_TEXT)
        waiting.push({ value: inner, path: [...path, key] })
      }
    }
  }
  return errors.length === 0 ? undefined : { errors }
}
