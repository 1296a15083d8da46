import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { exportDataRequestCall, searchDataRequestCall } from '@dolphin/contract/person-staff'
import { listProfiles } from '@dolphin/database/identity/customer-repository'
import { listDataRequestPage } from '@dolphin/database/retention/data-request-repository'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { dateIn, isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import type { EmployeeActor } from '../../http/actor.ts'
import { listFile } from '../../http/list-file.ts'

type Reply = CallReply<typeof searchDataRequestCall>
type Row = Reply['requests'][number]

const PAGE = 100

/** What customers ask of their own data, over the portfolios of who looks: a page of heads, without what was written. */
export async function readRequests(
  deps: Pick<Deps, 'database' | 'cipher' | 'portfolios'>,
  { state = 'open', ...query }: CallRequest<typeof searchDataRequestCall>['query'],
  now: Date,
): Promise<Reply> {
  const { db } = deps.database
  const found = await listDataRequestPage(db, { ...query, state, limit: PAGE + 1 })
  const page = found.slice(0, PAGE)
  const names = await namesOf(deps, page)
  const requests = page.map(({ portfolioId, openId, requestNo, kind, due, outcome, answeredBy, ...one }) => {
    const zone = deps.portfolios.byId(portfolioId)?.portfolio.timeZone ?? NEW_YORK
    return {
      requestNo,
      kind,
      portfolioId,
      openId,
      customerName: names.get(`${portfolioId}/${openId}`) ?? '',
      askedAt: isoInZone(one.askedAt, zone),
      answerBy: formatLocalDate(due),
      overdue: one.answeredAt === null && due < dateIn(now, zone),
      answeredAt: one.answeredAt === null ? null : isoInZone(one.answeredAt, zone),
      answeredBy,
      outcome,
    }
  })
  return { requests, after: found.length > PAGE ? (page.at(-1)?.requestNo ?? null) : null }
}

/** By portfolio and openId; without those who are erased. */
async function namesOf(
  { database, cipher }: Pick<Deps, 'database' | 'cipher'>,
  rows: readonly { readonly portfolioId: number; readonly openId: string }[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const [portfolioId, theirs] of Map.groupBy(rows, (row) => row.portfolioId)) {
    const openIds = theirs.map(({ openId }) => openId)
    for (const { openId, profile } of await listProfiles(database.db, cipher, portfolioId, openIds))
      names.set(`${portfolioId}/${openId}`, [profile.firstName, profile.lastName].filter(Boolean).join(' '))
  }
  return names
}

const TABLE: readonly (readonly [string, (row: Row) => string | number | boolean | null])[] = [
  ['Request', ({ requestNo }) => requestNo],
  ['Kind', ({ kind }) => kind],
  ['Customer', ({ customerName }) => customerName],
  ['Number', ({ openId }) => openId],
  ['Portfolio', ({ portfolioId }) => portfolioId],
  ['Asked', ({ askedAt }) => askedAt],
  ['Answer by', ({ answerBy }) => answerBy],
  ['Overdue', ({ overdue }) => overdue],
  ['Outcome', ({ outcome }) => outcome],
  ['Answered', ({ answeredAt }) => answeredAt],
  ['By', ({ answeredBy }) => answeredBy],
]

/** The requests as a table. */
export const requestsFile = (
  deps: Pick<Deps, 'database' | 'cipher' | 'portfolios' | 'units'>,
  filter: CallRequest<typeof exportDataRequestCall>['query'],
  by: { readonly actor: EmployeeActor; readonly now: Date },
) =>
  listFile(deps, {
    list: 'requests',
    columns: TABLE,
    read: async (after) => {
      const { requests, after: next } = await readRequests(deps, { ...filter, after }, by.now)
      return { rows: requests, after: next }
    },
    filter,
    ...by,
  })
