import type { limitedSession } from '@dolphin/contract/shapes/session'
import type { z } from 'zod'
import type { DecisionDeps } from '../decisions/decision-service.ts'
import type { ValueCache } from '../../value-cache.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'

/** Opens a session that reaches one application; identity does, wired in compose.ts. */
export interface LimitedSessions {
  open(
    unit: UnitOfWork,
    application: { readonly portfolioId: number; readonly applicationNo: string },
    browser: boolean,
  ): Promise<z.output<typeof limitedSession>>
}

export interface ApplicationDeps extends DecisionDeps {
  readonly limitedSessions: LimitedSessions
  /** What saved sections would have to be corrected in, as it was last found. */
  readonly repairCache: ValueCache<ReadonlySet<string>>
}
