import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { CallReply } from '@dolphin/contract/call'
import type { listBankFileCall } from '@dolphin/contract/payments'
import type { Executor } from '@dolphin/database/driver/executor'
import { listAchFiles } from '@dolphin/database/payments/ach-file-repository'
import {
  type BankingHours,
  type CutOffState,
  nextBatchCutOff,
  nextSameDayCutOff,
} from '@dolphin/domain/calendar/cut-off'
import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { bankFileName } from './transmit-files.ts'

type Reply = CallReply<typeof listBankFileCall>

/** The ACH files that were cut on a day, the first first. */
export async function bankFilesOfDay(
  executor: Executor,
  portfolioId: number,
  day: LocalDate,
): Promise<Reply['files']> {
  const files = await listAchFiles(executor, portfolioId, day)
  return files.map((file) => ({
    fileName: bankFileName(file),
    sha256: file.sha256,
    entries: file.entryCount,
    debitTotal: moneyToWire(file.debitTotal),
    creditTotal: moneyToWire(file.creditTotal),
    cutAt: isoInZone(file.createdAt, NEW_YORK),
    sentAt: file.sentAt === null ? null : isoInZone(file.sentAt, NEW_YORK),
  }))
}

/** The columns of the files as a table. */
export const FILES_TABLE: readonly (readonly [
  string,
  (file: Reply['files'][number]) => string | number | null,
])[] = [
  ['File', ({ fileName }) => fileName],
  ['Entries', ({ entries }) => entries],
  ['Credits', ({ creditTotal }) => creditTotal],
  ['Debits', ({ debitTotal }) => debitTotal],
  ['Cut', ({ cutAt }) => cutAt],
  ['Sent', ({ sentAt }) => sentAt],
  ['SHA-256', ({ sha256 }) => sha256],
]

/** The cut-offs that come next. Source: domain.md §9. */
export function nextCutOffs(hours: BankingHours, now: Date): Pick<Reply, 'sameDayCutOff' | 'batchCutOff'> {
  return {
    sameDayCutOff: cutOffView(nextSameDayCutOff(hours, now)),
    batchCutOff: cutOffView(nextBatchCutOff(hours, now)),
  }
}

const cutOffView = ({ cutOffAt, day }: CutOffState) => ({
  at: isoInZone(cutOffAt, NEW_YORK),
  day: formatLocalDate(day),
})
