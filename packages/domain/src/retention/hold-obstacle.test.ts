import { expect, test } from 'vitest'
import { type Hold, liftHoldObstacle, setHoldObstacle } from './hold.ts'

const PERSON: Hold = { portfolioId: 118, scope: 'person', subject: 'k3Qw9example' }
const LOAN: Hold = { portfolioId: 118, scope: 'loan', subject: '118-0000013' }

test.each<[string, readonly Hold[], string | undefined]>([
  ['nothing is held', [], undefined],
  ['one of them is held', [PERSON], undefined],
  ['each of them is held', [PERSON, LOAN], 'heldAlready'],
  ['the same is held in another portfolio', [{ ...PERSON, portfolioId: 110 }, LOAN], undefined],
])('where %s', (_, open, expected) => {
  expect(setHoldObstacle(open, [PERSON, LOAN])).toBe(expected)
})

test('only a hold in effect is lifted', () => {
  const lifted = { liftedAt: new Date('2026-03-06T15:00:00Z') }
  expect(liftHoldObstacle([])).toBe('noneOpen')
  expect(liftHoldObstacle([lifted])).toBe('noneOpen')
  expect(liftHoldObstacle([lifted, { liftedAt: null }])).toBeUndefined()
})
