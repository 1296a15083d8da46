import { describe, expect, test } from 'vitest'
import { passwordChecklist, passwordFailures } from './password-policy.ts'

const COMMON = new Set(['password1', 'passw0rd'])
const failing = (password: string) => passwordFailures(password, COMMON).map((check) => check.requirement)

describe('password policy (product.md §5; design/security.md D1)', () => {
  test('the four messages, verbatim and in order', () => {
    expect(passwordChecklist('').map((check) => check.message.en)).toEqual([
      'Password should be 8 or more characters.',
      'Password has Upper & Lowercase letters.',
      'Password should be at least one number.',
      'Password has too many consecutive identical characters.',
    ])
  })

  test('an empty password ticks nothing', () => {
    expect(passwordChecklist('').some((check) => check.met)).toBe(false)
  })

  test.each([
    ['Harbor42', []],
    ['Harbr42', ['length']],
    ['harbor42', ['letterCase']],
    ['HARBOR42', ['letterCase']],
    ['Harborrr4', ['identicalRun']],
    ['Harborr4', []],
    ['HarborTown', ['digit']],
    ['Password1', ['common']],
    ['Password12', []],
    [`Ab1${'xy'.repeat(62)}z`, []],
    [`Ab1${'xy'.repeat(63)}`, ['maximumLength']],
    ['Ab1😀😀😀xx', ['identicalRun']],
  ])('%s fails %j', (password, requirements) => {
    expect(failing(password)).toEqual(requirements)
  })

  test('a portfolio can ask for more', () => {
    const policy = { minimumLength: 12, maximumLength: 64, identicalRun: 2 }
    expect(passwordFailures('Harborr42', COMMON, policy).map((check) => check.message.en)).toEqual([
      'Password should be 12 or more characters.',
      'Password has too many consecutive identical characters.',
    ])
  })
})
