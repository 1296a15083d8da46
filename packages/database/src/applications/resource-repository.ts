import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { type FieldCipher, type FieldPlace, openJson, sealJson } from '../driver/field-cipher.ts'
import { holderOf } from '../driver/record-keys.ts'
import { resources } from '../schema/session.ts'

/** Ids that a link stands for. */
export type ResourceSubject = Readonly<Record<string, string | number>>

export interface Resource {
  readonly tokenHash: string
  readonly portfolioId: number
  readonly purpose: string
  readonly subject: ResourceSubject
  /** Personal data of the subject, such as the e-mail of an account not yet made; sealed at rest. */
  readonly sealedSubject: ResourceSubject | null
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly uses: number
  readonly maxUses: number | null
  readonly usedAt: Date | null
  readonly failedTries: number
}

export type NewResource = Pick<
  Resource,
  | 'tokenHash'
  | 'portfolioId'
  | 'purpose'
  | 'subject'
  | 'sealedSubject'
  | 'createdAt'
  | 'expiresAt'
  | 'maxUses'
>

const place = ({
  tokenHash,
  portfolioId,
  subject,
}: Pick<Resource, 'tokenHash' | 'portfolioId' | 'subject'>): FieldPlace => {
  const { openId } = subject
  return {
    table: 'resources',
    id: tokenHash,
    column: 'sealedSubject',
    of: holderOf({ portfolioId, openId: typeof openId === 'string' ? openId : null }),
  }
}

/** Makes what a link stands for. */
export async function insertResource(
  executor: Executor,
  cipher: FieldCipher,
  { sealedSubject, ...resource }: NewResource,
): Promise<void> {
  await executor.insert(resources).values({
    ...resource,
    sealedSubject: sealedSubject && sealJson(cipher, place(resource), sealedSubject),
  })
}

/**
 * What a token stands for, used up and expired included, so that the answer can say why it does not fit.
 * Reading never uses it up: mail scanners follow links.
 */
export async function findResource(
  executor: Executor,
  cipher: FieldCipher,
  tokenHash: string,
): Promise<Resource | undefined> {
  const [row] = await executor.select().from(resources).where(eq(resources.tokenHash, tokenHash))
  if (!row) return undefined
  const { sealedSubject } = row
  return {
    ...row,
    sealedSubject:
      sealedSubject === null ? null : (openJson(cipher, place(row), sealedSubject) as ResourceSubject),
  }
}

/** Uses a token once for its purpose at its portfolio; false if it is not, or no longer, good for that. */
export async function consumeResource(
  executor: Executor,
  { tokenHash, portfolioId, purpose }: Pick<Resource, 'tokenHash' | 'portfolioId' | 'purpose'>,
  at: Date,
): Promise<boolean> {
  const used = await executor
    .update(resources)
    .set({ uses: sql`${resources.uses} + 1`, usedAt: at })
    .where(
      and(
        eq(resources.tokenHash, tokenHash),
        eq(resources.portfolioId, portfolioId),
        eq(resources.purpose, purpose),
        gt(resources.expiresAt, at),
        or(isNull(resources.maxUses), lt(resources.uses, resources.maxUses)),
      ),
    )
    .returning({ tokenHash: resources.tokenHash })
  return used.length === 1
}

/** Counts a wrong answer to a token's identity question; answers how many there are. */
export async function countResourceFailure(executor: Executor, tokenHash: string): Promise<number> {
  const [row] = await executor
    .update(resources)
    .set({ failedTries: sql`${resources.failedTries} + 1` })
    .where(eq(resources.tokenHash, tokenHash))
    .returning({ failedTries: resources.failedTries })
  return row?.failedTries ?? 0
}

/** Ends every live token of a purpose whose subject has this id (a password change voids reset links). */
export async function revokeResources(
  executor: Executor,
  { portfolioId, purpose }: Pick<Resource, 'portfolioId' | 'purpose'>,
  subject: { readonly key: string; readonly id: string },
  at: Date,
): Promise<void> {
  await executor
    .update(resources)
    .set({ expiresAt: at })
    .where(
      and(
        eq(resources.portfolioId, portfolioId),
        eq(resources.purpose, purpose),
        sql`${resources.subject} ->> ${subject.key} = ${subject.id}`,
        gt(resources.expiresAt, at),
      ),
    )
}
