import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { searchAuditCall } from '@dolphin/contract/examiner'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  searchStream,
  type StreamEntry,
  type StreamPlace,
} from '@dolphin/database/examiner/audit-search-repository'
import { WHOLE_SERVER } from '@dolphin/database/work-items/work-item-repository'
import { addDays, localDate, type LocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone, NEW_YORK, startOfDay } from '@dolphin/domain/time/new-york'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { maskedFacts } from '../decisions/masked-facts.ts'
import type { Deps } from '../../deps.ts'

type Request = CallRequest<typeof searchAuditCall>['body']
type Reply = CallReply<typeof searchAuditCall>

const PAGE = 100
/** Nothing is older or newer; beyond them a day's end has a year that the calendar does not know. */
const [FIRST_DAY, LAST_DAY] = [localDate(1900, 1, 1), localDate(9998, 12, 31)]

/**
 * A page of the audit stream of a portfolio or of the whole server, newest first. The search itself is written down: who looked, and for what.
 *
 * Errors: `notFound` for a portfolio that is none; `invalidInput` for a place that no page gave.
 */
export async function searchAudit(
  { portfolios }: Pick<Deps, 'portfolios'>,
  unit: UnitOfWork,
  { portfolioId, from, to, after, ...filters }: Request,
  actor: string,
): Promise<Result<Reply>> {
  const zone = portfolioId === WHOLE_SERVER ? NEW_YORK : portfolios.byId(portfolioId)?.portfolio.timeZone
  if (zone === undefined) return refuse('notFound')
  const place = after === undefined ? undefined : readPlace(after)
  if (after !== undefined && place === undefined) {
    return refuse('invalidInput', {
      errors: [{ elementKey: 'after', message: 'Take it from the page before.' }],
    })
  }
  const query = {
    portfolioId,
    loanNo: filters.loanNo,
    openId: filters.openId,
    actor: filters.actor,
    event: filters.event,
    from: startOf(dayOf(from), zone),
    until: startOf(dayAfter(dayOf(to)), zone),
    after: place,
  }
  const found = await searchStream(unit.tx, query, PAGE + 1)
  const page = found.slice(0, PAGE)
  const last = found.length > PAGE ? page.at(-1) : undefined
  await appendAudit(unit.tx, {
    portfolioId,
    subject: 'audit',
    action: 'auditSearched',
    actor,
    facts: { ...filters, from, to, entries: page.length },
    at: unit.now,
  })
  return ok({
    events: page.map((entry) => entryView(entry, zone)),
    after: last === undefined ? null : writePlace(last),
  })
}

/** An entry as employees read it. */
export function entryView(
  { source, subject, sequence, at, event, actor, facts }: StreamEntry,
  zone: string,
): Reply['events'][number] {
  const eventNo = source === 'audit' ? `${subject}/${sequence}` : `page/${sequence}`
  return { source, eventNo, at: isoInZone(at, zone), actor, event, subject, facts: maskedFacts(facts) }
}

function dayOf(text: string | undefined): LocalDate | undefined {
  const day = text === undefined ? undefined : parseLocalDate(text)
  if (day === undefined) return undefined
  return day < FIRST_DAY ? FIRST_DAY : day > LAST_DAY ? LAST_DAY : day
}
const dayAfter = (day: LocalDate | undefined): LocalDate | undefined =>
  day === undefined ? undefined : addDays(day, 1)
const startOf = (day: LocalDate | undefined, zone: string): Date | undefined =>
  day === undefined ? undefined : startOfDay(day, zone)

/** Where a page of the stream ended, for the next one. */
export const writePlace = ({ at, source, subject, sequence }: StreamPlace): string =>
  `${at.getTime()}.${source}.${sequence}.${subject}`

/** Undefined for a place that no page gave. */
export function readPlace(text: string): StreamPlace | undefined {
  const [, at, source, sequence, subject] = /^(\d{1,15})\.(audit|page)\.(\d{1,15})\.(.+)$/.exec(text) ?? []
  if (subject === undefined) return undefined
  return {
    at: new Date(Number(at)),
    source: source === 'audit' ? 'audit' : 'page',
    sequence: Number(sequence),
    subject,
  }
}
