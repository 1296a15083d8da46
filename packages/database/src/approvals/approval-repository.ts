import type { StoredApprovalState } from '@dolphin/domain/approvals/approval-life'
import type { PortfolioScope } from '@dolphin/domain/staff/authority'
import type { StaffPermission } from '@dolphin/domain/staff/permissions'
import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, ne, or, type SQL } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import type { FieldCipher, FieldPlace } from '../driver/field-cipher.ts'
import { holderOf } from '../driver/record-keys.ts'
import { nextNumber } from '../driver/serial.ts'
import { approvals } from '../schema/approval.ts'

type Row = typeof approvals.$inferSelect

/** An approval without what is sealed: enough for a list. */
export type ApprovalHead = Pick<
  Row,
  | 'approvalNo'
  | 'kind'
  | 'permission'
  | 'portfolioId'
  | 'loanNo'
  | 'amount'
  | 'title'
  | 'subject'
  | 'about'
  | 'enteredBy'
  | 'enteredFactor'
  | 'enteredSession'
  | 'enteredAt'
  | 'endsAt'
  | 'state'
>

/** An approval with the request as entered, and how it was answered. */
export interface Approval extends ApprovalHead {
  readonly enteredUnder: StaffPermission
  readonly entered: string
  readonly answeredBy: string | null
  readonly answeredAt: Date | null
  readonly answerNote: string
  /** The canonical act that was signed; null where none was. */
  readonly act: string | null
  /** The one that ended and was entered again as this one. */
  readonly againOf: string | null
}

export type NewApproval = Omit<
  Approval,
  'approvalNo' | 'state' | 'answeredBy' | 'answeredAt' | 'answerNote' | 'act'
>

type SealedColumn = 'entered' | 'answerNote' | 'act'

/** Under the key of the loan that it is about, with whose file it is erased; else under one of its own. */
const place = (
  { approvalNo, portfolioId, loanNo }: Pick<Row, 'approvalNo' | 'portfolioId' | 'loanNo'>,
  column: SealedColumn,
): FieldPlace => ({
  table: 'approvals',
  id: approvalNo,
  column,
  of: holderOf({ portfolioId: portfolioId ?? 0, loanNo }) ?? `approval/${portfolioId ?? 0}/${approvalNo}`,
})

/** Enters what another has to confirm; answers its number. */
export async function insertApproval(
  executor: Executor,
  cipher: FieldCipher,
  approval: NewApproval,
): Promise<string> {
  const approvalNo = await nextNumber(executor, 'approval', 'A')
  const entered = cipher.seal(place({ ...approval, approvalNo }, 'entered'), approval.entered)
  await executor.insert(approvals).values({ ...approval, approvalNo, entered })
  return approvalNo
}

function opened(cipher: FieldCipher, row: Row): Approval {
  const { answerNote, act } = row
  return {
    ...row,
    entered: cipher.open(place(row, 'entered'), row.entered),
    answerNote: answerNote === null ? '' : cipher.open(place(row, 'answerNote'), answerNote),
    act: act === null ? null : cipher.open(place(row, 'act'), act),
  }
}

export async function findApproval(
  executor: Executor,
  cipher: FieldCipher,
  approvalNo: string,
): Promise<Approval | undefined> {
  const [row] = await executor.select().from(approvals).where(eq(approvals.approvalNo, approvalNo))
  return row && opened(cipher, row)
}

/** The approvals of a kind about a loan that wait for an answer at an instant, oldest first. */
export async function listWaitingApprovals(
  executor: Executor,
  cipher: FieldCipher,
  { loanNo, kind, now }: { readonly loanNo: string; readonly kind: ApprovalHead['kind']; readonly now: Date },
): Promise<Approval[]> {
  const rows = await executor
    .select()
    .from(approvals)
    .where(
      and(
        eq(approvals.loanNo, loanNo),
        eq(approvals.kind, kind),
        eq(approvals.state, 'waiting'),
        gt(approvals.endsAt, now),
      ),
    )
    .orderBy(asc(approvals.approvalNo))
  return rows.map((row) => opened(cipher, row))
}

/** As `findApproval`; locks the row until the transaction ends, so that of two answers one waits for the other. */
export async function lockApproval(
  executor: Executor,
  cipher: FieldCipher,
  approvalNo: string,
): Promise<Approval | undefined> {
  const [row] = await executor
    .select()
    .from(approvals)
    .where(eq(approvals.approvalNo, approvalNo))
    .for('update')
  return row && opened(cipher, row)
}

/** Whose approvals are listed: the employee's own, and those of rights in the portfolios where their roles count. */
export interface ApprovalReader {
  readonly by: string
  readonly scopes: readonly { readonly permission: StaffPermission; readonly scope: PortfolioScope }[]
}

function isSeenBy({ by, scopes }: ApprovalReader): SQL | undefined {
  const seen = scopes.map(({ permission, scope }) =>
    scope === 'all'
      ? eq(approvals.permission, permission)
      : and(eq(approvals.permission, permission), inArray(approvals.portfolioId, [...scope])),
  )
  return or(eq(approvals.enteredBy, by), ...seen)
}

/** Which approvals a list shows. */
export interface ApprovalChoice {
  readonly reader: ApprovalReader
  readonly portfolioId?: number | undefined
  readonly state: 'waiting' | 'answered'
  /** Goes on after this one. */
  readonly after?: string | undefined
  readonly now: Date
  readonly limit: number
}

const HEAD = {
  approvalNo: approvals.approvalNo,
  kind: approvals.kind,
  permission: approvals.permission,
  portfolioId: approvals.portfolioId,
  loanNo: approvals.loanNo,
  amount: approvals.amount,
  title: approvals.title,
  subject: approvals.subject,
  about: approvals.about,
  enteredBy: approvals.enteredBy,
  enteredFactor: approvals.enteredFactor,
  enteredSession: approvals.enteredSession,
  enteredAt: approvals.enteredAt,
  endsAt: approvals.endsAt,
  state: approvals.state,
}

/** Waiting ones oldest first; answered and expired ones newest first. */
export async function listApprovals(
  executor: Executor,
  { reader, portfolioId, state, after, now, limit }: ApprovalChoice,
): Promise<ApprovalHead[]> {
  const { approvalNo, endsAt } = approvals
  const isWaiting = and(eq(approvals.state, 'waiting'), gt(endsAt, now))
  const isAnswered = or(ne(approvals.state, 'waiting'), lte(endsAt, now))
  const goesOn = state === 'waiting' ? gt : lt
  return await executor
    .select(HEAD)
    .from(approvals)
    .where(
      and(
        isSeenBy(reader),
        portfolioId === undefined ? undefined : eq(approvals.portfolioId, portfolioId),
        state === 'waiting' ? isWaiting : isAnswered,
        after === undefined ? undefined : goesOn(approvalNo, after),
      ),
    )
    .orderBy(state === 'waiting' ? asc(approvalNo) : desc(approvalNo))
    .limit(limit)
}

/** Whether an employee sees this approval. */
export async function isApprovalSeen(
  executor: Executor,
  reader: ApprovalReader,
  approvalNo: string,
): Promise<boolean> {
  const rows = await executor
    .select({ approvalNo: approvals.approvalNo })
    .from(approvals)
    .where(and(eq(approvals.approvalNo, approvalNo), isSeenBy(reader)))
  return rows.length === 1
}

/** What a confirmation leaves, so that anyone verifies it later. Source: docs/facts/staff-passkeys.md §2. */
export interface Signed {
  readonly answeredFactor: string
  /** The canonical act. */
  readonly act: string
  readonly actDigest: string
  readonly nonce: string
  readonly credentialId: string
  readonly publicKey: string
  readonly clientData: string
  readonly authenticatorData: string
  readonly signature: string
  readonly origin: string
}

/** An answer of an employee. */
export interface GivenAnswer {
  readonly state: Exclude<StoredApprovalState, 'waiting'>
  readonly by: string
  readonly at: Date
  readonly note: string
  /** Of a confirmation. */
  readonly signed?: Signed
}

/** Answers an approval that waits; false where another answered it, or its days are over. */
export async function answerApproval(
  executor: Executor,
  cipher: FieldCipher,
  approval: Pick<Row, 'approvalNo' | 'portfolioId' | 'loanNo'>,
  { state, by, at, note, signed }: GivenAnswer,
): Promise<boolean> {
  const { approvalNo } = approval
  const act = signed && { ...signed, act: cipher.seal(place(approval, 'act'), signed.act) }
  const answerNote = note === '' ? null : cipher.seal(place(approval, 'answerNote'), note)
  const answered = await executor
    .update(approvals)
    .set({ state, answeredBy: by, answeredAt: at, answerNote, ...act })
    .where(
      and(eq(approvals.approvalNo, approvalNo), eq(approvals.state, 'waiting'), gt(approvals.endsAt, at)),
    )
    .returning({ approvalNo: approvals.approvalNo })
  return answered.length === 1
}

/** Approvals whose days were over at an instant, with no answer and no note of that yet; the oldest first. */
export async function listUnnotedEnds(executor: Executor, at: Date, limit: number): Promise<string[]> {
  const rows = await executor
    .select({ approvalNo: approvals.approvalNo })
    .from(approvals)
    .where(and(eq(approvals.state, 'waiting'), lte(approvals.endsAt, at), isNull(approvals.endNotedAt)))
    .orderBy(asc(approvals.approvalNo))
    .limit(limit)
  return rows.map(({ approvalNo }) => approvalNo)
}

/** Whether what one entered about a subject was confirmed after an instant. */
export async function wasConfirmedSince(
  executor: Executor,
  entered: Pick<Approval, 'kind' | 'enteredBy' | 'subject' | 'portfolioId'>,
  since: Date,
): Promise<boolean> {
  const { kind, enteredBy, subject, portfolioId } = entered
  const rows = await executor
    .select({ approvalNo: approvals.approvalNo })
    .from(approvals)
    .where(
      and(
        eq(approvals.kind, kind),
        eq(approvals.enteredBy, enteredBy),
        eq(approvals.subject, subject),
        portfolioId === null ? isNull(approvals.portfolioId) : eq(approvals.portfolioId, portfolioId),
        eq(approvals.state, 'confirmed'),
        gt(approvals.answeredAt, since),
      ),
    )
    .limit(1)
  return rows.length === 1
}

/** Whether the newest approval of a kind that one entered about a subject had its whole days at an instant, and no answer. */
export async function hasWaitedOut(
  executor: Executor,
  { kind, enteredBy, subject }: Pick<Approval, 'kind' | 'enteredBy' | 'subject'>,
  at: Date,
): Promise<boolean> {
  const [newest] = await executor
    .select({ state: approvals.state, endsAt: approvals.endsAt })
    .from(approvals)
    .where(and(eq(approvals.kind, kind), eq(approvals.enteredBy, enteredBy), eq(approvals.subject, subject)))
    .orderBy(desc(approvals.approvalNo))
    .limit(1)
  return newest !== undefined && newest.state === 'waiting' && newest.endsAt <= at
}

/** Notes that the days of an approval are over; false where that was noted, it has an answer or still waits. */
export async function noteApprovalEnd(executor: Executor, approvalNo: string, at: Date): Promise<boolean> {
  const noted = await executor
    .update(approvals)
    .set({ endNotedAt: at })
    .where(
      and(
        eq(approvals.approvalNo, approvalNo),
        eq(approvals.state, 'waiting'),
        lte(approvals.endsAt, at),
        isNull(approvals.endNotedAt),
      ),
    )
    .returning({ approvalNo: approvals.approvalNo })
  return noted.length === 1
}

/** The approval as which an ended one was entered again. */
export async function findEnteredAgain(executor: Executor, approvalNo: string): Promise<string | undefined> {
  const [row] = await executor
    .select({ approvalNo: approvals.approvalNo })
    .from(approvals)
    .where(eq(approvals.againOf, approvalNo))
  return row?.approvalNo
}
