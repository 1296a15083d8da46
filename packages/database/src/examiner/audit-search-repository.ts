import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { readOf } from './audit-repository.ts'
import { auditEvents, businessEvents } from '../schema/record.ts'

/** An entry of the audit stream: the server's own, or an event that a page reported. */
export interface StreamEntry extends StreamPlace {
  readonly event: string
  readonly actor: string
  readonly facts: Readonly<Record<string, unknown>>
}

/** Where an entry stands; the stream is read from the newest on. */
export interface StreamPlace {
  readonly at: Date
  readonly source: 'audit' | 'page'
  readonly subject: string
  readonly sequence: number
}

export interface StreamQuery {
  readonly portfolioId: number
  readonly loanNo: string | undefined
  readonly openId: string | undefined
  readonly actor: string | undefined
  readonly event: string | undefined
  /** From included, until excluded. */
  readonly from: Date | undefined
  readonly until: Date | undefined
  /** Entries older than this one. */
  readonly after: StreamPlace | undefined
}

/** What the server wrote about any of these subjects of a portfolio. */
export interface SubjectQuery {
  readonly portfolioId: number
  readonly subjects: readonly string[]
  /** Entries older than this one. */
  readonly after: StreamPlace | undefined
}

/** Entries of the audit about any of some subjects, newest first. */
export async function listAuditOf(
  executor: Executor,
  { portfolioId, subjects, after }: SubjectQuery,
  limit: number,
): Promise<StreamEntry[]> {
  const { at, subject, sequence, action, actor, facts } = auditEvents
  const place = sql`(${at}, ${subject}, ${sequence})`
  const older =
    after === undefined
      ? undefined
      : sql`${place} < (${after.at.toISOString()}::timestamptz, ${after.subject}::text, ${after.sequence}::bigint)`
  return await executor
    .select({ source: sql<'audit'>`'audit'`, subject, sequence, at, event: action, actor, facts })
    .from(auditEvents)
    .where(and(eq(auditEvents.portfolioId, portfolioId), inArray(subject, subjects.slice()), older))
    .orderBy(desc(at), desc(subject), desc(sequence))
    .limit(limit)
}

type Row = {
  readonly at_ms: string
  readonly source: StreamPlace['source']
  readonly subject: string
  readonly place: string
  readonly event: string
  readonly actor: string
  readonly facts: Readonly<Record<string, unknown>>
}

const all = (conditions: readonly (SQL | undefined)[]): SQL =>
  sql.join(
    conditions.filter((condition) => condition !== undefined),
    sql` and `,
  )

const equals = (column: SQL, value: string | undefined): SQL | undefined =>
  value === undefined ? undefined : sql`${column} = ${value}`

/** Entries of the stream that match, newest first. */
export async function searchStream(
  executor: Executor,
  query: StreamQuery,
  limit: number,
): Promise<StreamEntry[]> {
  const { portfolioId, loanNo, openId, actor, event, from, until, after } = query
  const matching = all([
    sql`portfolio_id = ${portfolioId}`,
    equals(sql`event`, event),
    equals(sql`actor`, actor),
    loanNo === undefined
      ? undefined
      : sql`(subject in (${loanNo}, ${readOf(loanNo)}) or facts ->> 'loanNo' = ${loanNo})`,
    openId === undefined
      ? undefined
      : sql`(subject in (${openId}, ${readOf(openId)}) or actor = ${`customer:${openId}`})`,
    from === undefined ? undefined : sql`at >= ${from.toISOString()}::timestamptz`,
    until === undefined ? undefined : sql`at < ${until.toISOString()}::timestamptz`,
    after === undefined
      ? undefined
      : sql`(at, source, subject, sequence) <
          (${after.at.toISOString()}::timestamptz, ${after.source}::text, ${after.subject}::text, ${after.sequence}::bigint)`,
  ])
  const { rows } = await executor.execute<Row>(sql`
    select (extract(epoch from at) * 1000)::bigint::text as at_ms, source, subject, sequence::text as place, event, actor, facts
    from (
      select portfolio_id, at, 'audit' as source, subject, sequence::bigint, action as event, actor, facts
        from ${auditEvents}
      union all
      select portfolio_id, at, 'page', coalesce(open_id, 'guest'), id, event,
          coalesce('customer:' || open_id, 'guest'), payload
        from ${businessEvents}
    ) stream
    where ${matching}
    order by stream.at desc, stream.source desc, stream.subject desc, stream.sequence desc
    limit ${limit}`)
  return rows.map(({ at_ms, place, ...rest }) => ({
    ...rest,
    at: new Date(Number(at_ms)),
    sequence: Number(place),
  }))
}
