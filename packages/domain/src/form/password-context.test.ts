import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contextFailure, contextWords } from './password-context.ts'

const WORDS = contextWords([
  'Tidewater Installment',
  'www.tidewater-installment.example',
  'Préstamo a plazos',
  'jordan.sample1990@example.com',
  'Jordan',
  'De la Cruz',
  'Wu',
])
const isRefused = (password: string) => contextFailure(password, WORDS) !== undefined

describe('words of the context in passwords (NIST SP 800-63B-4, 3.1.1.2; ASVS 6.1.2, 6.2.11)', () => {
  test.each([
    ['Tidewater1', 'the brand with a digit'],
    ['TidewaterInstallment7', 'the whole brand'],
    ['tidewater-INSTALLMENT-2026!', 'the domain'],
    ['T1d3w4t3r!', 'the brand with signs for letters'],
    ['2026Loan$2026', 'the trade'],
    ['Prestamo2026', 'the product in Spanish, without its accent'],
    ['PRÉSTAMO2026', 'the product in Spanish, with it'],
    ['Jordan1990', 'the first name'],
    ['JordanSample12', 'the part of the address before the @'],
    ['Cruz.Jordan.55', 'names the other way round'],
    ['JordanTidewater1', 'both together'],
    ['@@Jordan@@11', 'signs around it'],
  ])('%s is refused: %s', (password) => {
    expect(contextFailure(password, WORDS)).toMatchObject({
      requirement: 'context',
      met: false,
      message: { en: 'Password is easy to guess from your name or ours, choose another one.' },
    })
  })

  test.each([
    ['Correct-Horse-7', 'has nothing to do with it'],
    ['Harbor-Lantern-7', 'has nothing to do with it'],
    ['Tidewater-Lantern-7', 'has a word of its own beside ours'],
    ['Jordan-likes-2-Swim', 'has words of its own beside the name'],
    ['Wu-4567-8901', 'holds a name too short to look for'],
    ['12345678!', 'holds no word at all'],
    ['Tidewate-1', 'is not quite the word'],
  ])('%s is taken: it %s', (password) => {
    expect(isRefused(password)).toBe(false)
  })

  test('any words of the context, in any order and case, with digits and signs between them', () => {
    const word = fc.constantFrom(...WORDS)
    const between = fc.stringMatching(/^[0-9_.#-]{0,3}$/)
    const made = fc.array(fc.tuple(word, between, fc.boolean()), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(made, (parts) => {
        const text = parts.map(([one, signs, high]) => (high ? one.toUpperCase() : one) + signs).join('')
        expect(isRefused(text)).toBe(true)
      }),
      { seed: 63, numRuns: 500 },
    )
  })

  test('a letter that belongs to no word of the context saves the password, wherever it stands', () => {
    const strange = fc.constantFrom('ж', 'ß', 'ñ̃q', 'zq')
    fc.assert(
      fc.property(fc.constantFrom(...WORDS), fc.constantFrom(...WORDS), strange, (one, other, letter) => {
        for (const text of [letter + one + other, one + letter + other, one + other + letter])
          expect(isRefused(text)).toBe(false)
      }),
      { seed: 64, numRuns: 200 },
    )
  })

  test('the longest password of the policy is judged at once', () => {
    expect(isRefused('a'.repeat(128))).toBe(false)
    expect(isRefused('loan'.repeat(32))).toBe(true)
  })
})
