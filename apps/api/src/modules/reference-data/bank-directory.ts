import type { bankInfo } from '@dolphin/contract/reference-data'
import { isAbaRouting } from '@dolphin/domain/applications/aba-routing'
import type { z } from 'zod'
import { SAMPLE_BANKS } from './sample-banks.ts'

export type BankInfo = z.output<typeof bankInfo>

/** What a routing number says: whether its check digit holds, and the bank where the directory knows it. */
export function lookUpBank(routingNumber: string): BankInfo {
  const valid = isAbaRouting(routingNumber)
  const bank = valid ? SAMPLE_BANKS.find((entry) => entry.routingNumber === routingNumber) : undefined
  return {
    routingNumber,
    valid,
    known: bank !== undefined,
    bankName: bank?.bankName ?? null,
    city: bank?.city ?? null,
    state: bank?.state ?? null,
  }
}
