import { describe, expect, test } from 'vitest'
import {
  ELIGIBILITY_TEXTS,
  type NextStep,
  returnedWords,
  storedEligibilityText,
} from './eligibility-texts.ts'
import { RETURN_CODES, returnRule } from './return-codes.ts'

const STEPS: readonly NextStep[] = ['otherAccount', 'call', 'authorizationAgain', 'allowAgain']

describe('what a borrower reads where nothing was debited', () => {
  test('what came back, and what can be done, in both languages', () => {
    const words = { en: 'Your account is closed.', es: 'Su cuenta está cerrada.' }
    expect(returnedWords(words, 'call')).toEqual({
      en: 'Your account is closed. Please call us.',
      es: 'Su cuenta está cerrada. Llámenos, por favor.',
    })
    expect(returnedWords(null, 'call')).toEqual({ en: 'Please call us.', es: 'Llámenos, por favor.' })
  })

  test('every sentence that is stored in English leads back to its Spanish', () => {
    const sentences = [
      ...Object.values(ELIGIBILITY_TEXTS),
      ...RETURN_CODES.flatMap((code) => STEPS.map((step) => returnedWords(returnRule(code).words, step))),
    ]
    for (const words of sentences) expect(storedEligibilityText(words.en)).toEqual(words)
  })

  test('a sentence of an earlier version is said in general in Spanish', () => {
    expect(storedEligibilityText('Something we said once.')).toEqual({
      en: 'Something we said once.',
      es: 'Este pago no se cobró. Llámenos para saber por qué.',
    })
  })
})
