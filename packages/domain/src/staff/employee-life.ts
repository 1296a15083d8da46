import type { EmployeeState } from './codes.ts'

/** What happens to an employee. */
export const EMPLOYEE_EVENTS = ['enrolled', 'reinvited', 'suspended', 'departed'] as const

export type EmployeeEvent = (typeof EMPLOYEE_EVENTS)[number]

/**
 * An employee's life. A lost passkey and the return from a suspension take the same way as the beginning: two others
 * invite, and the employee enrolls anew. A missing edge is a refusal. Source: docs/design/console.md, Staff.
 */
export const EMPLOYEE_TRANSITIONS = {
  invited: { enrolled: 'active', reinvited: 'invited', departed: 'left' },
  active: { reinvited: 'invited', suspended: 'suspended', departed: 'left' },
  suspended: { reinvited: 'invited', departed: 'left' },
  left: {},
} as const satisfies Record<EmployeeState, Partial<Record<EmployeeEvent, EmployeeState>>>

/** Who moves an employee: the employee, one other who may enter invitations, or two others. */
export const MOVED_BY: Readonly<Record<EmployeeEvent, 'employee' | 'oneOther' | 'twoOthers'>> = {
  enrolled: 'employee',
  reinvited: 'twoOthers',
  suspended: 'oneOther',
  departed: 'oneOther',
}

/** The state after an event; undefined where the state does not allow it. */
export const stateAfter = (state: EmployeeState, event: EmployeeEvent): EmployeeState | undefined => {
  const edges: Partial<Record<EmployeeEvent, EmployeeState>> = EMPLOYEE_TRANSITIONS[state]
  return edges[event]
}

/** An employee about to be moved, and by whom. */
export interface EmployeeMove {
  readonly state: EmployeeState
  readonly event: EmployeeEvent
  readonly employeeId: string
  /** The others who take part: one, or two for an invitation. */
  readonly movedBy: readonly string[]
  /** Whether the employee is an active administrator, and how many others are. */
  readonly administers: boolean
  readonly otherAdministrators: number
}

export type MoveRefusal = 'stateRefused' | 'ownAccount' | 'takesTwo' | 'lastAdministrator'

/** Why an employee may not be moved; undefined where they may. */
export function moveRefusal(move: EmployeeMove): MoveRefusal | undefined {
  const { state, event, employeeId, movedBy, administers, otherAdministrators } = move
  if (stateAfter(state, event) === undefined) return 'stateRefused'
  const by = MOVED_BY[event]
  if (by === 'employee') return movedBy.every((one) => one === employeeId) ? undefined : 'ownAccount'
  if (movedBy.includes(employeeId)) return 'ownAccount'
  if (by === 'twoOthers' && new Set(movedBy).size < 2) return 'takesTwo'
  return administers && otherAdministrators === 0 ? 'lastAdministrator' : undefined
}
