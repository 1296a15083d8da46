import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ALL_CALLS } from './registry.ts'
import { RESPONSE_CODES, type ResponseCodeName } from './response-codes.ts'
import type { ResponseCodeEntry } from './response-codes/entry.ts'

const entries = Object.entries(RESPONSE_CODES) as [ResponseCodeName, ResponseCodeEntry][]

/** product.md §8, both tables, literally. */
const PRODUCT_CODES: readonly [number, ResponseCodeName][] = [
  [-92020043, 'loanStatusInvalid'],
  [-82030001, 'noIdentity'],
  [-82030002, 'tokenOutdated'],
  [-79050001, 'credentialInvalid'],
  [-79050002, 'accountInformationInvalid'],
  [-79050003, 'identityInformationMissing'],
  [-79050004, 'wrongGrantType'],
  [-83131201, 'portfolioClosed'],
]

/** A message says what to do when one of its sentences starts with, or holds, what the reader does next. */
const ADVICE =
  /\b(please|check|try|choose|ask|enter|contact|go (on|to|back)|open|sign|read|tick|confirm|fill|link|upload|calculate|recalculate|reload|review|cancel|wait|pick|accept|look|see|compare|correct|settle|save|run|send|you can|type|show|you may)\b/i

describe('the catalog of response codes', () => {
  test('every code is negative, has 8 digits and stands once (contract.md "Envelope")', () => {
    for (const [, { code }] of entries) expect(String(code)).toMatch(/^-\d{8}$/)
    expect(new Set(entries.map(([, { code }]) => code)).size).toBe(entries.length)
  })

  test('product.md §8: its codes keep their numbers, and only they claim to be from there', () => {
    for (const [code, name] of PRODUCT_CODES) expect(RESPONSE_CODES[name].code).toBe(code)
    const claimed = entries.filter(([, entry]) => entry.source === 'product.md §8').map(([name]) => name)
    expect(claimed.toSorted()).toEqual(PRODUCT_CODES.map(([, name]) => name).toSorted())
  })

  test('product.md §8: three codes replace the route', () => {
    expect(RESPONSE_CODES.loanStatusInvalid.reaction).toBe('/notification/302')
    expect(RESPONSE_CODES.noIdentity.reaction).toBe('/sign-in')
    expect(RESPONSE_CODES.tokenOutdated.reaction).toBe('/sign-in')
  })

  test('contract.md: ours follow the pattern of service and kind', () => {
    const numbers = {
      invalidInput: -95010001,
      notFound: -95010002,
      conflict: -95010003,
      tooManyRequests: -95010004,
      payloadTooLarge: -95010005,
      unsupportedFile: -95010006,
      unexpected: -95090001,
    } as const
    for (const [name, code] of Object.entries(numbers)) {
      expect(RESPONSE_CODES[name as keyof typeof numbers].code).toBe(code)
    }
    const services = /^-(82030|79050|83131|92020|95010|95090)\d{3}$/
    for (const [, { code }] of entries) expect(String(code)).toMatch(services)
  })

  test('product.md §8: -83131201 says its sentence', () => {
    expect(RESPONSE_CODES.portfolioClosed.message.en).toBe(
      'This portfolio is no longer originating new loans',
    )
  })

  /** The sentence of product.md §8 stands alone. */
  const advising = entries.filter(([name]) => name !== 'portfolioClosed')
  test.each(advising)('%s tells people what to do', (_name, { message }) => {
    expect(message.en).toMatch(ADVICE)
  })

  test.each(entries)('%s has its Spanish words', (_name, { message }) => {
    expect(message.es).not.toBe(message.en)
  })

  test('HTTP statuses are honest: sign-in 401, grant 403, limits 429', () => {
    expect(RESPONSE_CODES.noIdentity.httpStatus).toBe(401)
    expect(RESPONSE_CODES.wrongGrantType.httpStatus).toBe(403)
    expect(RESPONSE_CODES.tooManyRequests.httpStatus).toBe(429)
  })

  test('every refusal that a call names is in the catalog, and named once', () => {
    for (const call of ALL_CALLS) {
      for (const name of call.refusals) expect(RESPONSE_CODES[name], `${call.name}: ${name}`).toBeDefined()
      expect(new Set(call.refusals).size, call.name).toBe(call.refusals.length)
    }
  })

  test.each([
    'response-codes.ts',
    'route-table.ts',
    'channel.ts',
    'response-codes/entry.ts',
    'response-codes/identity-codes.ts',
    'response-codes/account-codes.ts',
    'response-codes/origination-codes.ts',
    'response-codes/loan-codes.ts',
    'response-codes/staff-codes.ts',
    'response-codes/general-codes.ts',
  ])('%s loads no schema, so a browser may import it', (file) => {
    const source = readFileSync(new URL(file, import.meta.url), 'utf8')
    const imports = source.matchAll(/^import (?!type)[^'"]*from '([^']+)'/gm)
    for (const [, target] of imports) expect(target).toMatch(/^\.\/(response-codes\/)?[a-z]+(-codes)?\.ts$/)
  })
})
