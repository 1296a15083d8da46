import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import type { Database } from '@dolphin/database/driver/open'
import { appendAudit, listAudit } from '@dolphin/database/examiner/audit-repository'

/** Under which the event is stored: the same on every node. */
export interface Bound {
  readonly portfolioId: number
  readonly now: Date
}

/** A server binds under the first of its portfolios. */
export const boundBy = (
  portfolios: readonly { readonly portfolio: Pick<Portfolio, 'portfolioId'> }[],
  now: Date,
): Bound => ({ portfolioId: Math.min(...portfolios.map(({ portfolio }) => portfolio.portfolioId)), now })

/** What a database is bound to, and since when. */
export interface Binding {
  readonly identity: string
  readonly since: Date
}

/**
 * Binds a database to the identity of what it is used with, where nothing is bound yet; answers what it is bound to. The
 * first node's counts.
 */
export async function bindIdentity(
  database: Database,
  { portfolioId, now }: Bound,
  { subject, action, identity }: Readonly<Record<'subject' | 'action' | 'identity', string>>,
): Promise<Binding | undefined> {
  return await database.transaction(async (tx) => {
    const known = await findBinding(tx, portfolioId, subject)
    if (known !== undefined) return known
    // The first event binds; appending locks the subject, so that of two first nodes one reads the other's.
    await appendAudit(tx, { portfolioId, subject, action, actor: 'system', facts: { identity }, at: now })
    return findBinding(tx, portfolioId, subject)
  })
}

async function findBinding(
  executor: Parameters<typeof listAudit>[0],
  portfolioId: number,
  subject: string,
): Promise<Binding | undefined> {
  const [first] = await listAudit(executor, portfolioId, subject)
  const identity = first?.facts['identity']
  return first !== undefined && typeof identity === 'string' ? { identity, since: first.at } : undefined
}
