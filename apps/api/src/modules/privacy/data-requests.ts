import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { requestMyDataCall } from '@dolphin/contract/my-data'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Owner } from '@dolphin/database/driver/owner'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  answerDataRequest,
  type DataAnswer,
  type DataRequest,
  insertDataRequest,
  listDataRequests,
} from '@dolphin/database/retention/data-request-repository'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { longDate } from '@dolphin/domain/documents/long-date'
import { ok } from '@dolphin/domain/outcome'
import type { Locale } from '@dolphin/domain/portfolios/localized'
import { dataRequestDue } from '@dolphin/domain/retention/data-request'
import { dateIn, NEW_YORK } from '@dolphin/domain/time/new-york'
import { pageAddress } from '../../config/page-address.ts'
import type { Deps } from '../../deps.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { type BorrowerAddress, borrowerAddress } from '../borrowers/borrower-address.ts'
import type { OpenCause } from '../work-items/staff-routes.ts'
import { closeWorkItems, openWorkItem } from '../work-items/work-item-service.ts'

export type RequestDeps = Pick<Deps, 'cipher' | 'portfolios' | 'calendar' | 'notices' | 'config'>

/** The words of a work item, without what was asked. */
const REASONS = {
  correction: 'a customer says that something on file is wrong',
  deletion: 'a customer asks for the deletion of their data',
} as const

const subjectOf = (owner: Owner, requestNo: string): string => `dataRequest/${owner.openId}/${requestNo}`

/** Keeps a request, opens its work item and mails its receipt; one of its kind that is open is answered again. */
export async function openDataRequest(
  deps: RequestDeps,
  unit: UnitOfWork,
  { portfolioId, openId }: Owner,
  { kind, details }: CallRequest<typeof requestMyDataCall>['body'],
): Promise<Result<CallReply<typeof requestMyDataCall>>> {
  const owner = { portfolioId, openId }
  const open = (await listDataRequests(unit.tx, deps.cipher, owner)).find(
    (one) => one.kind === kind && one.answeredAt === null,
  )
  if (open !== undefined) return ok({ requestNo: open.requestNo, answerBy: formatLocalDate(open.due) })
  const timeZone = deps.portfolios.byId(portfolioId)?.portfolio.timeZone ?? NEW_YORK
  const due = dataRequestDue(dateIn(unit.now, timeZone))
  const request = { ...owner, kind, details, askedAt: unit.now, due }
  const requestNo = await insertDataRequest(unit.tx, deps.cipher, request)
  // Of two at once the other one was first, and its customer asks again.
  if (requestNo === undefined) return refuse('idempotencyInProgress', { retryAfterSeconds: 1 })
  const actor = `customer:${openId}`
  await openWorkItem(deps, unit, {
    portfolioId,
    kind: 'dataRequest',
    subject: subjectOf(owner, requestNo),
    reason: REASONS[kind],
    facts: { requestNo, kind, openId },
    due,
    actor,
  })
  await appendAudit(unit.tx, {
    portfolioId,
    subject: openId,
    action: 'dataRequested',
    actor,
    facts: { requestNo, kind },
    at: unit.now,
  })
  await mailReceipt(deps, unit, request, requestNo)
  return ok({ requestNo, answerBy: formatLocalDate(due) })
}

async function mailReceipt(
  { cipher, notices, portfolios, config }: RequestDeps,
  unit: UnitOfWork,
  { portfolioId, openId, due }: Owner & Pick<DataRequest, 'due'>,
  requestNo: string,
): Promise<void> {
  const customer = await borrowerAddress(unit.tx, cipher, { portfolioId, openId })
  const data = portfolios.byId(portfolioId)
  assert(customer !== undefined && data !== undefined, 'a request is of a customer of a portfolio')
  await notices.send(unit, {
    portfolioId,
    openId,
    loanNo: null,
    kind: 'dataRequestReceived',
    recipient: customer.email,
    dedupKey: `dataRequestReceived/${requestNo}`,
    values: {
      firstName: customer.firstName,
      requestNo,
      answerBy: { en: longDate(due), es: longDate(due, 'es') },
      link: pageAddress(config, data.portfolio, '/my-data'),
    },
  })
}

/** The open request that an act answers. Errors: `dataRequestOver` where it has its answer or is of someone else. */
export async function openRequestOf(
  { cipher }: Pick<Deps, 'cipher'>,
  executor: Executor,
  owner: Owner,
  requestNo: string,
): Promise<Result<DataRequest>> {
  const found = (await listDataRequests(executor, cipher, owner)).find((one) => one.requestNo === requestNo)
  return found === undefined || found.answeredAt !== null ? refuse('dataRequestOver') : ok(found)
}

/** What is answered, to whom. Read before anything of the customer is erased. */
export interface Answering extends Owner {
  readonly requestNo: string
  readonly outcome: 'done' | 'inPart' | 'refused'
  readonly by: string
  readonly address: BorrowerAddress
  readonly language: Locale
}

/**
 * Stores the answer, mails it and closes the work item. The mail is of no account: it leaves although the account is
 * gone. Errors: `dataRequestOver`.
 */
export async function answerRequest(
  { cipher, notices }: RequestDeps,
  unit: UnitOfWork,
  { portfolioId, openId, requestNo, outcome, by, address, language }: Answering,
  answer: DataAnswer,
): Promise<Result<undefined>> {
  const owner = { portfolioId, openId }
  const request = { ...owner, requestNo, outcome, answeredBy: by, answeredAt: unit.now }
  if (!(await answerDataRequest(unit.tx, cipher, request, answer))) return refuse('dataRequestOver')
  await closeWorkItems(
    unit,
    { portfolioId, kind: 'dataRequest', subject: subjectOf(owner, requestNo) },
    { by, reason: 'the request was answered' },
  )
  await notices.send(unit, {
    portfolioId,
    openId: null,
    loanNo: null,
    language,
    kind: 'dataRequestAnswered',
    recipient: address.email,
    dedupKey: `dataRequestAnswered/${requestNo}`,
    values: {
      firstName: address.firstName,
      requestNo,
      answer: answer.words,
      kept: answer.kept.length === 0 ? [NOTHING_KEPT[language]] : [...answer.kept],
    },
  })
  return ok(undefined)
}

const NOTHING_KEPT = {
  en: 'Only this request and its answer, for 24 months.',
  es: 'Solo esta solicitud y su respuesta, por 24 meses.',
} as const

/** A request waits until it has its answer. */
export const openRequestCauses = ({ cipher }: Pick<Deps, 'cipher'>): Record<'dataRequest', OpenCause> => ({
  dataRequest: async (executor, { portfolioId, facts }) => {
    const [openId, requestNo] = [String(facts['openId']), String(facts['requestNo'])]
    return (await openRequestOf({ cipher }, executor, { portfolioId, openId }, requestNo)).ok
  },
})
