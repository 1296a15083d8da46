import { listInboxEntriesAbout } from '@dolphin/database/payments/ach-inbox-repository'
import {
  type DishonoredReturn,
  findDishonorOf,
  type ReturnIdentity,
} from '@dolphin/database/payments/dishonored-return-repository'
import { isSameBankEntry } from '@dolphin/domain/payments/same-bank-entry'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import type { ItemContext } from './import-file.ts'
import type { InboxEntry } from './inbox-file.ts'

/** What tells a return from others. */
export const identityOf = (
  portfolioId: number,
  { exception, amount, bankDate }: Pick<InboxEntry, 'exception' | 'amount' | 'bankDate'>,
): ReturnIdentity => ({
  portfolioId,
  originalTrace: exception.originalTrace,
  returnCode: exception.code,
  amount,
  bankTrace: exception.traceNumber,
  bankDate,
})

/** Whether a return is sent back to the bank, which has not contested that. */
export async function isSentBack(
  unit: UnitOfWork,
  { portfolioId }: Pick<ItemContext, 'portfolioId'>,
  entry: InboxEntry,
): Promise<boolean> {
  if (entry.exception.kind !== 'return') return false
  const dishonor = await findDishonorOf(unit.tx, identityOf(portfolioId, entry))
  return dishonor !== undefined && dishonor.state !== 'contested'
}

/** Whether a return was applied, by whatever file it came. */
export async function wasApplied(unit: UnitOfWork, portfolioId: number, entry: InboxEntry): Promise<boolean> {
  const { returnCode: code, ...identity } = identityOf(portfolioId, entry)
  const about = await listInboxEntriesAbout(unit.tx, { ...identity, kind: 'return' })
  return about.some((one) => one.applied === 'applied' && isSameBankEntry(one, { ...identity, code }))
}

/** The subject of the work item that holds debits while a return is sent back. */
export const dishonorSubject = ({ dishonorNo }: Pick<DishonoredReturn, 'dishonorNo'>): string =>
  `dishonor/${dishonorNo}`
