import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { customerHistoryCall } from '@dolphin/contract/customer-files'
import { listCustomerNotes } from '@dolphin/database/find/customer-note-repository'
import { listAudit } from '@dolphin/database/examiner/audit-repository'
import { listSecureMessages } from '@dolphin/database/messages/secure-message-repository'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import { type Result, refuse } from '../../refusal.ts'
import { readTimeline } from '../examiner/loan-timeline.ts'
import { type CustomerFile, fileOf } from './file-of.ts'
import { kindsOf } from './history-kinds.ts'

type Line = CallReply<typeof customerHistoryCall>['lines'][number]
type Query = CallRequest<typeof customerHistoryCall>['query']

const PAGE = 50
/** More than any customer writes. */
const MOST_WRITTEN = 1_000

/**
 * A page of all that happened to a customer and their loans, newest first. Errors: `notFound`; `invalidInput` for a place
 * that no page gave. Source: docs/design/console.md, Screens, Customer.
 */
export async function customerHistory(
  deps: Deps,
  file: string,
  { kind, after }: Query,
): Promise<Result<CallReply<typeof customerHistoryCall>>> {
  const found = await fileOf(deps, deps.database.db, file)
  if (!found.ok) return found
  const place = after === undefined ? undefined : readPlace(after)
  if (after !== undefined && place === undefined)
    return refuse('invalidInput', {
      errors: [{ elementKey: 'after', message: 'Take it from the page before.' }],
    })
  const all = [...(await loanLines(deps, found.value)), ...(await ownLines(deps, found.value))]
  const meant = all
    .filter((line) => kind === undefined || line.kinds.includes(kind))
    .toSorted((one, other) => compare(other, one))
    .filter((line) => place === undefined || compare(line, place) < 0)
  const lines = meant.slice(0, PAGE)
  const last = meant.length > PAGE ? lines.at(-1) : undefined
  return ok({ lines, after: last === undefined ? null : `${Date.parse(last.at)}.${last.eventNo}` })
}

type Place = Pick<Line, 'at' | 'eventNo'>

/** By time, then by number: the order in which pages go on. */
const compare = (one: Place, other: Place): number =>
  Date.parse(one.at) - Date.parse(other.at) ||
  (one.eventNo < other.eventNo ? -1 : one.eventNo > other.eventNo ? 1 : 0)

function readPlace(text: string): Place | undefined {
  const [, at, eventNo] = /^(\d{1,15})\.(.+)$/.exec(text) ?? []
  return eventNo === undefined ? undefined : { at: isoInZone(new Date(Number(at)), NEW_YORK), eventNo }
}

async function loanLines(deps: Deps, { loans }: CustomerFile): Promise<Line[]> {
  const lines: Line[] = []
  for (const loan of loans) {
    const { events, transactions } = await readTimeline(deps, loan)
    const amounts = new Map(transactions.map(({ transactionNo, amount }) => [transactionNo, amount]))
    lines.push(
      ...events.map(({ cause, ...event }) => ({
        ...event,
        kinds: [...kindsOf(event)],
        text: cause,
        amount: amounts.get(event.eventNo.split('/')[0] ?? '') ?? null,
      })),
    )
  }
  return lines
}

/** What is about the customer beside their loans: messages, notes, the audit of the account. */
async function ownLines(
  { database: { db }, cipher }: Deps,
  { customer, portfolioId }: CustomerFile,
): Promise<Line[]> {
  if (customer === undefined) return []
  const owner = { portfolioId, openId: customer.openId }
  const plain = { from: null, to: null, amount: null }
  const line = (
    event: Omit<Line, 'kinds' | 'at' | 'from' | 'to' | 'amount'> & { readonly on: Date },
  ): Line => {
    const { on, ...said } = event
    return { ...plain, ...said, at: isoInZone(on, NEW_YORK), kinds: [...kindsOf(said)] }
  }
  const messages = await listSecureMessages(db, cipher, owner, { limit: MOST_WRITTEN })
  const notes = await listCustomerNotes(db, cipher, owner, { limit: MOST_WRITTEN })
  // Acts on the account are written under the number alone, those at the desk under its name in the history.
  const subjects = [`customer:${owner.openId}`, owner.openId]
  const audit = (await Promise.all(subjects.map((subject) => listAudit(db, portfolioId, subject)))).flat()
  return [
    ...messages.map(({ messageNo, sender, loanNo, text, sentAt }) =>
      line({ eventNo: messageNo, actor: sender, event: 'message', loanNo, text, on: sentAt }),
    ),
    ...notes.map(({ noteNo, author, loanNo, text, at }) =>
      line({ eventNo: noteNo, actor: author, event: 'note', loanNo, text, on: at }),
    ),
    ...audit.map(({ subject, sequence, actor, action, facts, at }) =>
      line({
        eventNo: `${subject === owner.openId ? 'customer' : 'account'}/${sequence}`,
        actor,
        event: action,
        loanNo: null,
        text: JSON.stringify(facts),
        on: at,
      }),
    ),
  ]
}
