import { expect, test } from 'vitest'
import { EMPLOYEE_STATES, type EmployeeState } from './codes.ts'
import { EMPLOYEE_EVENTS, EMPLOYEE_TRANSITIONS, MOVED_BY, moveRefusal, stateAfter } from './employee-life.ts'

const BY = { employee: ['ada'], oneOther: ['grace'], twoOthers: ['grace', 'joan'] } as const

const aMove = { employeeId: 'ada', administers: false, otherAdministrators: 1 }

test('every state and event: an edge leads on, a missing one is refused', () => {
  for (const state of EMPLOYEE_STATES) {
    for (const event of EMPLOYEE_EVENTS) {
      const movedBy = BY[MOVED_BY[event]]
      const expected = event in EMPLOYEE_TRANSITIONS[state] ? undefined : 'stateRefused'
      expect(moveRefusal({ ...aMove, state, event, movedBy }), `${state} ${event}`).toBe(expected)
    }
  }
})

test('every state is reached from invited, and only left has no way out', () => {
  const reached = new Set<EmployeeState>(['invited'])
  for (const state of reached)
    for (const event of EMPLOYEE_EVENTS) {
      const next = stateAfter(state, event)
      if (next !== undefined) reached.add(next)
    }
  expect([...reached].toSorted()).toEqual([...EMPLOYEE_STATES].toSorted())
  const final = EMPLOYEE_STATES.filter((state) => Object.keys(EMPLOYEE_TRANSITIONS[state]).length === 0)
  expect(final).toEqual(['left'])
})

test('no employee suspends or invites themselves, and an invitation takes two different people', () => {
  const active = { ...aMove, state: 'active' } as const
  expect(moveRefusal({ ...active, event: 'suspended', movedBy: ['ada'] })).toBe('ownAccount')
  expect(moveRefusal({ ...active, event: 'reinvited', movedBy: ['grace', 'ada'] })).toBe('ownAccount')
  expect(moveRefusal({ ...active, event: 'reinvited', movedBy: ['grace', 'grace'] })).toBe('takesTwo')
  expect(moveRefusal({ ...aMove, state: 'invited', event: 'enrolled', movedBy: ['grace'] })).toBe(
    'ownAccount',
  )
})

test('the last administrator stays', () => {
  const last = { ...aMove, administers: true, otherAdministrators: 0, state: 'active' } as const
  expect(moveRefusal({ ...last, event: 'suspended', movedBy: ['grace'] })).toBe('lastAdministrator')
  expect(moveRefusal({ ...last, event: 'departed', movedBy: ['grace'] })).toBe('lastAdministrator')
  expect(
    moveRefusal({ ...last, otherAdministrators: 1, event: 'departed', movedBy: ['grace'] }),
  ).toBeUndefined()
})
