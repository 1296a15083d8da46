import type { bankInfo } from '@dolphin/contract/reference-data'
import { findDirectoryBank } from '@dolphin/database/reference-data/bank-directory-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import { isAbaRouting } from '@dolphin/domain/applications/aba-routing'
import { bankOfRouting, type DirectoryBank } from '@dolphin/domain/payments/bank-directory'
import type { z } from 'zod'
import { SAMPLE_BANKS } from './sample-banks.ts'

export type BankInfo = z.output<typeof bankInfo>

/** The bank that entries for a routing number go to, of the imported directory or else of the made-up banks. */
const findBank = (executor: Executor, routingNumber: string): Promise<DirectoryBank | undefined> =>
  bankOfRouting(
    routingNumber,
    async (number) =>
      (await findDirectoryBank(executor, number)) ??
      SAMPLE_BANKS.find((bank) => bank.routingNumber === number),
  )

/** The number that entries go to: the newest of a bank that merged, else the number itself. */
export const routingInUse = async (executor: Executor, routingNumber: string): Promise<string> =>
  (await findBank(executor, routingNumber))?.routingNumber ?? routingNumber

/** Whether the directory says that the bank of a number takes no ACH entries. */
export const takesNoAch = async (executor: Executor, routingNumber: string): Promise<boolean> =>
  (await findBank(executor, routingNumber))?.takesAch === false

/** What a routing number says: whether its check digit holds, and the bank where the directory knows it. */
export async function lookUpBank(executor: Executor, routingNumber: string): Promise<BankInfo> {
  const valid = isAbaRouting(routingNumber)
  const bank = valid ? await findBank(executor, routingNumber) : undefined
  return {
    routingNumber,
    valid,
    known: bank !== undefined,
    bankName: bank?.bankName ?? null,
    city: bank?.city ?? null,
    state: bank?.state ?? null,
    takesAch: bank?.takesAch ?? null,
    newRoutingNumber: bank === undefined || bank.routingNumber === routingNumber ? null : bank.routingNumber,
  }
}
