import type { bankInfo } from '@dolphin/contract/reference-data'
import {
  findDirectoryBank,
  isDirectoryEmpty,
} from '@dolphin/database/reference-data/bank-directory-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import { isAbaRouting } from '@dolphin/domain/applications/aba-routing'
import { bankOfRouting, type DirectoryBank } from '@dolphin/domain/payments/bank-directory'
import type { z } from 'zod'
import { SAMPLE_BANKS } from './sample-banks.ts'

export type BankInfo = z.output<typeof bankInfo>

/**
 * The bank that entries for a routing number go to, by its newest number. Until a directory is imported the made-up banks
 * are known; undefined where neither knows it.
 */
export const findBank = (executor: Executor, routingNumber: string): Promise<DirectoryBank | undefined> =>
  bankOfRouting(
    routingNumber,
    async (number) => (await findDirectoryBank(executor, number)) ?? (await sampleBank(executor, number)),
  )

async function sampleBank(executor: Executor, routingNumber: string): Promise<DirectoryBank | undefined> {
  const sample = SAMPLE_BANKS.find((bank) => bank.routingNumber === routingNumber)
  return sample !== undefined && (await isDirectoryEmpty(executor)) ? sample : undefined
}

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
