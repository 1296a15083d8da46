import type { Call } from '@dolphin/contract/call'
import { isMirrored } from '@dolphin/contract/mirror-rule'
import { databaseOutage } from '@dolphin/database/driver/database-failure'
import { withReadOnly } from '@dolphin/database/driver/read-only'
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import type { PersonalClass } from '@dolphin/domain/staff/personal-fields'
import type { FastifyRequest } from 'fastify'
import { type Result, refuse } from '../refusal.ts'
import type { CustomerActor } from './actor.ts'

/** What stands in User-Credential where the Access-Token names a view; borrowers have a signed statement there. */
const MIRROR = 'mirror'

/** Who is seen in a view, and where. */
export interface MirroredCustomer {
  readonly actor: CustomerActor
  readonly portfolio: Portfolio
  /** What the employee's rights do not show, here as in the customer's file. */
  readonly hidden: ReadonlySet<PersonalClass>
}

/** The customer of a view, for the employee whose session at the desk the browser holds. Errors: `mirrorOver`. */
export type FindMirrored = (
  staffToken: string | undefined,
  mirrorNo: string,
) => Promise<Result<MirroredCustomer>>

/** The view that a request at the desk is made in; undefined for every other request. */
export function mirrorNoOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const mirrorNo = headers['access-token']
  return headers['user-credential'] === MIRROR && typeof mirrorNo === 'string' ? mirrorNo : undefined
}

/** Why a view may not make this call; undefined where it may. Errors: `mirrorReadOnly`. */
export const mirrorRefusal = (call: Call, body: unknown) =>
  isMirrored(call, body) ? undefined : ({ name: 'mirrorReadOnly', detail: {} } as const)

/**
 * Answers a call of a view: whatever it does, the database takes no write of it. Errors: its own; `mirrorReadOnly` where it
 * would have written. Source: docs/design/console.md, Mirror.
 */
export async function answerMirrored(work: () => Promise<Result<unknown>>): Promise<Result<unknown>> {
  try {
    return await withReadOnly(work)
  } catch (error) {
    if (databaseOutage(error) === 'readOnly') return refuse('mirrorReadOnly')
    throw error
  }
}
