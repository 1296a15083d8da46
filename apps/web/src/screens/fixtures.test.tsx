import { type CallName, CALLS } from '@dolphin/contract/registry'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { describe, expect, test } from 'vitest'
import type { Answer, Refusal } from '../testing/answers.ts'
import { allScreens } from './all-screens.ts'
import { commonAnswers } from './common-answers.ts'

const SCREENS = allScreens()

/** What an answer gets to see of its request, enough for those that look at it. */
const ASKED = { code: 'bank', last: 'personal' }

function wrongFields(name: CallName, given: Answer | ((asked: unknown) => Answer)): readonly string[] {
  const answer = typeof given === 'function' ? given(ASKED) : given
  if (!('data' in answer)) return wrongRefusal(name, answer)
  const { error } = CALLS[name].reply.safeParse(answer.data)
  return (error?.issues ?? []).map(({ path, message }) => `${name} ${path.join('.')}: ${message}`)
}

/** A refusal is one that the call can give, under its own status. */
function wrongRefusal(name: CallName, { status, code }: Refusal): readonly string[] {
  const [known] = Object.entries(RESPONSE_CODES).filter(([, each]) => each.code === code)
  const declared: readonly string[] = CALLS[name].refusals
  if (known === undefined || !declared.includes(known[0])) return [`${name} never refuses with ${code}`]
  return known[1].httpStatus === status ? [] : [`${code} goes with ${known[1].httpStatus}`]
}

const answersOf = (answers: object) =>
  Object.entries(answers) as [CallName, Answer | ((asked: unknown) => Answer)][]

describe('the screens of /dev/screens (issue: at least 70 page states and form controls)', () => {
  test('there are enough of them, each under a name of its own', () => {
    const names = SCREENS.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThanOrEqual(70)
    for (const name of names) expect(name).toMatch(/^[a-z0-9-]+$/)
  })

  test.each(SCREENS.map((screen) => [screen.name, screen] as const))(
    '%s answers as the contract says',
    (_, { answers = {} }) => {
      expect(answersOf(answers).flatMap(([name, answer]) => wrongFields(name, answer))).toEqual([])
    },
  )

  test.each([110, 118])('what every screen of %i answers is as the contract says', (portfolioId) => {
    const common = answersOf(commonAnswers(portfolioId)).filter(([name]) => name !== 'getDomainValue')
    expect(common.flatMap(([name, answer]) => wrongFields(name, answer))).toEqual([])
  })
})
