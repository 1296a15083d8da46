import { and, asc, eq, sql } from 'drizzle-orm'
import { type Executor, sqlRunnerOf } from '../driver/executor.ts'
import { canonical, CHAIN_START, linkHash } from '../driver/hash-chain.ts'
import { lockByName } from '../driver/named-lock.ts'
import { newestBy, type NewestRows } from '../driver/newest-rows.ts'
import { rowInsert } from '../driver/row-insert.ts'
import { auditEvents } from '../schema/record.ts'

export type AuditEvent = typeof auditEvents.$inferSelect

/** What happened. `facts` holds ids, codes and counts; never an SSN, account number, password or token. */
export type NewAuditEvent = Pick<AuditEvent, 'portfolioId' | 'subject' | 'action' | 'actor' | 'facts' | 'at'>

const hashOf = (previousHash: string, sequence: number, event: NewAuditEvent): string =>
  linkHash(previousHash, [
    event.portfolioId,
    event.subject,
    sequence,
    event.action,
    event.actor,
    canonical(event.facts),
    event.at.toISOString(),
  ])

const LAST_LINK = `select sequence, hash from audit_events where portfolio_id = $1 and subject = $2
  order by sequence desc limit 1`

const insertLink = rowInsert(auditEvents)

/** Appends to the chain of the event's subject (a loan number or an openId), in the caller's transaction. */
export async function appendAudit(executor: Executor, event: NewAuditEvent): Promise<void> {
  const { portfolioId, subject } = event
  await lockByName(executor, `audit/${portfolioId}/${subject}`)
  const { rows } = await sqlRunnerOf(executor).executeNamed(LAST_LINK, [portfolioId, subject])
  const [last] = rows as Pick<AuditEvent, 'sequence' | 'hash'>[]
  const sequence = (last?.sequence ?? 0) + 1
  const previousHash = last?.hash ?? CHAIN_START
  const hash = hashOf(previousHash, sequence, event)
  await insertLink(executor, { ...event, sequence, previousHash, hash })
}

/** A customer's file as an employee read it. */
export interface CustomerFileRead {
  readonly portfolioId: number
  /** The loan, customer or request whose file it is. */
  readonly file: string
  readonly call: string
  /** From actorName. */
  readonly actor: string
  /** As the employee said it; null where they did not. */
  readonly reason: string | null
  readonly at: Date
}

/**
 * Appends that an employee read a customer's file. Its subject is apart from the loan's own history, so that reading a
 * file does not change it. Source: docs/design/console.md, Staff.
 */
export const appendCustomerFileRead = (
  executor: Executor,
  { portfolioId, file, call, actor, reason, at }: CustomerFileRead,
): Promise<void> =>
  appendAudit(executor, {
    portfolioId,
    subject: readOf(file),
    action: 'customerFileRead',
    actor,
    facts: { call, reason },
    at,
  })

/** The subject of reads of a customer's file, which are not part of the file's own history. */
export const readOf = (file: string): string => `read/${file}`

/** Who did this to a subject, each once. */
export async function listActors(
  executor: Executor,
  { portfolioId, subject, action }: Pick<AuditEvent, 'portfolioId' | 'subject' | 'action'>,
): Promise<string[]> {
  const rows = await executor
    .selectDistinct({ actor: auditEvents.actor })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.portfolioId, portfolioId),
        eq(auditEvents.subject, subject),
        eq(auditEvents.action, action),
      ),
    )
  return rows.map(({ actor }) => actor)
}

/** Events about a subject, in order; or the newest ones. */
export async function listAudit(
  executor: Executor,
  portfolioId: number,
  subject: string,
  newest?: NewestRows,
): Promise<AuditEvent[]> {
  return await newestBy(executor.select().from(auditEvents).$dynamic(), auditEvents.at, {
    where: and(eq(auditEvents.portfolioId, portfolioId), eq(auditEvents.subject, subject)),
    newest,
    order: [asc(auditEvents.sequence)],
  })
}

/** Whether the events about a subject are as they were written. */
export async function isAuditIntact(
  executor: Executor,
  portfolioId: number,
  subject: string,
): Promise<boolean> {
  let previousHash = CHAIN_START
  for (const [index, event] of (await listAudit(executor, portfolioId, subject)).entries()) {
    if (event.previousHash !== previousHash) return false
    if (event.hash !== hashOf(previousHash, index + 1, event)) return false
    previousHash = event.hash
  }
  return true
}

/** Whom the audit tells of, after one of them, by portfolio and name. */
export async function listAuditSubjects(
  executor: Executor,
  after: { readonly portfolioId: number; readonly subject: string },
  limit: number,
): Promise<{ portfolioId: number; subject: string }[]> {
  const { portfolioId, subject } = auditEvents
  return await executor
    .selectDistinct({ portfolioId, subject })
    .from(auditEvents)
    .where(sql`(${portfolioId}, ${subject}) > (${after.portfolioId}, ${after.subject})`)
    .orderBy(asc(portfolioId), asc(subject))
    .limit(limit)
}
