import { expect, test } from 'vitest'
import { CALLS } from '../registry.ts'
import { RESPONSE_CODES, type ResponseCodeName } from '../response-codes.ts'
import { staffWords } from './staff-words.ts'

/** Words that speak to a borrower: of their loan, their home page, their signature, or asking them to call. */
const TO_A_BORROWER =
  /\byou owe\b|\byour (?:loan|home page|answers|application|bank account|coupon)\b|contact us|home page|authorization from you|reset your password|\bcontinue without it\b/i

/** What any call of staff may answer besides its own refusals. */
const ANY_CALL: readonly ResponseCodeName[] = [
  'invalidInput',
  'notFound',
  'conflict',
  'tooManyRequests',
  'payloadTooLarge',
  'noIdentity',
  'tokenOutdated',
  'unexpected',
  'overloaded',
  'providerUnavailable',
  'savingPaused',
]

test('no refusal that staff read is worded for a borrower (docs/design/console.md)', () => {
  const ofStaff = Object.values(CALLS).filter(({ access }) => access === 'operations')
  const names = new Set<ResponseCodeName>([...ANY_CALL, ...ofStaff.flatMap(({ refusals }) => [...refusals])])
  const wrong = [...names].filter((name) =>
    TO_A_BORROWER.test(staffWords(name) ?? RESPONSE_CODES[name].message.en),
  )
  expect(wrong).toEqual([])
})
