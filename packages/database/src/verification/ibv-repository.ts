import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import type { LinkFailure } from '@dolphin/domain/verification/link-failure'
import type { StatementRefusal } from '@dolphin/domain/verification/statement-refusal'
import { and, asc, count, desc, eq, gt, gte, inArray, isNotNull, lte, or } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { type FieldCipher, type FieldPlace, openJson, sealJson } from '../driver/field-cipher.ts'
import { holderOf, type KeyHolder } from '../driver/record-keys.ts'
import type { KeyedLoan, LoanKey } from '../driver/owner.ts'
import { ibvReports, ibvRequests, providerEvents } from '../schema/verification.ts'

export type IbvRequest = typeof ibvRequests.$inferSelect
export type NewIbvRequest = Omit<
  IbvRequest,
  'updatedAt' | 'institution' | 'institutionId' | 'refusal' | 'nextPollAt'
> &
  Partial<Pick<IbvRequest, 'institution' | 'institutionId'>>

/** A provider's report; the caller names the shape it stored (JSON without bigints). */
export interface IbvReport<T> {
  readonly requestCode: string
  readonly report: T
  readonly receivedAt: Date
}

export interface RequestKey {
  readonly portfolioId: number
  readonly requestCode: string
}

const isRequest = ({ portfolioId, requestCode }: RequestKey) =>
  and(eq(ibvRequests.portfolioId, portfolioId), eq(ibvRequests.requestCode, requestCode))

const place = ({ portfolioId, requestCode, loanNo }: RequestKey & LoanKey): FieldPlace => ({
  table: 'ibv_reports',
  id: `${portfolioId}/${requestCode}`,
  column: 'report',
  of: holderOf({ portfolioId, loanNo }),
})

/** Begins an attempt to link a bank. */
export async function insertIbvRequest(executor: Executor, request: NewIbvRequest): Promise<void> {
  await executor
    .insert(ibvRequests)
    .values({ ...request, updatedAt: request.createdAt, nextPollAt: request.createdAt })
}

/** An attempt by its code. The caller checks whose loan it is for. */
export async function findIbvRequest(executor: Executor, key: RequestKey): Promise<IbvRequest | undefined> {
  const [row] = await executor.select().from(ibvRequests).where(isRequest(key))
  return row
}

/** The record whose key seals what a link of an attempt holds: its loan's file; undefined of no attempt of ours. */
export async function holderOfRequest(executor: Executor, key: RequestKey): Promise<KeyHolder | undefined> {
  const loanNo = (await findIbvRequest(executor, key))?.loanNo
  return holderOf({ portfolioId: key.portfolioId, loanNo: loanNo ?? null })
}

/** An attempt by what the provider calls it; for webhooks. */
export async function findIbvRequestByReference(
  executor: Executor,
  provider: string,
  providerReference: string,
): Promise<IbvRequest | undefined> {
  const [row] = await executor
    .select()
    .from(ibvRequests)
    .where(and(eq(ibvRequests.provider, provider), eq(ibvRequests.providerReference, providerReference)))
  return row
}

/** How many links ended in one status at one bank; null for links without a bank of the directory. */
export interface IbvEndings {
  readonly institutionId: string | null
  readonly status: IbvStatus
  readonly number: number
}

/** How the links through a provider ended since an instant, by bank, in those of the statuses that came up. */
export async function countIbvEndings(
  executor: Executor,
  { portfolioId, provider }: Pick<IbvRequest, 'portfolioId' | 'provider'>,
  statuses: readonly IbvStatus[],
  since: Date,
): Promise<readonly IbvEndings[]> {
  return await executor
    .select({ institutionId: ibvRequests.institutionId, status: ibvRequests.status, number: count() })
    .from(ibvRequests)
    .where(
      and(
        eq(ibvRequests.portfolioId, portfolioId),
        eq(ibvRequests.provider, provider),
        inArray(ibvRequests.status, [...statuses]),
        gte(ibvRequests.updatedAt, since),
      ),
    )
    .groupBy(ibvRequests.institutionId, ibvRequests.status)
}

/** Links of a customer that came through at a bank of a provider's directory, over all their loans, newest first. */
export async function listLinkedInstitutions(
  executor: Executor,
  { portfolioId, customerKey, provider }: Pick<IbvRequest, 'portfolioId' | 'customerKey' | 'provider'>,
  limit: number,
): Promise<IbvRequest[]> {
  return await executor
    .select()
    .from(ibvRequests)
    .where(
      and(
        eq(ibvRequests.portfolioId, portfolioId),
        eq(ibvRequests.customerKey, customerKey),
        eq(ibvRequests.provider, provider),
        eq(ibvRequests.status, IbvStatus.successful),
        isNotNull(ibvRequests.institutionId),
      ),
    )
    .orderBy(desc(ibvRequests.createdAt), desc(ibvRequests.requestCode))
    .limit(limit)
}

/** Attempts for a loan, newest first. */
export async function listIbvRequests(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
): Promise<IbvRequest[]> {
  return await executor
    .select()
    .from(ibvRequests)
    .where(and(eq(ibvRequests.portfolioId, portfolioId), eq(ibvRequests.loanNo, loanNo)))
    .orderBy(desc(ibvRequests.createdAt), desc(ibvRequests.requestCode))
}

type ProvidersAndStates = {
  readonly providers: readonly string[]
  readonly states: readonly IbvStatus[]
}

const isAmong = ({ providers, states }: ProvidersAndStates) =>
  and(inArray(ibvRequests.provider, [...providers]), inArray(ibvRequests.status, [...states]))

/** Where a page of attempts begins: after this one. */
export type RequestPlace = Pick<IbvRequest, 'updatedAt' | 'requestCode'>

/** Attempts of these portfolios through these providers in these states, by how long nothing was heard of them, longest first. */
export async function listWaitingIbvRequests(
  executor: Executor,
  asked: ProvidersAndStates & {
    readonly portfolioIds: readonly number[]
    readonly after?: RequestPlace | undefined
  },
  limit: number,
): Promise<IbvRequest[]> {
  const { portfolioIds, after } = asked
  const later =
    after &&
    or(
      gt(ibvRequests.updatedAt, after.updatedAt),
      and(eq(ibvRequests.updatedAt, after.updatedAt), gt(ibvRequests.requestCode, after.requestCode)),
    )
  return await executor
    .select()
    .from(ibvRequests)
    .where(and(inArray(ibvRequests.portfolioId, [...portfolioIds]), isAmong(asked), later))
    .orderBy(asc(ibvRequests.updatedAt), asc(ibvRequests.requestCode))
    .limit(limit)
}

/** Attempts through these providers in these states that are due to be asked about, the longest due first. */
export async function listIbvRequestsToPoll(
  executor: Executor,
  asked: ProvidersAndStates,
  now: Date,
  limit: number,
): Promise<IbvRequest[]> {
  return await executor
    .select()
    .from(ibvRequests)
    .where(and(isAmong(asked), lte(ibvRequests.nextPollAt, now)))
    .orderBy(asc(ibvRequests.nextPollAt), asc(ibvRequests.requestCode))
    .limit(limit)
}

/** When an attempt is asked about next. */
export async function setNextPoll(executor: Executor, key: RequestKey, nextPollAt: Date): Promise<void> {
  await executor.update(ibvRequests).set({ nextPollAt }).where(isRequest(key))
}

/** Moves an attempt's status by compare-and-set; false if it is in none of `from` (a late or repeated event). */
export async function moveIbvStatus(
  executor: Executor,
  key: RequestKey,
  {
    from,
    to,
    institution,
    institutionId,
    providerReference,
    refusal,
  }: {
    readonly from: readonly IbvStatus[]
    readonly to: IbvStatus
    readonly institution?: string
    readonly institutionId?: string | null
    readonly providerReference?: string
    readonly refusal?: StatementRefusal | LinkFailure
  },
  at: Date,
): Promise<boolean> {
  const moved = await executor
    .update(ibvRequests)
    .set({ status: to, institution, institutionId, providerReference, refusal, updatedAt: at })
    .where(and(isRequest(key), inArray(ibvRequests.status, [...from])))
    .returning({ requestCode: ibvRequests.requestCode })
  return moved.length === 1
}

/** A bank's report, and when it was received. */
interface ReceivedReport {
  readonly report: unknown
  readonly at: Date
}

/** Keeps a report, sealed; another one for the same attempt replaces it. */
export async function saveIbvReport(
  executor: Executor,
  cipher: FieldCipher,
  { portfolioId, customerKey, requestCode, loanNo }: RequestKey & KeyedLoan,
  { report, at }: ReceivedReport,
): Promise<void> {
  const state = {
    report: sealJson(cipher, place({ portfolioId, requestCode, loanNo }), report),
    receivedAt: at,
  }
  await executor
    .insert(ibvReports)
    .values({ portfolioId, customerKey, requestCode, loanNo, ...state })
    .onConflictDoUpdate({
      target: [ibvReports.portfolioId, ibvReports.requestCode, ibvReports.customerKey],
      set: state,
    })
}

/** The report of one attempt. */
export async function findIbvReport<T>(
  executor: Executor,
  cipher: FieldCipher,
  { portfolioId, requestCode }: RequestKey,
): Promise<IbvReport<T> | undefined> {
  const [row] = await executor
    .select()
    .from(ibvReports)
    .where(and(eq(ibvReports.portfolioId, portfolioId), eq(ibvReports.requestCode, requestCode)))
  if (!row) return undefined
  const { receivedAt } = row
  return { requestCode, receivedAt, report: openJson(cipher, place(row), row.report) as T }
}

/** The newest report for a loan. */
export async function findLatestIbvReport<T>(
  executor: Executor,
  cipher: FieldCipher,
  { portfolioId, loanNo }: LoanKey,
): Promise<IbvReport<T> | undefined> {
  const [row] = await executor
    .select()
    .from(ibvReports)
    .where(and(eq(ibvReports.portfolioId, portfolioId), eq(ibvReports.loanNo, loanNo)))
    .orderBy(desc(ibvReports.receivedAt))
    .limit(1)
  if (!row) return undefined
  const { requestCode, receivedAt } = row
  return { requestCode, receivedAt, report: openJson(cipher, place(row), row.report) as T }
}

/** When the newest report for a loan came; undefined where there is none. Opens nothing. */
export async function latestIbvReportAt(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
): Promise<Date | undefined> {
  const [row] = await executor
    .select({ receivedAt: ibvReports.receivedAt })
    .from(ibvReports)
    .where(and(eq(ibvReports.portfolioId, portfolioId), eq(ibvReports.loanNo, loanNo)))
    .orderBy(desc(ibvReports.receivedAt))
    .limit(1)
  return row?.receivedAt
}

/** Takes a webhook event; false if it was taken before. */
export async function takeProviderEvent(
  executor: Executor,
  provider: string,
  eventId: string,
  at: Date,
): Promise<boolean> {
  const taken = await executor
    .insert(providerEvents)
    .values({ provider, eventId, receivedAt: at })
    .onConflictDoNothing()
    .returning({ eventId: providerEvents.eventId })
  return taken.length === 1
}
