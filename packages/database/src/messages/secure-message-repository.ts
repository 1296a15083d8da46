import { and, asc, desc, eq, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { type FieldCipher, type FieldPlace } from '../driver/field-cipher.ts'
import { newestBy, type NewestRows } from '../driver/newest-rows.ts'
import { holderOf } from '../driver/record-keys.ts'
import type { Owner } from '../driver/owner.ts'
import { secureMessages } from '../schema/secure-message.ts'
import { nextNumber } from '../driver/serial.ts'

type Row = typeof secureMessages.$inferSelect

/** One message between a customer and the lender, its text readable. */
export type SecureMessage = Row

const place = ({
  portfolioId,
  openId,
  messageNo,
  loanNo,
}: Pick<Row, 'portfolioId' | 'openId' | 'messageNo' | 'loanNo'>): FieldPlace => ({
  table: 'secure_messages',
  id: `${portfolioId}/${openId}/${messageNo}`,
  column: 'text',
  of: holderOf({ portfolioId, loanNo, openId }),
})

/** Adds a message under the next number. Only its text is sealed: who wrote when is no secret to the lender. */
export async function addSecureMessage(
  executor: Executor,
  cipher: FieldCipher,
  message: Omit<SecureMessage, 'messageNo' | 'readAt'>,
): Promise<SecureMessage> {
  const row: SecureMessage = {
    ...message,
    messageNo: await nextNumber(executor, 'message', 'M', 10),
    readAt: null,
  }
  await executor.insert(secureMessages).values({ ...row, text: cipher.seal(place(row), row.text) })
  return row
}

/** Which conversation: about one loan, or (null) about no loan. */
export type ThreadLoanNo = string | null

const isThread = (loanNo: ThreadLoanNo): SQL | undefined =>
  loanNo === null ? isNull(secureMessages.loanNo) : eq(secureMessages.loanNo, loanNo)

const isOwner = ({ portfolioId, openId }: Owner): SQL | undefined =>
  and(eq(secureMessages.portfolioId, portfolioId), eq(secureMessages.openId, openId))

interface MessagePage {
  /** Goes on from a message number. */
  readonly before?: string | undefined
  readonly limit: number
  /** Undefined: of all conversations. */
  readonly thread?: ThreadLoanNo | undefined
}

/** A customer's messages, newest first. */
export async function listSecureMessages(
  executor: Executor,
  cipher: FieldCipher,
  owner: Owner,
  { before, limit, thread }: MessagePage,
): Promise<SecureMessage[]> {
  const rows = await executor
    .select()
    .from(secureMessages)
    .where(
      and(
        isOwner(owner),
        before === undefined ? undefined : lt(secureMessages.messageNo, before),
        thread === undefined ? undefined : isThread(thread),
      ),
    )
    .orderBy(desc(secureMessages.messageNo))
    .limit(limit)
  return rows.map((row) => opened(cipher, row))
}

/** A customer's newest messages, of all conversations; each text opens when it is asked for. */
export async function listClosedMessages(
  executor: Executor,
  cipher: FieldCipher,
  owner: Owner,
  newest: NewestRows,
): Promise<(Omit<SecureMessage, 'text'> & { readonly open: () => string })[]> {
  const rows = await newestBy(executor.select().from(secureMessages).$dynamic(), secureMessages.sentAt, {
    where: isOwner(owner),
    newest,
    order: [desc(secureMessages.messageNo)],
  })
  return rows.map(({ text, ...row }) => ({ ...row, open: () => cipher.open(place(row), text) }))
}

const opened = (cipher: FieldCipher, row: Row): SecureMessage => ({
  ...row,
  text: cipher.open(place(row), row.text),
})

/** One conversation by its newest message, with how much of the lender's is not opened yet. */
export interface MessageThread {
  readonly newest: SecureMessage
  readonly unread: number
}

/** A customer's conversations, the one with the newest message first. */
export async function listMessageThreads(
  executor: Executor,
  cipher: FieldCipher,
  owner: Owner,
  limit: number,
): Promise<MessageThread[]> {
  const ranked = executor.$with('ranked').as(
    executor
      .select({
        messageNo: sql<string>`max(${secureMessages.messageNo})`.as('newest_no'),
        unread: sql<number>`count(*) filter (where ${secureMessages.sender} = 'lender'
          and ${secureMessages.readAt} is null)::int`.as('unread'),
      })
      .from(secureMessages)
      .where(isOwner(owner))
      .groupBy(secureMessages.loanNo),
  )
  const rows = await executor
    .with(ranked)
    .select({ row: secureMessages, unread: ranked.unread })
    .from(secureMessages)
    .innerJoin(ranked, and(eq(ranked.messageNo, secureMessages.messageNo), isOwner(owner)))
    .where(isOwner(owner))
    .orderBy(desc(secureMessages.messageNo))
    .limit(limit)
  return rows.map(({ row, unread }) => ({ newest: opened(cipher, row), unread }))
}

interface OpenedMessages {
  /** Whose messages were opened. */
  readonly sender: Row['sender']
  /** Undefined: of every conversation. */
  readonly thread?: ThreadLoanNo
  /** The newest that was opened; undefined: all. */
  readonly through?: string
  readonly at: Date
}

/** Notes when one side's messages were opened by the other; answers how many that had not been. */
export async function markMessagesRead(
  executor: Executor,
  owner: Owner,
  { sender, thread, through, at }: OpenedMessages,
): Promise<number> {
  const rows = await executor
    .update(secureMessages)
    .set({ readAt: at })
    .where(
      and(
        isOwner(owner),
        eq(secureMessages.sender, sender),
        isNull(secureMessages.readAt),
        thread === undefined ? undefined : isThread(thread),
        through === undefined ? undefined : lte(secureMessages.messageNo, through),
      ),
    )
    .returning({ messageNo: secureMessages.messageNo })
  return rows.length
}

/** The conversation in which a customer has waited longest for an answer; undefined where none waits. */
export async function longestWaitingThread(
  executor: Executor,
  owner: Owner,
): Promise<ThreadLoanNo | undefined> {
  const [oldest] = await executor
    .select({ loanNo: secureMessages.loanNo })
    .from(secureMessages)
    .where(and(isOwner(owner), eq(secureMessages.sender, 'customer'), isNull(secureMessages.readAt)))
    .orderBy(asc(secureMessages.messageNo))
    .limit(1)
  return oldest?.loanNo
}

/** A customer whose messages wait for the lender. */
export interface WaitingConversation extends Owner {
  readonly loanNo: ThreadLoanNo
  readonly waiting: number
  readonly since: Date
}

/** Customers who wait for the lender, longest first; of one portfolio or of all. */
export async function listWaitingConversations(
  executor: Executor,
  portfolioId: number | undefined,
  limit: number,
): Promise<WaitingConversation[]> {
  const oldest = sql<string>`min(${secureMessages.messageNo})`
  const rows = await executor
    .select({
      portfolioId: secureMessages.portfolioId,
      openId: secureMessages.openId,
      loanNo: sql<ThreadLoanNo>`(array_agg(${secureMessages.loanNo} order by ${secureMessages.messageNo}))[1]`,
      waiting: sql<number>`count(*)::int`,
      since: sql<Date>`min(${secureMessages.sentAt})`.mapWith(secureMessages.sentAt),
    })
    .from(secureMessages)
    .where(
      and(
        // Literals, as the index of what waits has them
        sql`sender = 'customer' and read_at is null`,
        portfolioId === undefined ? undefined : eq(secureMessages.portfolioId, portfolioId),
      ),
    )
    .groupBy(secureMessages.portfolioId, secureMessages.openId)
    .orderBy(oldest)
    .limit(limit)
  return rows
}
