import type { Localized } from '../portfolios/localized.ts'
import type { PasswordCheck } from './password-policy.ts'

/** What every lender's customers think of first, in both languages. */
const TRADE_WORDS = `
  loan loans lender lending lend borrow borrower credit cash money payday payment installment advance finance
  financial bank account prestamo prestamos prestamista credito dinero pago pagos cuota cuotas banco cuenta`

/** Shorter ones would speak against passwords that have nothing to do with them. */
const SHORTEST_WORD = 3

/** Signs that people write in place of letters. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'il',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '+': 't',
}

const MESSAGE: Localized = {
  en: 'Password is easy to guess from your name or ours, choose another one.',
  es: 'La contraseña es fácil de adivinar por su nombre o el nuestro, elija otra.',
}

/** Lower case without accents, so that "Préstamo" is found in "prestamo1". */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * The words that somebody would try first: those of the texts given (names of the lender, its brand, products and
 * domains, and what the borrower goes by) beside those of the trade. Words of fewer than three letters are left out.
 *
 * Source: ASVS 5.0, 6.1.2.
 */
export function contextWords(texts: readonly string[]): ReadonlySet<string> {
  const words = [TRADE_WORDS, ...texts].flatMap((text) => plain(text).split(/\P{L}+/u))
  return new Set(words.filter((word) => word.length >= SHORTEST_WORD))
}

/**
 * What speaks against a password that is made of such words alone, once or several, with digits and signs between
 * them or in place of letters ("T1dewater2026!"); undefined where it holds anything else. One that merely contains
 * such a word beside others is left alone: whole passwords are compared, not parts of them.
 *
 * Source: NIST SP 800-63B-4, 3.1.1.2 (context-specific words and their derivatives); ASVS 5.0, 6.2.11.
 */
export function contextFailure(password: string, words: ReadonlySet<string>): PasswordCheck | undefined {
  if (!isMadeOf(Array.from(plain(password)), words)) return undefined
  return { requirement: 'context', message: MESSAGE, met: false }
}

/** Walks along the password: every letter has to be part of a word, everything else may stand anywhere. */
function isMadeOf(signs: readonly string[], words: ReadonlySet<string>): boolean {
  // Places that are reached; true where a word was passed on the way.
  const reached = new Map<number, boolean>([[0, false]])
  signs.forEach((sign, at) => {
    const passed = reached.get(at)
    if (passed === undefined) return
    if (!/\p{L}/u.test(sign)) reached.set(at + 1, passed || reached.get(at + 1) === true)
    for (const word of words) {
      if (startsWith(signs, at, word)) reached.set(at + Array.from(word).length, true)
    }
  })
  return reached.get(signs.length) === true
}

const startsWith = (signs: readonly string[], at: number, word: string): boolean =>
  Array.from(word).every((letter, offset) => {
    const sign = signs[at + offset]
    return sign !== undefined && (sign === letter || (LOOKALIKES[sign] ?? '').includes(letter))
  })
