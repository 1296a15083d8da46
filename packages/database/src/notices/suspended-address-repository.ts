import type { DeliveryEvent } from '@dolphin/domain/notices/delivery-state'
import { and, eq } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import type { Owner } from '../driver/owner.ts'
import { suspendedAddresses } from '../schema/delivery.ts'

const isOwn = ({ portfolioId, openId }: Owner) =>
  and(eq(suspendedAddresses.portfolioId, portfolioId), eq(suspendedAddresses.openId, openId))

/** Suspends an address of a customer; false where it was suspended already. */
export async function suspendAddress(
  executor: Executor,
  { portfolioId, openId }: Owner,
  { addressIndex, event }: { readonly addressIndex: string; readonly event: DeliveryEvent },
  at: Date,
): Promise<boolean> {
  const added = await executor
    .insert(suspendedAddresses)
    .values({ portfolioId, openId, addressIndex, event, since: at })
    .onConflictDoNothing()
    .returning({ openId: suspendedAddresses.openId })
  return added.length === 1
}

/** Lifts the suspension of an address that the customer proved; false where there was none. */
export async function liftSuspension(
  executor: Executor,
  owner: Owner,
  addressIndex: string,
): Promise<boolean> {
  const lifted = await executor
    .delete(suspendedAddresses)
    .where(and(isOwn(owner), eq(suspendedAddresses.addressIndex, addressIndex)))
    .returning({ openId: suspendedAddresses.openId })
  return lifted.length === 1
}

/** The suspended addresses of a customer, by index, with what suspended each. */
export async function suspendedAddressesOf(
  executor: Executor,
  owner: Owner,
): Promise<ReadonlyMap<string, DeliveryEvent>> {
  const { addressIndex, event } = suspendedAddresses
  const rows = await executor.select({ addressIndex, event }).from(suspendedAddresses).where(isOwn(owner))
  return new Map(rows.map((row) => [row.addressIndex, row.event]))
}
