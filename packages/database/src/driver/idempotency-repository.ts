import { and, eq } from 'drizzle-orm'
import { type Executor, sqlRunnerOf } from './executor.ts'
import type { FieldCipher, FieldPlace } from './field-cipher.ts'
import type { KeyHolder } from './record-keys.ts'
import { idempotencyKeys } from '../schema/record.ts'

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
  saveAnswer(executor: Executor, owner: string, key: string, answer: string): Promise<void>
  /** Gives the key back. */
  release(executor: Executor, owner: string, key: string): Promise<void>
}

const place = (owner: string, key: string): FieldPlace => ({
  table: 'idempotency_keys',
  id: `${owner}/${key}`,
  column: 'answer',
  of: accountOf(owner),
})

/** The account whose answers they are; undefined of guests and employees. */
function accountOf(owner: string): KeyHolder | undefined {
  const [, portfolioId, openId] = /^customer:(\d+):(.+)$/.exec(owner) ?? []
  return openId === undefined ? undefined : `account/${Number(portfolioId)}/${openId}`
}

const isKey = (owner: string, key: string) =>
  and(eq(idempotencyKeys.owner, owner), eq(idempotencyKeys.key, key))

/** A key that has expired is free again. */
const CLAIM = `insert into idempotency_keys as spent (owner, key, call, body_hash, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (owner, key) do update set call = excluded.call, body_hash = excluded.body_hash, answer = null,
    created_at = excluded.created_at, expires_at = excluded.expires_at
  where spent.expires_at <= $5
  returning key`

const KEEP_ANSWER = 'update idempotency_keys set answer = $1 where owner = $2 and key = $3'

async function claim(
  executor: Executor,
  cipher: FieldCipher,
  { owner, key, call, bodyHash, now, expiresAt }: IdempotencyClaim,
): Promise<ClaimOutcome> {
  const values = [owner, key, call, bodyHash, now.toISOString(), expiresAt.toISOString()]
  const { rows } = await sqlRunnerOf(executor).executeNamed(CLAIM, values)
  if (rows.length === 1) return { claimed: true }
  const [spent] = await executor.select().from(idempotencyKeys).where(isKey(owner, key))
  // Its holder gave it back between the two statements: as if still running, so the client tries again.
  if (!spent) return { claimed: false, bodyHash, answer: undefined }
  const answer = spent.answer === null ? undefined : cipher.open(place(owner, key), spent.answer)
  return { claimed: false, bodyHash: spent.bodyHash, answer }
}

export function createIdempotencyRepository(cipher: FieldCipher): IdempotencyRepository {
  return {
    claim: async (executor, wanted) => await claim(executor, cipher, wanted),
    async saveAnswer(executor, owner, key, answer) {
      const sealed = cipher.seal(place(owner, key), answer)
      await sqlRunnerOf(executor).executeNamed(KEEP_ANSWER, [sealed, owner, key])
    },
    async release(executor, owner, key) {
      await executor.delete(idempotencyKeys).where(isKey(owner, key))
    },
  }
}
