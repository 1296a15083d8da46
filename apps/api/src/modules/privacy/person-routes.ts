import {
  answerDataRequestCall,
  correctPersonCall,
  enterPersonExportCall,
  erasePersonCall,
  exportDataRequestCall,
  exportPersonCall,
  listDataRequestCall,
  searchDataRequestCall,
} from '@dolphin/contract/person-staff'
import type { CallReply, CallRequest } from '@dolphin/contract/call'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { findCustomer } from '@dolphin/database/identity/customer-repository'
import { listDataRequests } from '@dolphin/database/retention/data-request-repository'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import { actorName } from '../../http/actor.ts'
import { operationsFileRoute, operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { entererOf } from '../approvals/enter-approval.ts'
import { borrowerAddress } from '../borrowers/borrower-address.ts'
import { portfolioOfCustomer } from '../portfolios/customer-portfolio.ts'
import { enterCorrection } from './correct-person.ts'
import { dataRequestView } from './data-request-view.ts'
import { answerRequest } from './data-requests.ts'
import { enterErasure } from './erase-person.ts'
import { enterPersonExport, exportPerson } from './export-person.ts'
import { readRequests, requestsFile } from './request-list.ts'

/** What staff do about a person's data: read what is asked, copy, correct, erase, answer. */
export function personRoutes(deps: Deps): RouteDefinition[] {
  const { cipher } = deps
  const { db } = deps.database
  return [
    operationsRoute(listDataRequestCall, async ({ params: { openId } }) => {
      const data = await portfolioOfCustomer(deps, db, openId)
      if (data === undefined) return refuse('notFound')
      const { portfolioId, timeZone } = data.portfolio
      const requests = await listDataRequests(db, cipher, { portfolioId, openId })
      return ok({ requests: requests.map((one) => dataRequestView(one, timeZone)) })
    }),
    operationsRoute(searchDataRequestCall, async ({ query, now }) =>
      ok(await readRequests(deps, query, now)),
    ),
    operationsFileRoute(exportDataRequestCall, ({ query, actor, now }) =>
      requestsFile(deps, query, { actor, now }),
    ),
    operationsRoute(enterPersonExportCall, ({ body, actor, write }) =>
      write((unit) => enterPersonExport(deps, unit, body, entererOf(actor))),
    ),
    operationsFileRoute(exportPersonCall, ({ params: { openId }, actor, now }) =>
      exportPerson(deps, openId, { by: actorName(actor), now }),
    ),
    operationsRoute(correctPersonCall, ({ body, actor, write }) =>
      write((unit) => enterCorrection(deps, unit, body, entererOf(actor))),
    ),
    operationsRoute(erasePersonCall, ({ body, actor, write }) =>
      write((unit) => enterErasure(deps, unit, body, entererOf(actor))),
    ),
    operationsRoute(answerDataRequestCall, ({ body, actor, write }) =>
      write((unit) => answerInWords(deps, unit, body, actorName(actor))),
    ),
  ]
}

async function answerInWords(
  deps: Deps,
  unit: UnitOfWork,
  { openId, requestNo, outcome, answer }: CallRequest<typeof answerDataRequestCall>['body'],
  by: string,
): Promise<Result<CallReply<typeof answerDataRequestCall>>> {
  const data = await portfolioOfCustomer(deps, unit.tx, openId)
  if (data === undefined) return refuse('notFound')
  const owner = { portfolioId: data.portfolio.portfolioId, openId }
  const customer = await findCustomer(unit.tx, deps.cipher, owner)
  const address = await borrowerAddress(unit.tx, deps.cipher, owner)
  if (customer === undefined || address === undefined) return refuse('notFound')
  const { language } = customer
  const answering = { ...owner, requestNo, outcome, by, address, language }
  const answered = await answerRequest(deps, unit, answering, { words: answer, kept: [] })
  if (!answered.ok) return answered
  await appendAudit(unit.tx, {
    portfolioId: owner.portfolioId,
    subject: openId,
    action: 'dataRequestAnswered',
    actor: by,
    facts: { requestNo, outcome },
    at: unit.now,
  })
  return ok({ answered: true })
}
