import { and, asc, eq } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import type { FieldCipher } from '../driver/field-cipher.ts'
import { lockByName } from '../driver/named-lock.ts'
import type { Owner } from '../driver/owner.ts'
import { holderOf } from '../driver/record-keys.ts'
import { sealText } from '../driver/sealed-texts.ts'
import { consentsGiven } from '../schema/signing.ts'

export type ConsentRecord = typeof consentsGiven.$inferSelect
export type NewConsent = Pick<ConsentRecord, 'kind' | 'templateVersion' | 'given' | 'ipAddress' | 'userAgent'>

/** Every consent the customer gave or refused, in order; the last of a kind counts. */
export async function listConsents(
  executor: Executor,
  { portfolioId, openId }: Owner,
): Promise<ConsentRecord[]> {
  return await executor
    .select()
    .from(consentsGiven)
    .where(and(eq(consentsGiven.portfolioId, portfolioId), eq(consentsGiven.openId, openId)))
    .orderBy(asc(consentsGiven.sequence))
}

/** What holds now: the last record of each kind. */
export async function currentConsents(
  executor: Executor,
  owner: Owner,
): Promise<ReadonlyMap<string, ConsentRecord>> {
  const records = await listConsents(executor, owner)
  return new Map(records.map((record) => [record.kind, record]))
}

/** Answers to consents that came together. */
interface AnsweredConsents {
  readonly consents: readonly NewConsent[]
  readonly at: Date
}

/** Records consents, all or none (with the transaction around it). */
export async function recordConsents(
  executor: Executor,
  cipher: FieldCipher,
  owner: Owner,
  { consents, at }: AnsweredConsents,
): Promise<void> {
  if (consents.length === 0) return
  const { portfolioId, openId } = owner
  await lockByName(executor, `consents/${portfolioId}/${openId}`)
  const last = (await listConsents(executor, owner)).at(-1)?.sequence ?? 0
  const seal = (plain: string) => sealText(cipher, holderOf(owner), plain)
  await executor.insert(consentsGiven).values(
    consents.map((consent, index) => ({
      ...consent,
      ipAddress: seal(consent.ipAddress),
      userAgent: seal(consent.userAgent),
      portfolioId,
      openId,
      sequence: last + 1 + index,
      at,
    })),
  )
}
