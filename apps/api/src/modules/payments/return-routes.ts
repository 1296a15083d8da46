import type { CallReply } from '@dolphin/contract/call'
import {
  importReturnCall,
  listBankEntryCall,
  retryBankEntryCall,
  returnRateCall,
  resolveExceptionCall,
} from '@dolphin/contract/returns'
import { formatLocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { percentText } from '@dolphin/domain/money/percent'
import { ok } from '@dolphin/domain/outcome'
import { dateIn } from '@dolphin/domain/time/new-york'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import type { NachaError } from '@dolphin/nacha/nacha-error'
import { entererOf } from '../approvals/enter-approval.ts'
import { enterResolution } from './returns/resolve-exception.ts'
import { answeredBefore } from '../../http/once-by-key.ts'
import { refuse } from '../../refusal.ts'
import { operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { bankEntriesOfDay } from './returns/bank-entries-of-day.ts'
import { importInboxFile } from './returns/import-file.ts'
import { retryEntry, retryWorkItem } from './returns/retry-entry.ts'
import { readReturnRates, type WindowRates } from './returns/return-rate-watch.ts'
import { actorName } from '../../http/actor.ts'
import type { Deps } from '../../deps.ts'

/** What the bank sent, by hand of an employee, and how many of the debits come back. */
export function returnRoutes(deps: Deps): RouteDefinition[] {
  return [
    operationsRoute(importReturnCall, async ({ body, actor, upload, write }) => {
      const data = deps.portfolios.byId(body.portfolioId)
      if (data === undefined) return refuse('notFound')
      const earlier = await answeredBefore(write)
      if (earlier !== undefined) return earlier
      if (upload === undefined) return refuse('importRefused', { errors: [NO_FILE] })
      const { fileName, bytes } = upload
      // Each item is a transaction of its own and done once; the answer alone belongs to the key.
      const taken = await importInboxFile(deps, [data], { fileName, bytes, actor: actorName(actor) })
      if (taken.status === STORED_NAMES.inboxFileStatus.quarantined)
        return refuse('importRefused', { errors: taken.errors.map(faultLine) })
      const { noticesOfChange: notificationsOfChange, unmatched, kinds } = taken
      const { sha256, returns, alreadyKnown, entries } = taken
      return await write(async () =>
        ok({
          sha256,
          returns,
          notificationsOfChange,
          alreadyKnown,
          unmatched: [...unmatched],
          entries,
          kinds: [...kinds],
        }),
      )
    }),
    operationsRoute(listBankEntryCall, async ({ query: { portfolioId, day } }) => {
      const portfolio = deps.portfolios.byId(portfolioId)?.portfolio
      const date = parseLocalDate(day)
      if (portfolio === undefined || date === undefined) return refuse('notFound')
      return ok({ portfolioId, day, ...(await bankEntriesOfDay(deps.database.db, portfolio, date)) })
    }),
    operationsRoute(retryBankEntryCall, async ({ body: { workItemNo, sha256, line }, actor: who, write }) => {
      const earlier = await answeredBefore(write)
      if (earlier !== undefined) return earlier
      const actor = actorName(who)
      const isNamed = sha256 !== undefined && line !== undefined
      if (workItemNo === undefined && !isNamed) return refuse('notFound')
      // The entry is a transaction of its own and applied once; the answer alone belongs to the key.
      const retried = isNamed
        ? await retryEntry(deps, { sha256, line }, actor)
        : await retryWorkItem(deps, { workItemNo: workItemNo ?? '', actor })
      return retried.ok ? await write(async () => ok(retried.value)) : retried
    }),
    operationsRoute(resolveExceptionCall, ({ body, actor, write }) =>
      write((unit) => enterResolution(deps, unit, body, entererOf(actor))),
    ),
    operationsRoute(returnRateCall, async ({ query, now }) => {
      const portfolio = deps.portfolios.byId(query.portfolioId)?.portfolio
      if (portfolio === undefined) return refuse('notFound')
      const { portfolioId, timeZone } = portfolio
      const today = dateIn(now, timeZone)
      const windows = await readReturnRates(deps.database.db, portfolioId, today)
      return ok({ portfolioId, day: formatLocalDate(today), windows: windows.map(windowView) })
    }),
  ]
}

const NO_FILE = { elementKey: 'file', message: 'Add the file of the bank.' }

const faultLine = ({ record, field, value, problem, line }: NachaError) => ({
  elementKey: line === undefined ? 'file' : `line ${line}`,
  message: `${record}.${field} "${value}": ${problem}`,
})

type WindowView = CallReply<typeof returnRateCall>['windows'][number]

const windowView = ({ kind, from, to, debits, returns, rates }: WindowRates): WindowView => ({
  kind,
  from: formatLocalDate(from),
  to: formatLocalDate(to),
  debits,
  returns: [...returns].map(([code, count]) => ({ code, count })),
  rates: rates.map(({ rate, limit, kind: of, returns: counted, consequence, status }) => ({
    kind: of,
    returns: counted,
    rate: rate === null ? null : percentText(rate),
    limit: percentText(limit),
    consequence,
    status,
  })),
})
