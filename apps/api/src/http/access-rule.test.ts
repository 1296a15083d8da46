import type { CallAccess } from '@dolphin/contract/call'
import type { ResponseCodeName } from '@dolphin/contract/response-codes'
import { AssertionFailure } from '@dolphin/domain/assert'
import { describe, expect, test } from 'vitest'
import { anEmployee } from '../testing/employee-actor.ts'
import { accessRefusal } from './access-rule.ts'
import { type Actor, ANONYMOUS, assertCustomer, assertEmployee, assertSession } from './actor.ts'

const ACTORS = {
  anonymous: ANONYMOUS,
  limited: { kind: 'limited', sessionId: 's', tokenHash: 'h', portfolioId: 118, applicationNo: 'A1' },
  customer: {
    kind: 'customer',
    sessionId: 's',
    tokenHash: 'h',
    portfolioId: 118,
    openId: 'o',
    authenticatedAt: new Date('2026-03-02T15:00:00Z'),
  },
  employee: anEmployee(),
} as const satisfies Record<Actor['kind'], Actor>

type Refusals = Readonly<Record<keyof typeof ACTORS, ResponseCodeName | undefined>>

const OPEN: Refusals = { anonymous: undefined, limited: undefined, customer: undefined, employee: undefined }
const NO_EMPLOYEE: Refusals = { ...OPEN, employee: 'wrongGrantType' }
const OPERATIONS: Refusals = {
  anonymous: 'noIdentity',
  limited: 'wrongGrantType',
  customer: 'wrongGrantType',
  employee: undefined,
}
const EXPECTED: readonly (readonly [CallAccess, 'GET' | 'POST', Refusals])[] = [
  ['public', 'GET', OPEN],
  ['public', 'POST', NO_EMPLOYEE],
  ['resource', 'GET', NO_EMPLOYEE],
  ['resource', 'POST', NO_EMPLOYEE],
  ['session', 'GET', { ...NO_EMPLOYEE, anonymous: 'noIdentity' }],
  ['session', 'POST', { ...NO_EMPLOYEE, anonymous: 'noIdentity' }],
  ['customer', 'GET', { ...NO_EMPLOYEE, anonymous: 'noIdentity', limited: 'signInRequiredForStep' }],
  ['customer', 'POST', { ...NO_EMPLOYEE, anonymous: 'noIdentity', limited: 'signInRequiredForStep' }],
  ['operations', 'GET', OPERATIONS],
  ['operations', 'POST', OPERATIONS],
]

test.each(EXPECTED)('who may %s %s (design/security.md T7, domain.md §3)', (access, method, refusals) => {
  const said = Object.entries(ACTORS).map(([kind, actor]) => [kind, accessRefusal({ access, method }, actor)])
  expect(Object.fromEntries(said)).toEqual(refusals)
})

describe('a route that is reached by somebody else is a bug', () => {
  const { anonymous, limited, customer, employee } = ACTORS

  test.each([
    ['a customer route was reached without a customer', assertCustomer, [customer]],
    ['an operations route was reached without an employee', assertEmployee, [employee]],
    ['a session route was reached without a session', assertSession, [customer, limited]],
  ] as const)('%s', (words, assertActor, welcome: readonly Actor[]) => {
    for (const actor of [anonymous, limited, customer, employee]) {
      if (welcome.includes(actor)) expect(assertActor(actor)).toBe(actor)
      else expect(() => assertActor(actor)).toThrow(new AssertionFailure(words))
    }
  })
})
