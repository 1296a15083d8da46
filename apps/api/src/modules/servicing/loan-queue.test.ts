import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLoanTurns } from './loan-queue.ts'

test('one piece of work for a loan at a time, in order, whatever became of the one before', async () => {
  const inTurn = createLoanTurns()
  const seen: string[] = []
  const work = (loanNo: string, name: string, fails = false) =>
    inTurn(loanNo, async () => {
      seen.push(`${name} begins`)
      await nextTurn()
      seen.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    })
  const answers = await Promise.allSettled([work('1', 'a', true), work('1', 'b'), work('2', 'c')])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(seen.indexOf('b begins')).toBeGreaterThan(seen.indexOf('a ends'))
  expect(seen.indexOf('c begins')).toBeLessThan(seen.indexOf('a ends'))
})
