import type { DirectoryBank, DirectoryChanges } from '@dolphin/domain/payments/bank-directory'
import { desc, eq, sql } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { lockByName } from '../driver/named-lock.ts'
import { isOneOf } from '../driver/one-of.ts'
import { bankDirectory, bankDirectoryVersions } from '../schema/bank-directory.ts'

export type BankDirectoryVersion = typeof bankDirectoryVersions.$inferSelect

/** Rows that one statement writes: PostgreSQL takes 65,535 parameters. */
const AT_ONCE = 5_000

export async function findDirectoryBank(
  executor: Executor,
  routingNumber: string,
): Promise<DirectoryBank | undefined> {
  const [bank] = await executor
    .select()
    .from(bankDirectory)
    .where(eq(bankDirectory.routingNumber, routingNumber))
  return bank
}

/** Whether no directory has been imported. */
export async function isDirectoryEmpty(executor: Executor): Promise<boolean> {
  const rows = await executor
    .select({ version: bankDirectoryVersions.version })
    .from(bankDirectoryVersions)
    .limit(1)
  return rows.length === 0
}

export const listDirectoryBanks = (executor: Executor): Promise<DirectoryBank[]> =>
  executor.select().from(bankDirectory)

/** Every import, the newest first. */
export const listDirectoryVersions = (executor: Executor): Promise<BankDirectoryVersion[]> =>
  executor.select().from(bankDirectoryVersions).orderBy(desc(bankDirectoryVersions.version))

/** One import at a time: the next one compares with what this one left. */
export const lockDirectory = (executor: Executor): Promise<void> => lockByName(executor, 'bank directory')

/** Makes the directory the newer one, and keeps what that changed. */
export async function storeDirectory(
  executor: Executor,
  { added, changed, removed }: DirectoryChanges,
  version: BankDirectoryVersion,
): Promise<void> {
  const gone = removed.map(({ routingNumber }) => routingNumber)
  if (gone.length > 0) await executor.delete(bankDirectory).where(isOneOf(bankDirectory.routingNumber, gone))
  const stored = [...added, ...changed.map(({ after }) => after)]
  for (let from = 0; from < stored.length; from += AT_ONCE)
    await put(executor, stored.slice(from, from + AT_ONCE))
  await executor.insert(bankDirectoryVersions).values(version)
}

async function put(executor: Executor, banks: readonly DirectoryBank[]): Promise<void> {
  await executor
    .insert(bankDirectory)
    .values([...banks])
    .onConflictDoUpdate({
      target: bankDirectory.routingNumber,
      set: {
        bankName: sql`excluded.bank_name`,
        city: sql`excluded.city`,
        state: sql`excluded.state`,
        takesAch: sql`excluded.takes_ach`,
        newRoutingNumber: sql`excluded.new_routing_number`,
      },
    })
}
