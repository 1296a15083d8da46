import type { CallReply } from '@dolphin/contract/call'
import { listMessageCall, readMessageCall, sendMessageCall } from '@dolphin/contract/messages'
import {
  addSecureMessage,
  listMessageThreads,
  listSecureMessages,
  markMessagesRead,
  type MessageThread,
} from '@dolphin/database/messages/secure-message-repository'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import { refuse } from '../../refusal.ts'
import { customerRoute, type RouteDefinition } from '../../http/route.ts'
import { findBorrowerLoan } from '../loans/loan-access.ts'
import { openMessageItem } from '../work-items/message-item.ts'
import type { WorkItemDeps } from '../work-items/work-item-service.ts'
import { MESSAGE_PAGE, messagePage, messageView, threadLoanNo, threadName } from './message-view.ts'

type NeededDeps = Pick<Deps, 'database' | 'cipher' | 'limits'> & WorkItemDeps

/** One for each loan that a customer ever wrote about. */
const MOST_THREADS = 200
const EXCERPT_LENGTH = 120

/** Messages between customer and lender. Source: contract.md (ours); pages.md "chat views". */
export function messageRoutes(deps: NeededDeps): RouteDefinition[] {
  return [listRoute(deps), sendRoute(deps), readRoute()]
}

function listRoute({ database, cipher }: NeededDeps): RouteDefinition {
  return customerRoute(listMessageCall, async ({ actor, query, portfolio: { timeZone } }) => {
    const thread = query.thread === undefined ? undefined : threadLoanNo(query.thread)
    const [found, threads] = await Promise.all([
      listSecureMessages(database.db, cipher, actor, { ...query, thread, limit: MESSAGE_PAGE + 1 }),
      listMessageThreads(database.db, cipher, actor, MOST_THREADS),
    ])
    return ok({ ...messagePage(found, timeZone), threads: threads.map((one) => threadHead(one, timeZone)) })
  })
}

function sendRoute(deps: NeededDeps): RouteDefinition {
  const { cipher, limits } = deps
  return customerRoute(sendMessageCall, ({ actor, body, portfolio, write }) =>
    write(async (unit) => {
      const { portfolioId, openId } = actor
      const loanNo = body.loanNo ?? null
      if (loanNo !== null) {
        const loan = await findBorrowerLoan(unit.tx, actor, { loanNo })
        if (!loan.ok) return loan
      }
      const wait = await limits.take(unit.tx, 'secureMessages', `${portfolioId}/${openId}`, unit.now)
      if (wait !== undefined) return refuse('tooManyRequests', { retryAfterSeconds: wait.seconds })
      const { text } = body
      const message = { portfolioId, openId, sender: 'customer' as const, loanNo, text, sentAt: unit.now }
      const added = await addSecureMessage(unit.tx, cipher, message)
      await openMessageItem(deps, unit, actor, loanNo)
      return ok(messageView(added, portfolio.timeZone))
    }),
  )
}

function readRoute(): RouteDefinition {
  return customerRoute(readMessageCall, ({ actor, body: { thread, through }, write }) =>
    write(async ({ tx, now }) => {
      const opened = { sender: 'lender' as const, thread: threadLoanNo(thread), through, at: now }
      return ok({ read: await markMessagesRead(tx, actor, opened) })
    }),
  )
}

function threadHead(
  { newest, unread }: MessageThread,
  timeZone: string,
): CallReply<typeof listMessageCall>['threads'][number] {
  return {
    thread: threadName(newest.loanNo),
    lastFrom: newest.sender,
    excerpt: excerptOf(newest.text),
    lastAt: isoInZone(newest.sentAt, timeZone),
    unread,
  }
}

/** The beginning of a text, on one line and never ending within a character. */
function excerptOf(text: string): string {
  const characters = Array.from(text.replace(/\s+/g, ' '))
  let excerpt = ''
  for (const character of characters) {
    if (excerpt.length + character.length > EXCERPT_LENGTH) break
    excerpt += character
  }
  return excerpt
}
