import { expect, test } from 'vitest'
import { pastDueAge } from './past-due-age.ts'

test.each([
  [0, undefined],
  [1, 1],
  [14, 1],
  [15, 15],
  [30, 30],
  [59, 30],
  [400, 60],
])('%i days past due is of the age %s', (days, age) => {
  expect(pastDueAge(days)).toBe(age)
})
