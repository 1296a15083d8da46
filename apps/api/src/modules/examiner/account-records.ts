import { listLoanAccounts } from '@dolphin/database/servicing/loan-account-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import { csvFile } from '@dolphin/integrations/archive/table-files'
import type { ArchiveFile } from '@dolphin/integrations/archive/zip-stream'
import type { Deps } from '../../deps.ts'

const when = (at: Date | null): string => (at === null ? '' : isoInZone(at, NEW_YORK))

/** Accounts of a loan with how each was validated: by whom, or by which prenote and what came back. */
export async function accountsFile(
  db: Deps['database']['db'],
  loan: Loan,
  folder: string,
): Promise<ArchiveFile> {
  return csvFile(
    `${folder}/accounts.csv`,
    [
      'sequence',
      'source',
      'accountTail',
      'createdAt',
      'endedAt',
      'validatedBy',
      'prenoteTrace',
      'prenoteFileNo',
      'prenoteEffectiveDate',
      'prenoteReturnCode',
      'prenoteReturnedAt',
    ],
    (await listLoanAccounts(db, loan)).map((one) => [
      one.sequence,
      one.source,
      one.accountTail,
      when(one.createdAt),
      when(one.endedAt),
      one.validatedBy,
      one.prenoteTrace,
      one.prenoteFileNo,
      one.prenoteEffectiveDate === null ? null : formatLocalDate(one.prenoteEffectiveDate),
      one.prenoteReturnCode,
      when(one.prenoteReturnedAt),
    ]),
  )
}
