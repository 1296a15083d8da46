import type { CallReply } from '@dolphin/contract/call'
import { listMessageCall } from '@dolphin/contract/calls/message/list-message'
import { sendMessageCall } from '@dolphin/contract/calls/message/send-message'
import {
  addSecureMessage,
  listSecureMessages,
  type SecureMessage,
} from '@dolphin/database/secure-message-repository'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import { refuse } from '../../http/refusal.ts'
import { customerRoute, type RouteDefinition } from '../../http/route.ts'
import { findBorrowerLoan } from '../../origination/loan-access.ts'

type Parts = Pick<Deps, 'database' | 'cipher' | 'limits'>

const PAGE = 50
/** More than anybody writes; less than a way to fill the disk. */
const MESSAGES = { limit: 60, windowMs: 3_600_000 }

/** Messages between customer and lender. Source: contract.md (ours); pages.md (chat views). */
export function messageRoutes(parts: Parts): RouteDefinition[] {
  return [listRoute(parts), sendRoute(parts)]
}

function listRoute({ database, cipher }: Parts): RouteDefinition {
  return customerRoute(listMessageCall, async ({ actor, query, portfolio }) => {
    const page = { before: query.before, limit: PAGE + 1 }
    const found = await listSecureMessages(database.db, cipher, actor, page)
    const shown = found.slice(0, PAGE)
    return ok({
      messages: shown.map((message) => messageView(message, portfolio.timeZone)),
      before: found.length > PAGE ? (shown.at(-1)?.messageNo ?? null) : null,
    })
  })
}

function sendRoute({ cipher, limits }: Parts): RouteDefinition {
  return customerRoute(sendMessageCall, ({ actor, body, portfolio, write }) =>
    write(async (unit) => {
      const { portfolioId, openId } = actor
      const loanNo = body.loanNo ?? null
      if (loanNo !== null) {
        const loan = await findBorrowerLoan(unit.tx, actor, { loanNo })
        if (!loan.ok) return loan
      }
      const wait = await limits.take(unit.tx, `message/${portfolioId}/${openId}`, MESSAGES, unit.now)
      if (wait !== undefined) return refuse('tooManyRequests', { retryAfterSeconds: wait.seconds })
      const { text } = body
      const message = { portfolioId, openId, sender: 'customer' as const, loanNo, text, sentAt: unit.now }
      const added = await addSecureMessage(unit.tx, cipher, message)
      return ok(messageView(added, portfolio.timeZone))
    }),
  )
}

function messageView(
  { messageNo, sender, text, loanNo, sentAt, readAt }: SecureMessage,
  timeZone: string,
): CallReply<typeof sendMessageCall> {
  return {
    messageNo,
    from: sender,
    text,
    loanNo,
    sentAt: isoInZone(sentAt, timeZone),
    readAt: readAt === null ? null : isoInZone(readAt, timeZone),
  }
}
