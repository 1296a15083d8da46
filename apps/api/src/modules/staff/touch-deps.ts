import type { Call } from '@dolphin/contract/call'
import type { Executor } from '@dolphin/database/driver/executor'
import type { MoneyAct, TouchedAct } from '@dolphin/domain/staff/touch'
import type { EmployeeActor } from '../../http/actor.ts'
import type { NamedFields } from '../../http/request-parts.ts'
import type { Result } from '../../refusal.ts'
import type { StaffDeps } from './staff-deps.ts'

/** An act as it is asked for: the call, its parsed body, and who makes it. */
export interface MoneyActAsked {
  readonly call: Pick<Call, 'name' | 'touch'>
  readonly body: NamedFields
  readonly employeeId: string
}

/** What an act releases as things stand; undefined where it takes no touch. */
export type FindMoneyAct = (
  executor: Executor,
  asked: MoneyActAsked,
) => Promise<(Pick<MoneyAct, 'amount' | 'touchAbove'> & { readonly act: TouchedAct }) | undefined>

export interface TouchDeps extends StaffDeps {
  readonly findMoneyAct: FindMoneyAct
  /** The call of that name, where it takes a touch. */
  readonly callOf: (name: string) => Call | undefined
  /** Whether the employee may make this very request. */
  readonly judge: (call: Call, actor: EmployeeActor, body: NamedFields) => Promise<Result<unknown>>
}
