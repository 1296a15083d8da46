import { expect, test } from 'vitest'
import { cents } from '../money/cents.ts'
import { needsAnotherApprover } from './second-approver.ts'

const uma = {
  by: 'employee:uma',
  acceptedBy: ['employee:uma'],
  amount: cents(50_001n),
  twoPeopleAbove: cents(50_000n),
}

test.each([
  ['who accepted the statement, a cent above', {}, true],
  ['who accepted it, at the limit', { amount: cents(50_000n) }, false],
  ['who accepted it, before an amount is known', { amount: null }, true],
  ['a colleague', { by: 'employee:ada' }, false],
  ['a loan without an accepted statement', { acceptedBy: [] }, false],
] as const)('%s: another person approves or not (decisions/staff.md)', (_, change, needed) => {
  expect(needsAnotherApprover({ ...uma, ...change })).toBe(needed)
})
