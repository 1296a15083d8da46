import { and, asc, count, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import type { FieldCipher, FieldPlace } from '../driver/field-cipher.ts'
import { employeeFactors } from '../schema/staff.ts'

/** What proves an employee, with the key of the authenticator app opened. */
export type Factor = typeof employeeFactors.$inferSelect

type FactorHead = Pick<
  Factor,
  'factorId' | 'employeeId' | 'name' | 'invitationNo' | 'madeInSession' | 'madeAt'
>

export interface NewPasskey extends FactorHead {
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
  readonly backupEligible: boolean
  readonly backedUp: boolean
  readonly aaguid: string
  readonly transports: readonly string[]
  readonly serialHash: string | null
}

export interface NewPassword extends FactorHead {
  readonly passwordHash: string
  readonly totpSecret: string
  /** The step of the code that proved the app. */
  readonly totpLastStep: number
}

/** An account at a provider of single sign-on, as its tokens name it. */
export interface OpenIdSubject {
  readonly issuer: string
  /** "sub": unique and never reassigned at the issuer. Source: OpenID Connect Core 1.0 §2. */
  readonly subject: string
}

export interface NewOpenId extends FactorHead, OpenIdSubject {}

const place = (factorId: string): FieldPlace => ({
  table: 'employee_factors',
  id: factorId,
  column: 'totpSecret',
})

const opened = (cipher: FieldCipher, row: Factor): Factor => ({
  ...row,
  totpSecret: row.totpSecret === null ? null : cipher.open(place(row.factorId), row.totpSecret),
})

/** Adds a passkey; false where its credential is known already, of this employee or another. */
export async function insertPasskey(executor: Executor, passkey: NewPasskey): Promise<boolean> {
  const added = await executor
    .insert(employeeFactors)
    .values({ ...passkey, kind: 'passkey', transports: [...passkey.transports] })
    .onConflictDoNothing()
    .returning({ factorId: employeeFactors.factorId })
  return added.length === 1
}

/** Adds a password with its authenticator app. */
export async function insertPassword(
  executor: Executor,
  cipher: FieldCipher,
  { totpSecret, ...password }: NewPassword,
): Promise<void> {
  const sealed = cipher.seal(place(password.factorId), totpSecret)
  await executor.insert(employeeFactors).values({ ...password, kind: 'password', totpSecret: sealed })
}

/** The subject is stored as a blind index: at some providers it is the address of a person. */
const subjectIndex = (cipher: FieldCipher, { issuer, subject }: OpenIdSubject): string =>
  cipher.blindIndex('employee_factors.subject', `${issuer}\n${subject}`)

/** Binds an account; false where it is bound already, or its employee has another of this issuer. */
export async function insertOpenId(
  executor: Executor,
  cipher: FieldCipher,
  { subject, ...bound }: NewOpenId,
): Promise<boolean> {
  const index = subjectIndex(cipher, { issuer: bound.issuer, subject })
  const added = await executor
    .insert(employeeFactors)
    .values({ ...bound, kind: 'openId', subjectIndex: index })
    .onConflictDoNothing()
    .returning({ factorId: employeeFactors.factorId })
  return added.length === 1
}

/** Every binding that an account has or had. */
export async function listOpenIds(
  executor: Executor,
  cipher: FieldCipher,
  account: OpenIdSubject,
): Promise<Factor[]> {
  return await executor
    .select()
    .from(employeeFactors)
    .where(
      and(
        eq(employeeFactors.kind, 'openId'),
        eq(employeeFactors.issuer, account.issuer),
        eq(employeeFactors.subjectIndex, subjectIndex(cipher, account)),
      ),
    )
}

/** Notes a use of a bound account; false where the binding ended meanwhile. */
export async function useOpenId(executor: Executor, factorId: string, at: Date): Promise<boolean> {
  const used = await executor
    .update(employeeFactors)
    .set({ lastUsedAt: at })
    .where(and(eq(employeeFactors.factorId, factorId), isNull(employeeFactors.endedAt)))
    .returning({ factorId: employeeFactors.factorId })
  return used.length === 1
}

/** The passkey of a credential, ended ones included so that the answer can say why it counts no more. */
export async function findPasskey(executor: Executor, credentialId: string): Promise<Factor | undefined> {
  const [row] = await executor
    .select()
    .from(employeeFactors)
    .where(eq(employeeFactors.credentialId, credentialId))
  return row
}

/** The password of an employee that counts today. */
export async function findPassword(
  executor: Executor,
  cipher: FieldCipher,
  employeeId: string,
): Promise<Factor | undefined> {
  const [row] = await executor
    .select()
    .from(employeeFactors)
    .where(
      and(
        eq(employeeFactors.employeeId, employeeId),
        eq(employeeFactors.kind, 'password'),
        isNull(employeeFactors.endedAt),
      ),
    )
  return row && opened(cipher, row)
}

/** Factors that count today, of one employee or of all, the oldest first. */
export async function listFactors(executor: Executor, employeeId?: string): Promise<Factor[]> {
  return await executor
    .select()
    .from(employeeFactors)
    .where(
      and(
        isNull(employeeFactors.endedAt),
        employeeId === undefined ? undefined : eq(employeeFactors.employeeId, employeeId),
      ),
    )
    .orderBy(asc(employeeFactors.employeeId), asc(employeeFactors.madeAt), asc(employeeFactors.factorId))
}

/**
 * Notes a use of a passkey; false where its counter moved meanwhile or the passkey ended: of two answers with one
 * counter one counts.
 */
export async function advancePasskey(
  executor: Executor,
  { factorId, counter }: Pick<Factor, 'factorId' | 'counter'>,
  next: Pick<NewPasskey, 'counter' | 'backupEligible' | 'backedUp'> & { readonly at: Date },
): Promise<boolean> {
  const advanced = await executor
    .update(employeeFactors)
    .set({
      counter: next.counter,
      backupEligible: next.backupEligible,
      backedUp: next.backedUp,
      lastUsedAt: next.at,
    })
    .where(
      and(
        eq(employeeFactors.factorId, factorId),
        sql`${employeeFactors.counter} is not distinct from ${counter}`,
        isNull(employeeFactors.endedAt),
      ),
    )
    .returning({ factorId: employeeFactors.factorId })
  return advanced.length === 1
}

/** Spends the 30-second step of a code; false where it or a later one was spent (RFC 6238 §5.2). */
export async function spendFactorStep(
  executor: Executor,
  factorId: string,
  step: number,
  at: Date,
): Promise<boolean> {
  const spent = await executor
    .update(employeeFactors)
    .set({ totpLastStep: step, lastUsedAt: at })
    .where(
      and(
        eq(employeeFactors.factorId, factorId),
        or(isNull(employeeFactors.totpLastStep), lt(employeeFactors.totpLastStep, step)),
        isNull(employeeFactors.endedAt),
      ),
    )
    .returning({ factorId: employeeFactors.factorId })
  return spent.length === 1
}

/** Ends one factor, or all of an employee. */
export async function endFactors(
  executor: Executor,
  which: { readonly employeeId: string; readonly factorId?: string },
  { reason, at }: { readonly reason: NonNullable<Factor['endedFor']>; readonly at: Date },
): Promise<void> {
  await executor
    .update(employeeFactors)
    .set({ endedAt: at, endedFor: reason })
    .where(
      and(
        eq(employeeFactors.employeeId, which.employeeId),
        which.factorId === undefined ? undefined : eq(employeeFactors.factorId, which.factorId),
        isNull(employeeFactors.endedAt),
      ),
    )
}

/** Replaces the hash of a password that was made with an older pepper. */
export async function renewFactorPassword(
  executor: Executor,
  factorId: string,
  from: string,
  to: string,
): Promise<void> {
  await executor
    .update(employeeFactors)
    .set({ passwordHash: to })
    .where(and(eq(employeeFactors.factorId, factorId), eq(employeeFactors.passwordHash, from)))
}

/** Passwords of employees by the number of their pepper; null: of the oldest. */
export async function countFactorPeppers(
  executor: Executor,
): Promise<{ readonly pepperId: string | null; readonly passwords: number }[]> {
  const pepperId = sql<string | null>`substring(${employeeFactors.passwordHash} from '^([0-9a-f]{8}):')`
  return await executor
    .select({ pepperId, passwords: count() })
    .from(employeeFactors)
    .where(and(isNotNull(employeeFactors.passwordHash), isNull(employeeFactors.endedAt)))
    .groupBy(pepperId)
}
