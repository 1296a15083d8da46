import type { TestClient } from '@dolphin/api/testing/test-client'
import { type Confirmer, deskOf } from '@dolphin/api/testing/confirmations'
import { signInEmployee } from '@dolphin/api/testing/employees'
import { sql } from 'drizzle-orm'
import type { Life } from './life.ts'

/** Two employees of the lender: what one enters the other confirms. */
export interface Staff {
  readonly ada: TestClient
  readonly bea: Confirmer
}

/** The employees of a life: signed in once, and at work whenever they are needed. */
export async function staffOf(life: Life): Promise<Staff> {
  life.staff ??= {
    ada: await signInEmployee(life.api),
    bea: await deskOf(await signInEmployee(life.api, 'bea-example')),
  }
  await stayAtWork(life)
  return life.staff
}

/** Their sessions go on, as if they had signed in just now. */
async function stayAtWork({ api }: Life): Promise<void> {
  const now = api.clock.now()
  await api.database.db.execute(
    sql`update employee_sessions set last_seen_at = ${now.toISOString()},
      expires_at = ${new Date(now.getTime() + WORKDAY_MS).toISOString()} where ended_at is null`,
  )
}

const WORKDAY_MS = 28_800_000
