import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import type { FieldCipher, FieldPlace } from '../driver/field-cipher.ts'
import { holderOf } from '../driver/record-keys.ts'
import type { Owner } from '../driver/owner.ts'
import { customers, recoveryCodes } from '../schema/customer.ts'

/** An authenticator as it stands: on with `secret`, being set up with `pendingSecret`. */
export interface Authenticator {
  /** Base32; undefined while it is off. */
  readonly secret: string | undefined
  readonly pendingSecret: string | undefined
}

const place = ({ portfolioId, openId }: Owner, column: string): FieldPlace => ({
  table: 'customers',
  id: `${portfolioId}/${openId}`,
  column,
  of: holderOf({ portfolioId, openId }),
})

const isOwner = ({ portfolioId, openId }: Owner) =>
  and(eq(customers.portfolioId, portfolioId), eq(customers.openId, openId))

export async function findAuthenticator(
  executor: Executor,
  cipher: FieldCipher,
  owner: Owner,
): Promise<Authenticator> {
  const [row] = await executor
    .select({ secret: customers.totpSecret, pendingSecret: customers.totpPendingSecret })
    .from(customers)
    .where(isOwner(owner))
  const open = (column: string, sealed: string | null | undefined) =>
    sealed === null || sealed === undefined ? undefined : cipher.open(place(owner, column), sealed)
  return {
    secret: open('totpSecret', row?.secret),
    pendingSecret: open('totpPendingSecret', row?.pendingSecret),
  }
}

/** A key that was shown. */
interface PendingAuthenticator {
  readonly secret: string
  readonly at: Date
}

/** Remembers a key that was shown and still has to be confirmed by a code. */
export async function setPendingAuthenticator(
  executor: Executor,
  cipher: FieldCipher,
  owner: Owner,
  { secret, at }: PendingAuthenticator,
): Promise<void> {
  const totpPendingSecret = cipher.seal(place(owner, 'totpPendingSecret'), secret)
  await executor.update(customers).set({ totpPendingSecret, updatedAt: at }).where(isOwner(owner))
}

/** The key that codes are checked with. */
interface AuthenticatorKey {
  readonly secret: string | null
  readonly at: Date
}

/** Switches the authenticator on (null: off), and forgets what was pending and which code was last. */
export async function setAuthenticator(
  executor: Executor,
  cipher: FieldCipher,
  owner: Owner,
  { secret, at }: AuthenticatorKey,
): Promise<void> {
  const totpSecret = secret === null ? null : cipher.seal(place(owner, 'totpSecret'), secret)
  await executor
    .update(customers)
    .set({ totpSecret, totpPendingSecret: null, totpLastStep: null, updatedAt: at })
    .where(isOwner(owner))
}

/**
 * Spends the 30-second step of a code; false if it, or a later one, was spent before. One statement, so that a
 * code typed twice at the same time counts once (RFC 6238 §5.2).
 */
export async function spendAuthenticatorStep(
  executor: Executor,
  owner: Owner,
  step: number,
): Promise<boolean> {
  const spent = await executor
    .update(customers)
    .set({ totpLastStep: step })
    .where(and(isOwner(owner), or(isNull(customers.totpLastStep), lt(customers.totpLastStep, step))))
    .returning({ openId: customers.openId })
  return spent.length === 1
}

/** Replaces the customer's recovery codes; an empty list takes them away. */
export async function replaceRecoveryCodes(
  executor: Executor,
  { portfolioId, openId }: Owner,
  codeHashes: readonly string[],
  at: Date,
): Promise<void> {
  await executor
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.portfolioId, portfolioId), eq(recoveryCodes.openId, openId)))
  if (codeHashes.length === 0) return
  await executor
    .insert(recoveryCodes)
    .values(codeHashes.map((codeHash) => ({ portfolioId, openId, codeHash, createdAt: at })))
}

/** Uses a recovery code up; false if the customer has none like it, or used it before. */
export async function spendRecoveryCode(
  executor: Executor,
  { portfolioId, openId }: Owner,
  codeHash: string,
  at: Date,
): Promise<boolean> {
  const spent = await executor
    .update(recoveryCodes)
    .set({ usedAt: at })
    .where(
      and(
        eq(recoveryCodes.portfolioId, portfolioId),
        eq(recoveryCodes.openId, openId),
        eq(recoveryCodes.codeHash, codeHash),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ codeHash: recoveryCodes.codeHash })
  return spent.length === 1
}
