import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { customerHistoryCall } from '@dolphin/contract/customer-files'
import type { NewestRows } from '@dolphin/database/driver/newest-rows'
import { listClosedNotes } from '@dolphin/database/find/customer-note-repository'
import { listAudit } from '@dolphin/database/examiner/audit-repository'
import { listClosedMessages } from '@dolphin/database/messages/secure-message-repository'
import { factTextInWords } from '@dolphin/domain/form/code-words'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import type { EmployeeActor } from '../../http/actor.ts'
import { holdsIn } from '../../http/personal-reply.ts'
import { type Result, refuse } from '../../refusal.ts'
import { readLoanEvents } from '../examiner/loan-timeline.ts'
import { withoutDecisionFacts } from '../examiner/record-events.ts'
import { type CustomerFile, fileOf } from './file-of.ts'
import { kindsOf } from './history-kinds.ts'

type Line = CallReply<typeof customerHistoryCall>['lines'][number]
/** A line before its text is opened, of which a page shows few. */
type ClosedLine = Omit<Line, 'text'> & { readonly open: () => string }
type Query = CallRequest<typeof customerHistoryCall>['query']

const PAGE = 50
/** Records of each kind that are read at first for a page; where many fall into one instant or out of the filter, more. */
const FIRST_READ = PAGE + 10
const READ_GROWTH = 4
const SECOND_MS = 1_000

/**
 * A page of all that happened to a customer and their loans, newest first. Of the records of each kind only the newest are
 * read, so that a page of a long history costs what one of a short history does. Errors: `notFound`; `invalidInput` for a
 * place that no page gave. Source: docs/design/console.md, Screens, Customer.
 */
export async function customerHistory(
  deps: Deps,
  file: string,
  { kind, after }: Query,
  reader: EmployeeActor,
): Promise<Result<CallReply<typeof customerHistoryCall>>> {
  const found = await fileOf(deps, deps.database.db, file)
  if (!found.ok) return found
  const place = after === undefined ? undefined : readPlace(after)
  if (after !== undefined && place === undefined)
    return refuse('invalidInput', {
      errors: [{ elementKey: 'after', message: 'Take it from the page before.' }],
    })
  const meant = await readPage(deps, found.value, { kind, place })
  const readsDecisions = holdsIn(reader, 'decision.read', [found.value.portfolioId])
  const lines = meant.slice(0, PAGE).map(({ open, ...line }) => {
    const cause = factTextInWords(open())
    return {
      ...line,
      text: readsDecisions ? cause : withoutDecisionFacts({ event: line.event, cause }).cause,
    }
  })
  const last = meant.length > PAGE ? lines.at(-1) : undefined
  return ok({ lines, after: last === undefined ? null : `${Date.parse(last.at)}.${last.eventNo}` })
}

/** The newest lines after a place, at least one more than a page has where there are so many. */
async function readPage(
  deps: Deps,
  file: CustomerFile,
  { kind, place }: { readonly kind: Query['kind']; readonly place: Place | undefined },
): Promise<readonly ClosedLine[]> {
  // Lines say the second alone: those of the place's own are read again, and the ones that were shown left out
  const before = place && new Date(Date.parse(place.at) + SECOND_MS)
  for (let limit = FIRST_READ; ; limit *= READ_GROWTH) {
    const newest = { before, limit }
    const parts = [loanLines(deps, file, newest), ownLines(deps, file, newest)]
    const read = (await Promise.all(parts)).flat()
    const wholeAfter = Math.max(...read.map((lines) => cutAt(lines, limit)))
    const meant = read
      .flat()
      .filter(({ at, kinds }) => Date.parse(at) > wholeAfter && (kind === undefined || kinds.includes(kind)))
      .filter((line) => place === undefined || compare(line, place) < 0)
    if (meant.length > PAGE || wholeAfter === Number.NEGATIVE_INFINITY)
      return meant.toSorted((one, other) => compare(other, one))
  }
}

/** The instant up to which some lines of a kind may be missing, because so many were read and no more. */
const cutAt = (lines: readonly Pick<Line, 'at'>[], limit: number): number =>
  lines.length < limit ? Number.NEGATIVE_INFINITY : Math.min(...lines.map(({ at }) => Date.parse(at)))

type Place = Pick<Line, 'at' | 'eventNo'>

/** By time, then by number: the order in which pages go on. */
const compare = (one: Place, other: Place): number =>
  Date.parse(one.at) - Date.parse(other.at) ||
  (one.eventNo < other.eventNo ? -1 : one.eventNo > other.eventNo ? 1 : 0)

function readPlace(text: string): Place | undefined {
  const [, at, eventNo] = /^(\d{1,15})\.(.+)$/.exec(text) ?? []
  return eventNo === undefined ? undefined : { at: isoInZone(new Date(Number(at)), NEW_YORK), eventNo }
}

/** Lines of the customer's loans, by kind of record. */
async function loanLines(deps: Deps, { loans }: CustomerFile, newest: NewestRows): Promise<ClosedLine[][]> {
  const ofLoan = async (loan: CustomerFile['loans'][number]): Promise<ClosedLine[][]> => {
    const { events, amounts } = await readLoanEvents(deps, loan, newest)
    const lineOf = ({ cause, ...event }: (typeof events)[number][number]): ClosedLine => ({
      ...event,
      kinds: [...kindsOf(event)],
      open: () => cause,
      amount: amounts.get(event.eventNo.split('/')[0] ?? '') ?? null,
    })
    return events.map((some) => some.map(lineOf))
  }
  return (await Promise.all(loans.map(ofLoan))).flat()
}

/** What is about the customer beside their loans, by kind of record: messages, notes, the audit of the account. */
async function ownLines(
  { database: { db }, cipher }: Deps,
  { customer, portfolioId }: CustomerFile,
  newest: NewestRows,
): Promise<ClosedLine[][]> {
  if (customer === undefined) return []
  const owner = { portfolioId, openId: customer.openId }
  const plain = { from: null, to: null, amount: null }
  const line = (
    event: Omit<ClosedLine, 'kinds' | 'at' | 'from' | 'to' | 'amount'> & { readonly on: Date },
  ): ClosedLine => {
    const { on, ...said } = event
    return { ...plain, ...said, at: isoInZone(on, NEW_YORK), kinds: [...kindsOf(said)] }
  }
  // Acts on the account are written under the number alone, those at the desk under its name in the history.
  const [messages, notes, ...audits] = await Promise.all([
    listClosedMessages(db, cipher, owner, newest),
    listClosedNotes(db, cipher, owner, newest),
    listAudit(db, portfolioId, `customer:${owner.openId}`, newest),
    listAudit(db, portfolioId, owner.openId, newest),
  ])
  const audit = audits.flat()
  return [
    messages.map(({ messageNo, sender, loanNo, open, sentAt }) =>
      line({ eventNo: messageNo, actor: sender, event: 'message', loanNo, open, on: sentAt }),
    ),
    notes.map(({ noteNo, author, loanNo, open, at }) =>
      line({ eventNo: noteNo, actor: author, event: 'note', loanNo, open, on: at }),
    ),
    audit.map(({ subject, sequence, actor, action, facts, at }) =>
      line({
        eventNo: `${subject === owner.openId ? 'customer' : 'account'}/${sequence}`,
        actor,
        event: action,
        loanNo: null,
        open: () => JSON.stringify(facts),
        on: at,
      }),
    ),
  ]
}
