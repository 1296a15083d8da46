import type { CallReply } from '@dolphin/contract/call'
import {
  answerMessageCall,
  exportConversationCall,
  listConversationCall,
  settleMessageCall,
  showConversationCall,
} from '@dolphin/contract/messages'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import {
  addSecureMessage,
  listSecureMessages,
  listWaitingConversations,
  longestWaitingThread,
  markMessagesRead,
  type SecureMessage,
  type WaitingConversation,
} from '@dolphin/database/messages/secure-message-repository'
import { assert } from '@dolphin/domain/assert'
import { Ticket } from '@dolphin/domain/channel/ticket'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone } from '@dolphin/domain/time/new-york'
import { type Result, refuse } from '../../refusal.ts'
import { listFile, MOST_ROWS } from '../../http/list-file.ts'
import { operationsFileRoute, operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { borrowerAddress } from '../borrowers/borrower-address.ts'
import { actorName } from '../../http/actor.ts'
import { pageAddress } from '../../config/page-address.ts'
import { MESSAGE_PAGE, messagePage, messageView, threadName } from './message-view.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { closeAnsweredItem, messageItemOf, refuseIfAnswered } from '../work-items/message-item.ts'
import { takenItems, takenOf } from '../work-items/work-item-view.ts'
import { portfolioOfCustomer } from '../portfolios/customer-portfolio.ts'
import type { Deps } from '../../deps.ts'

const MOST_WAITING = 200

/** The lender's side of the secure messages: what waits, one conversation, an answer. Source: pages.md "chat views". */
export function messageStaffRoutes(deps: Deps): RouteDefinition[] {
  return [
    operationsRoute(listConversationCall, async ({ query, now }) => {
      return ok({ conversations: await waitingHeads(deps, { ...query, most: MOST_WAITING, now }) })
    }),
    operationsFileRoute(exportConversationCall, ({ query: filter, actor, now }) =>
      listFile(deps, {
        list: 'messages',
        columns: TABLE,
        read: async () => ({
          rows: await waitingHeads(deps, { ...filter, most: MOST_ROWS + 1, now }),
          after: null,
        }),
        filter,
        actor,
        now,
      }),
    ),
    operationsRoute(showConversationCall, ({ params, query }) =>
      showConversation(deps, params.openId, query.before),
    ),
    operationsRoute(answerMessageCall, ({ body, actor, write }) =>
      write((unit) => answerMessage(deps, unit, body, actorName(actor))),
    ),
    operationsRoute(settleMessageCall, ({ body, actor, write }) =>
      write((unit) => settleMessages(deps, unit, body.openId, actorName(actor))),
    ),
  ]
}

type Waiting = CallReply<typeof listConversationCall>['conversations'][number]

interface WaitingQuery {
  readonly portfolioId?: number | undefined
  readonly most: number
  readonly now: Date
}

async function waitingHeads(deps: Deps, { portfolioId, most, now }: WaitingQuery): Promise<Waiting[]> {
  const waiting = await listWaitingConversations(deps.database.db, portfolioId, most)
  const taken = await takenItems(deps, deps.database.db, { rows: waiting, itemOf: messageItemOf, now })
  return await Promise.all(
    waiting.map(async (one) => ({ ...(await waitingHead(deps, one)), ...takenOf(taken.get(one)) })),
  )
}

const TABLE: readonly (readonly [string, (head: Waiting) => string | number | null])[] = [
  ['Customer', ({ customerName }) => customerName],
  ['Number', ({ openId }) => openId],
  ['Portfolio', ({ portfolioId }) => portfolioId],
  ['About', ({ thread }) => thread],
  ['Messages', ({ waiting }) => waiting],
  ['Since', ({ since }) => since],
  ['Taken by', ({ takenBy }) => takenBy?.name ?? null],
]

async function waitingHead(
  { cipher, database, portfolios }: Deps,
  { portfolioId, openId, loanNo, waiting, since }: WaitingConversation,
): Promise<Omit<Waiting, 'workItemNo' | 'takenBy'>> {
  const customer = await borrowerAddress(database.db, cipher, { portfolioId, openId })
  const timeZone = portfolios.byId(portfolioId)?.portfolio.timeZone
  assert(customer !== undefined && timeZone !== undefined, 'a message belongs to a customer of a portfolio')
  return {
    portfolioId,
    openId,
    customerName: customer.fullName || customer.email,
    thread: threadName(loanNo),
    waiting,
    since: isoInZone(since, timeZone),
  }
}

async function showConversation(
  deps: Deps,
  openId: string,
  before: string | undefined,
): Promise<Result<CallReply<typeof showConversationCall>>> {
  const { database, cipher } = deps
  const data = await portfolioOfCustomer(deps, database.db, openId)
  if (data === undefined) return refuse('notFound')
  const { portfolioId, timeZone } = data.portfolio
  const owner = { portfolioId, openId }
  const [customer, found] = await Promise.all([
    borrowerAddress(database.db, cipher, owner),
    listSecureMessages(database.db, cipher, owner, { before, limit: MESSAGE_PAGE + 1 }),
  ])
  assert(customer !== undefined, 'a portfolio was found by its customer')
  const customerName = customer.fullName || customer.email
  return ok({ portfolioId, customerName, ...messagePage(found, timeZone) })
}

interface LenderMessage {
  readonly openId: string
  readonly text: string
  readonly loanNo?: string | undefined
}

/**
 * Writes to a customer: open pages learn of it by ticket 3003, the mailbox by a notice that says nothing of the
 * contents, and what the customer had written in that conversation no longer waits. Where no loan is named it stands
 * under the question that has waited longest. Errors: `notFound` for no such customer, `loanNotFound` for a loan that is
 * not theirs.
 */
async function answerMessage(
  deps: Deps,
  unit: UnitOfWork,
  { openId, text, loanNo }: LenderMessage,
  actor: string,
): Promise<Result<CallReply<typeof answerMessageCall>>> {
  const { tx, now } = unit
  const data = await portfolioOfCustomer(deps, tx, openId)
  if (data === undefined) return refuse('notFound')
  const { portfolioId, timeZone } = data.portfolio
  const owner = { portfolioId, openId }
  const free = await refuseIfAnswered(unit, owner, actor)
  if (!free.ok) return free
  if (loanNo !== undefined) {
    const loan = await findLoan(tx, { portfolioId, loanNo })
    if (loan?.openId !== openId) return refuse('loanNotFound')
  }
  const thread = loanNo ?? (await longestWaitingThread(tx, owner)) ?? null
  await markMessagesRead(tx, owner, { sender: 'customer', thread, at: now })
  await closeAnsweredItem(unit, owner, { by: actor, reason: 'answered' })
  const message = { ...owner, sender: 'lender' as const, loanNo: thread, text, sentAt: now }
  const added = await addSecureMessage(tx, deps.cipher, message)
  const { messageNo } = added
  await deps.tickets.post(unit, owner, { ticket: Ticket.inProgress, data: { messageNo } })
  await notifyAnswered(deps, unit, added)
  const facts = { messageNo, loanNo: thread }
  const subject = `customer:${openId}`
  await appendAudit(tx, { portfolioId, subject, action: 'customerAnswered', actor, facts, at: now })
  return ok(messageView(added, timeZone))
}

async function notifyAnswered(
  { portfolios, cipher, notices, config }: Deps,
  unit: UnitOfWork,
  { portfolioId, openId, messageNo, loanNo }: SecureMessage,
): Promise<void> {
  const borrower = await borrowerAddress(unit.tx, cipher, { portfolioId, openId })
  const data = portfolios.byId(portfolioId)
  assert(borrower !== undefined && data !== undefined, 'a message is for a customer of a portfolio')
  await notices.send(unit, {
    portfolioId,
    openId,
    loanNo,
    recipient: borrower.email,
    kind: 'messageReceived',
    dedupKey: `messageReceived/${messageNo}`,
    values: { firstName: borrower.firstName, link: pageAddress(config, data.portfolio, '/messages') },
  })
}

async function settleMessages(
  deps: Deps,
  unit: UnitOfWork,
  openId: string,
  actor: string,
): Promise<Result<CallReply<typeof settleMessageCall>>> {
  const { tx, now } = unit
  const data = await portfolioOfCustomer(deps, tx, openId)
  if (data === undefined) return refuse('notFound')
  const { portfolioId } = data.portfolio
  const owner = { portfolioId, openId }
  const free = await refuseIfAnswered(unit, owner, actor)
  if (!free.ok) return free
  const settled = await markMessagesRead(tx, owner, { sender: 'customer', at: now })
  await closeAnsweredItem(unit, owner, { by: actor, reason: 'settled' })
  const subject = `customer:${openId}`
  await appendAudit(tx, {
    portfolioId,
    subject,
    action: 'messagesSettled',
    actor,
    facts: { settled },
    at: now,
  })
  return ok({ settled })
}
