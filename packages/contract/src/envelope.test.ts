import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { FailureEnvelopeSchema, failure, success, successEnvelopeSchema } from './envelope.ts'
import { RESPONSE_CODES, type ResponseCodeName } from './response-codes.ts'

const answer = z.union([
  successEnvelopeSchema(z.strictObject({ portfolioId: z.int() })),
  FailureEnvelopeSchema,
])

describe('the envelope (product.md §7, contract.md)', () => {
  test('success is code 1 with the payload', () => {
    expect(success({ portfolioId: 118 })).toEqual({ status: 200, code: 1, data: { portfolioId: 118 } })
    expect(answer.safeParse(success({ portfolioId: 118 })).success).toBe(true)
  })

  test('every refusal of the catalog is a valid route response', () => {
    for (const name of Object.keys(RESPONSE_CODES) as ResponseCodeName[]) {
      const refusal = failure(name, 'r-1')
      expect(answer.safeParse(refusal).success, name).toBe(true)
      expect(refusal.status).toBe(RESPONSE_CODES[name].httpStatus)
    }
  })

  test('a refusal carries fields, and a better message where one is known', () => {
    const errors = [{ elementKey: 'ssn', message: 'SSN is invalid' }]
    expect(failure('invalidInput', 'r-2', { errors }).data).toEqual({
      message: RESPONSE_CODES.invalidInput.message.en,
      requestId: 'r-2',
      errors,
    })
    expect(failure('invalidInput', 'r-3', { message: 'Choose a file !' }).data.message).toBe(
      'Choose a file !',
    )
  })

  test('code 1 with a refusal, a negative code with a payload: neither is an answer', () => {
    expect(answer.safeParse({ status: 200, code: 1, data: { message: 'no', requestId: 'r' } }).success).toBe(
      false,
    )
    expect(answer.safeParse({ status: 400, code: -95010001, data: { portfolioId: 118 } }).success).toBe(false)
    expect(answer.safeParse({ status: 500, code: 1, data: { portfolioId: 118 } }).success).toBe(false)
  })
})
