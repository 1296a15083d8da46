import type { Database } from '@dolphin/database/driver/open'
import { appendAudit, listAudit } from '@dolphin/database/examiner/audit-repository'

/** Under which the event is stored: the same on every node. */
export interface Bound {
  readonly portfolioId: number
  readonly now: Date
}

/**
 * Binds a database to the identity of what it is used with, where nothing is bound yet; answers the identity that is. The
 * first node's counts.
 */
export async function bindIdentity(
  database: Database,
  { portfolioId, now }: Bound,
  { subject, action, identity }: Readonly<Record<'subject' | 'action' | 'identity', string>>,
): Promise<string | undefined> {
  return await database.transaction(async (tx) => {
    const known = await boundIdentity(tx, portfolioId, subject)
    if (known !== undefined) return known
    // The first event binds; appending locks the subject, so that of two first nodes one reads the other's.
    await appendAudit(tx, { portfolioId, subject, action, actor: 'system', facts: { identity }, at: now })
    return boundIdentity(tx, portfolioId, subject)
  })
}

async function boundIdentity(
  executor: Parameters<typeof listAudit>[0],
  portfolioId: number,
  subject: string,
): Promise<string | undefined> {
  const [first] = await listAudit(executor, portfolioId, subject)
  const identity = first?.facts['identity']
  return typeof identity === 'string' ? identity : undefined
}
