import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { customerAuditCall } from '@dolphin/contract/customer-files'
import { readOf } from '@dolphin/database/examiner/audit-repository'
import { listAuditOf } from '@dolphin/database/examiner/audit-search-repository'
import { factsInWords } from '@dolphin/domain/form/code-words'
import { ok } from '@dolphin/domain/outcome'
import { NEW_YORK } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import { type Result, refuse } from '../../refusal.ts'
import { entryView, readPlace, writePlace } from '../examiner/audit-search.ts'
import { type CustomerFile, fileOf } from './file-of.ts'

type Query = CallRequest<typeof customerAuditCall>['query']

const PAGE = 50

/**
 * A page of who read a customer's file and who changed something in it, newest first. Errors: `notFound`; `invalidInput`
 * for a place that no page gave. Source: docs/design/console.md, Screens, Customer.
 */
export async function customerAudit(
  deps: Pick<Deps, 'database' | 'cipher' | 'portfolios'>,
  file: string,
  { kind, after }: Query,
): Promise<Result<CallReply<typeof customerAuditCall>>> {
  const { db } = deps.database
  const found = await fileOf(deps, db, file)
  if (!found.ok) return found
  const place = after === undefined ? undefined : readPlace(after)
  if (after !== undefined && place === undefined)
    return refuse('invalidInput', {
      errors: [{ elementKey: 'after', message: 'Take it from the page before.' }],
    })
  const { portfolioId } = found.value
  const asked = { portfolioId, subjects: subjectsOf(found.value, kind), after: place }
  const entries = await listAuditOf(db, asked, PAGE + 1)
  const page = entries.slice(0, PAGE)
  const last = entries.length > PAGE ? page.at(-1) : undefined
  return ok({
    events: page.map((entry) => {
      const view = entryView(entry, deps.portfolios.byId(portfolioId)?.portfolio.timeZone ?? NEW_YORK)
      return { ...view, facts: factsInWords(view.facts) }
    }),
    after: last === undefined ? null : writePlace(last),
  })
}

/** Under which names a customer and their loans stand in the audit; reads stand apart. */
function subjectsOf({ customer, loans }: CustomerFile, kind: Query['kind']): string[] {
  const own = customer === undefined ? [] : [customer.openId, `customer:${customer.openId}`]
  const changed = [...loans.map(({ loanNo }) => loanNo), ...own]
  const read = changed.map(readOf)
  return kind === 'reads' ? read : kind === 'changes' ? changed : [...changed, ...read]
}
