import { and, eq, type SQL } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import type { FieldCipher, FieldPlace } from '../driver/field-cipher.ts'
import { ibvLinks } from '../schema/verification.ts'

/** A link session at an outside provider; the access token is open here and sealed in the table. */
export type IbvLink = Omit<typeof ibvLinks.$inferSelect, 'provider'>

/** The links of one provider. */
export interface IbvLinkTable {
  find(providerSessionId: string): Promise<IbvLink | undefined>
  findByRequestCode(requestCode: string): Promise<IbvLink | undefined>
  findByConnection(connectionId: string): Promise<IbvLink | undefined>
  /** Inserts, or replaces the link of that session. */
  save(link: IbvLink): Promise<void>
}

const place = (provider: string, providerSessionId: string): FieldPlace => ({
  table: 'ibv_links',
  id: `${provider}/${providerSessionId}`,
  column: 'access_token',
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
    const { provider: _, accessToken, ...link } = row
    const opened =
      accessToken === null ? null : cipher.open(place(provider, row.providerSessionId), accessToken)
    return { ...link, accessToken: opened }
  }
  return {
    find: (providerSessionId) => findOne(eq(ibvLinks.providerSessionId, providerSessionId)),
    findByRequestCode: (requestCode) => findOne(eq(ibvLinks.requestCode, requestCode)),
    findByConnection: (connectionId) => findOne(eq(ibvLinks.connectionId, connectionId)),
    async save({ accessToken, ...link }) {
      const sealed =
        accessToken === null ? null : cipher.seal(place(provider, link.providerSessionId), accessToken)
      const row = { ...link, provider, accessToken: sealed }
      await executor
        .insert(ibvLinks)
        .values(row)
        .onConflictDoUpdate({ target: [ibvLinks.provider, ibvLinks.providerSessionId], set: row })
    },
  }
}
