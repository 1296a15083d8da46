import { type FieldCipher, type FieldPlace, SealBroken } from './field-cipher.ts'
import type { KeyHolder } from './record-keys.ts'

/** Before a sealed value that stands where a text used to stand plain. */
export const SEALED_TEXT = 'sealed:'

/** As long as a sealed value is at least: shorter ones are somebody's words. */
const ANYWHERE = /sealed:[A-Za-z0-9+/]{100,}={0,2}/g
const WHOLE = /^sealed:[A-Za-z0-9+/]{100,}={0,2}$/

/** For PostgreSQL: a text that is sealed. */
export const SEALED_TEXT_PATTERN = WHOLE.source

/** Whether a text is sealed: as it is stored, or because it does not open. */
export const isSealedText = (text: string): boolean => WHOLE.test(text)

/** Whether somebody's text holds what the driver would take for sealed: refused where requests come in. */
export const mayHoldSealedText = (text: string): boolean => text.search(ANYWHERE) >= 0

/** Bound to its record's key alone: where plain texts are read too, a place would prove nothing. */
const placeOf = (of: KeyHolder | undefined): FieldPlace => ({ table: 'texts', id: '', column: '', of })

/**
 * Seals a text for a column, or a field of JSON, in which builds before wrote it plain; the driver opens it before it hands
 * rows out (`keyed-client.ts`). Plain as it is until texts are sealed (`RecordKeys.areSealingTexts`), and where it is empty.
 * Source: docs/decisions/record-keys.md.
 */
export function sealText(cipher: FieldCipher, of: KeyHolder | undefined, plain: string): string {
  if (plain === '' || cipher.records?.areSealingTexts !== true) return plain
  return `${SEALED_TEXT}${cipher.seal(placeOf(of), plain)}`
}

type Opener = Pick<FieldCipher, 'open'>

/** @throws SealBroken, and ValueErased where the key of its record was destroyed. */
export const openSealedText = (cipher: Opener, sealed: string): string =>
  cipher.open(placeOf(undefined), sealed.slice(SEALED_TEXT.length))

/**
 * A text, or JSON as text, with what is sealed in it open. What does not open stays as it is: it is erased, or somebody's
 * own words that look so.
 */
export const openTexts = (cipher: Opener, text: string): string =>
  text.replaceAll(ANYWHERE, (sealed) => {
    try {
      const plain = openSealedText(cipher, sealed)
      return sealed.length === text.length ? plain : JSON.stringify(plain).slice(1, -1)
    } catch (error) {
      if (error instanceof SealBroken) return sealed
      throw error
    }
  })
