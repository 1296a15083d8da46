import { expect, test } from 'vitest'
import { IbvStatus } from './ibv-status.ts'
import { IBV_TRANSITIONS, isIbvSettled, nextIbvStatus } from './request-lifecycle.ts'

function permutations<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length < 2) return [items]
  return items.flatMap((first, at) => permutations(items.toSpliced(at, 1)).map((rest) => [first, ...rest]))
}

test('domain.md §5: six events in each of their 720 orders end in one status', () => {
  const orders = permutations<IbvStatus>([1, 3, 20, -1, -2, 100])
  expect(orders).toHaveLength(720)
  const ends = orders.map((events) => events.reduce(nextIbvStatus, IbvStatus.notStarted))
  expect(new Set(ends)).toEqual(new Set([IbvStatus.successful]))
  const failing = permutations<IbvStatus>([1, 3, 20, -1, -2, -3])
  expect(new Set(failing.map((events) => events.reduce(nextIbvStatus, IbvStatus.notStarted)))).toEqual(
    new Set([-1]),
  )
})

test('design/security.md T21: in each of the 720 orders every event may come twice, at once or again at the end', () => {
  const ends = permutations<IbvStatus>([1, 3, 20, -1, -2, 100]).flatMap((events) => {
    const atOnce = events.flatMap((event) => [event, event])
    const atTheEnd = [...events, ...events.toReversed()]
    return [atOnce, atTheEnd].map((all) => all.reduce(nextIbvStatus, IbvStatus.notStarted))
  })
  expect(ends).toHaveLength(1_440)
  expect(new Set(ends)).toEqual(new Set([IbvStatus.successful]))
})

test('every status has a row, is reached, never leads to itself, and of two statuses exactly one leads on', () => {
  const statuses = Object.values(IbvStatus)
  expect(new Set(Object.keys(IBV_TRANSITIONS).map(Number))).toEqual(new Set(statuses))
  for (const one of statuses) {
    expect(nextIbvStatus(one, one)).toBe(one)
    for (const other of statuses) {
      if (one === other) continue
      expect(IBV_TRANSITIONS[one].includes(other)).toBe(!IBV_TRANSITIONS[other].includes(one))
    }
  }
})

test('backward and doubled events are ignored; success is final', () => {
  expect(nextIbvStatus(IbvStatus.inProgress, IbvStatus.loginVerified)).toBe(20)
  expect(nextIbvStatus(IbvStatus.successful, IbvStatus.accountError)).toBe(100)
  expect(nextIbvStatus(IbvStatus.accountError, IbvStatus.successful)).toBe(100)
  expect(
    Object.values(IbvStatus)
      .filter(isIbvSettled)
      .toSorted((a, b) => a - b),
  ).toEqual([-3, -2, -1, 100])
})
