import { and, asc, eq, gt, isNull, type SQL } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import type { FieldCipher, FieldPlace } from '../driver/field-cipher.ts'
import type { KeyHolder } from '../driver/record-keys.ts'
import { ibvLinks } from '../schema/verification.ts'
import { holderOfRequest } from './ibv-repository.ts'

/** A link session at an outside provider; the access token is open here and sealed in the table. */
export type IbvLink = Omit<typeof ibvLinks.$inferSelect, 'provider' | 'endedAt'>

/** The links of one provider. */
export interface IbvLinkTable {
  find(providerSessionId: string): Promise<IbvLink | undefined>
  findByRequestCode(requestCode: string): Promise<IbvLink | undefined>
  findByConnection(connectionId: string): Promise<IbvLink | undefined>
  /** Inserts, or replaces the link of that session. */
  save(link: IbvLink): Promise<void>
}

const place = (provider: string, providerSessionId: string, of?: KeyHolder): FieldPlace => ({
  table: 'ibv_links',
  id: `${provider}/${providerSessionId}`,
  column: 'access_token',
  of,
})

/** Opens the links of a provider. */
export function ibvLinkTable(executor: Executor, cipher: FieldCipher, provider: string): IbvLinkTable {
  const findOne = async (condition: SQL): Promise<IbvLink | undefined> => {
    const [row] = await executor
      .select()
      .from(ibvLinks)
      .where(and(eq(ibvLinks.provider, provider), condition))
      .limit(1)
    if (!row) return undefined
    const { provider: _, endedAt: _ended, accessToken, ...link } = row
    const opened =
      accessToken === null ? null : cipher.open(place(provider, row.providerSessionId), accessToken)
    return { ...link, accessToken: opened }
  }
  return {
    find: (providerSessionId) => findOne(eq(ibvLinks.providerSessionId, providerSessionId)),
    findByRequestCode: (requestCode) => findOne(eq(ibvLinks.requestCode, requestCode)),
    findByConnection: (connectionId) => findOne(eq(ibvLinks.connectionId, connectionId)),
    async save({ accessToken, ...link }) {
      const of = accessToken === null ? undefined : await holderOfRequest(executor, link)
      const sealed =
        accessToken === null ? null : cipher.seal(place(provider, link.providerSessionId, of), accessToken)
      const row = { ...link, provider, accessToken: sealed }
      await executor
        .insert(ibvLinks)
        .values(row)
        .onConflictDoUpdate({ target: [ibvLinks.provider, ibvLinks.providerSessionId], set: row })
    },
  }
}

/** Notes that the permission behind a link was taken back; the first time stands. */
export async function markLinkEnded(executor: Executor, requestCode: string, at: Date): Promise<void> {
  await executor
    .update(ibvLinks)
    .set({ endedAt: at })
    .where(and(eq(ibvLinks.requestCode, requestCode), isNull(ibvLinks.endedAt)))
}

/** Whether the permission behind a link was taken back. */
export async function isLinkEnded(executor: Executor, requestCode: string): Promise<boolean> {
  const [row] = await executor
    .select({ endedAt: ibvLinks.endedAt })
    .from(ibvLinks)
    .where(eq(ibvLinks.requestCode, requestCode))
  return row !== undefined && row.endedAt !== null
}

/** Links of every loan that are not closed at their provider, by session, after one of them. */
export async function listOpenLinks(
  executor: Executor,
  after: string,
  limit: number,
): Promise<{ readonly provider: string; readonly providerSessionId: string }[]> {
  return await executor
    .select({ provider: ibvLinks.provider, providerSessionId: ibvLinks.providerSessionId })
    .from(ibvLinks)
    .where(and(isNull(ibvLinks.closedAt), gt(ibvLinks.providerSessionId, after)))
    .orderBy(asc(ibvLinks.providerSessionId))
    .limit(limit)
}
