import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { findCustomersCall } from '@dolphin/contract/customer-files'
import type { Executor } from '@dolphin/database/driver/executor'
import { appendAudit, readOf } from '@dolphin/database/examiner/audit-repository'
import { listLoansOfNumbers } from '@dolphin/database/find/find-number-repository'
import { listOwnersOfTerms } from '@dolphin/database/find/find-token-repository'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { WHOLE_SERVER } from '@dolphin/database/work-items/work-item-repository'
import { type FindKind, type FindTerm, readFindTerms } from '@dolphin/domain/find/find-term'
import { ok } from '@dolphin/domain/outcome'
import { scopeOf } from '@dolphin/domain/staff/authority'
import type { Deps } from '../../deps.ts'
import { actorName, type EmployeeActor } from '../../http/actor.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { headOf } from '../loans/loan-head.ts'
import { atAGlance, customersAtAGlance } from './customer-glance.ts'

type Reply = CallReply<typeof findCustomersCall>
type Hit = Reply['hits'][number]
type NeededDeps = Pick<Deps, 'cipher' | 'portfolios' | 'limits'>

const MOST_HITS = 20

/** A file that was met, before it is looked into. */
interface Met {
  readonly portfolioId: number
  readonly file: string
  readonly openId: string | null
  readonly foundBy: FindKind
}

/**
 * Customers by what was typed, in the portfolios in which the employee may look. Counted by the hour, and in the audit:
 * who searched, by which kind, how many were met; never what was typed. Errors: `tooManyRequests`.
 *
 * Source: docs/design/console.md, Screens, Find.
 */
export async function findCustomers(
  deps: NeededDeps,
  unit: UnitOfWork,
  { typed, portfolioId }: CallRequest<typeof findCustomersCall>['body'],
  actor: EmployeeActor,
): Promise<Result<Reply>> {
  const terms = readFindTerms(typed)
  const kinds = [...new Set(terms.map(({ kind }) => kind))]
  if (kinds.length === 0) return ok({ kinds, hits: [], more: false })
  const wait = await deps.limits.take(unit.tx, 'customerFinds', actor.employeeId, unit.now)
  if (wait !== undefined) return refuse('tooManyRequests', { retryAfterSeconds: wait.seconds })
  const met = await meet(
    deps,
    unit.tx,
    portfolioId === undefined ? ownPortfolios(deps, actor) : [portfolioId],
    terms,
  )
  const shown = met.slice(0, MOST_HITS)
  await appendAudit(unit.tx, {
    portfolioId: portfolioId ?? WHOLE_SERVER,
    subject: readOf(`find/${actor.employeeId}`),
    action: 'customersSearched',
    actor: actorName(actor),
    facts: { kinds, hits: shown.length },
    at: unit.now,
  })
  return ok({ kinds, hits: await hitsOf(deps, unit.tx, shown), more: met.length > MOST_HITS })
}

function ownPortfolios({ portfolios }: NeededDeps, { roles, day }: EmployeeActor): readonly number[] {
  const scope = scopeOf(roles, { permission: 'customer.find', day }, ['may'])
  return scope === 'all' ? portfolios.all.map((one) => one.portfolio.portfolioId) : scope
}

/** Each file once, by the first that met it: numbers before hashes. One more than are shown says that there are more. */
async function meet(
  { cipher }: NeededDeps,
  tx: Executor,
  portfolioIds: readonly number[],
  terms: readonly FindTerm[],
): Promise<readonly Met[]> {
  const met = new Map<string, Met>()
  for (const portfolioId of portfolioIds) {
    const numbered = await listLoansOfNumbers(tx, cipher, { portfolioId, terms, limit: MOST_HITS + 1 })
    const hashed = await listOwnersOfTerms(tx, cipher, { portfolioId, terms, limit: MOST_HITS + 1 })
    const found = [
      ...numbered.map(({ openId, loanNo, kind }) => ({ openId, file: openId ?? loanNo, kind })),
      ...hashed.map(({ openId, kind }) => ({ openId, file: openId, kind })),
    ]
    for (const { openId, file, kind } of found) {
      const key = `${portfolioId}/${file}`
      if (!met.has(key)) met.set(key, { portfolioId, file, openId, foundBy: kind })
    }
  }
  return [...met.values()]
}

async function hitsOf(deps: NeededDeps, tx: Executor, met: readonly Met[]): Promise<Hit[]> {
  const hits: Hit[] = []
  for (const portfolioId of new Set(met.map((one) => one.portfolioId))) {
    const here = met.filter((one) => one.portfolioId === portfolioId)
    const openIds = here.flatMap(({ openId }) => (openId === null ? [] : [openId]))
    const customers = await customersAtAGlance(deps, tx, portfolioId, openIds)
    for (const { file, openId, foundBy } of here) {
      const hit =
        openId === null
          ? await guestOf(deps, tx, portfolioId, file)
          : (customers.get(openId) ?? { name: '', loans: [] })
      hits.push({ file, portfolioId, foundBy, ...hit })
    }
  }
  return hits
}

/** An application that belongs to no account yet, by its loan. */
async function guestOf(
  { cipher }: NeededDeps,
  tx: Executor,
  portfolioId: number,
  loanNo: string,
): Promise<Pick<Hit, 'name' | 'loans'>> {
  const loan = await findLoan(tx, { portfolioId, loanNo })
  if (loan === undefined) return { name: '', loans: [] }
  return { name: (await headOf(tx, cipher, loan)).customerName, loans: atAGlance([loan]) }
}
