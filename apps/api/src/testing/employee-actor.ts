import { localDate } from '@dolphin/domain/calendar/local-date'
import type { EmployeeActor } from '../http/actor.ts'

/** An employee as the server sees one, without a role unless one is said. */
export const anEmployee = (overrides: Partial<EmployeeActor> = {}): EmployeeActor => ({
  kind: 'employee',
  sessionId: 's',
  employeeId: 'ada-example',
  tokenHash: 'h',
  factorId: 'f',
  sessionKind: 'desk',
  touchedAt: null,
  roles: [],
  day: localDate(2026, 3, 3),
  ...overrides,
})
