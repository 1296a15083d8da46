import { and, eq, lte } from 'drizzle-orm'
import type { Executor } from './executor.ts'
import type { FieldCipher, FieldPlace } from './field-cipher.ts'
import { idempotencyKeys } from './schema/record.ts'

export interface IdempotencyClaim {
  readonly owner: string
  readonly key: string
  readonly call: string
  readonly bodyHash: string
  readonly now: Date
  readonly expiresAt: Date
}

/** Taken, or what the key was spent on; the answer is undefined if none was kept. */
export type ClaimOutcome =
  | { readonly claimed: true }
  | { readonly claimed: false; readonly bodyHash: string; readonly answer: string | undefined }

/** Spent idempotency keys, within the transactions of what they did. */
export interface IdempotencyRepository {
  /** Takes the key, or tells what it was spent on. Waits while another transaction holds it. */
  claim(executor: Executor, claim: IdempotencyClaim): Promise<ClaimOutcome>
  /** Keeps the first answer beside its key, sealed. */
  keepAnswer(executor: Executor, owner: string, key: string, answer: string): Promise<void>
  /** Gives the key back. */
  release(executor: Executor, owner: string, key: string): Promise<void>
}

const place = (owner: string, key: string): FieldPlace => ({
  table: 'idempotency_keys',
  id: `${owner}/${key}`,
  column: 'answer',
})

const isKey = (owner: string, key: string) =>
  and(eq(idempotencyKeys.owner, owner), eq(idempotencyKeys.key, key))

async function claim(
  executor: Executor,
  cipher: FieldCipher,
  { now, ...wanted }: IdempotencyClaim,
): Promise<ClaimOutcome> {
  const { owner, key, ...rest } = wanted
  const taken = await executor
    .insert(idempotencyKeys)
    .values({ ...wanted, createdAt: now })
    .onConflictDoUpdate({
      target: [idempotencyKeys.owner, idempotencyKeys.key],
      set: { ...rest, answer: null, createdAt: now },
      setWhere: lte(idempotencyKeys.expiresAt, now),
    })
    .returning({ key: idempotencyKeys.key })
  if (taken.length === 1) return { claimed: true }
  const [spent] = await executor.select().from(idempotencyKeys).where(isKey(owner, key))
  // Its holder gave it back between the two statements: as if still running, so the client tries again.
  if (!spent) return { claimed: false, bodyHash: wanted.bodyHash, answer: undefined }
  const answer = spent.answer === null ? undefined : cipher.open(place(owner, key), spent.answer)
  return { claimed: false, bodyHash: spent.bodyHash, answer }
}

export function createIdempotencyRepository(cipher: FieldCipher): IdempotencyRepository {
  return {
    claim: async (executor, wanted) => await claim(executor, cipher, wanted),
    async keepAnswer(executor, owner, key, answer) {
      await executor
        .update(idempotencyKeys)
        .set({ answer: cipher.seal(place(owner, key), answer) })
        .where(isKey(owner, key))
    },
    async release(executor, owner, key) {
      await executor.delete(idempotencyKeys).where(isKey(owner, key))
    },
  }
}
