import {
  listDocumentsOfType,
  listNoticesOfKind,
  listReturnsByDay,
  type RecordPeriod,
} from '@dolphin/database/examiner/export-repository'
import { addDays, formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import { Military } from '@dolphin/domain/loans/codes'
import { cents, moneyToWire } from '@dolphin/domain/money/cents'
import { percentText } from '@dolphin/domain/money/percent'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { ArchiveFile } from '@dolphin/integrations/archive/zip-stream'
import { readReturnRates } from '../payments/returns/return-rate-watch.ts'
import { csvFile } from '@dolphin/integrations/archive/table-files'
import type { Deps } from '../../deps.ts'

const when = (at: Date | null): string => (at === null ? '' : isoInZone(at, NEW_YORK))

/** What the registers are about. */
export interface RegisterScope {
  readonly portfolioId: number
  readonly period: RecordPeriod
  /** Only this loan's rows, where the pack is about one. */
  readonly loanNo: string | undefined
}

/** The registers that an examiner asks for: return rates, adverse actions, checks of military status. */
export async function* registerFiles(
  { database: { db } }: Deps,
  { portfolioId, period, loanNo }: RegisterScope,
): AsyncGenerator<ArchiveFile> {
  const isAsked = (row: { readonly loanNo: string | null }): boolean =>
    loanNo === undefined || row.loanNo === loanNo
  const windows = await readReturnRates(db, portfolioId, addDays(period.to, -1))
  yield csvFile(
    'registers/return-rates.csv',
    ['window', 'from', 'to', 'debits', 'rate', 'returns', 'percent', 'limitPercent', 'consequence', 'status'],
    windows.flatMap(({ kind, from, to, debits, rates }) =>
      rates.map((one) => [
        kind,
        formatLocalDate(from),
        formatLocalDate(to),
        debits,
        one.kind,
        one.returns,
        one.rate && percentText(one.rate),
        percentText(one.limit),
        one.consequence,
        one.status,
      ]),
    ),
  )
  yield csvFile(
    'registers/returns-by-day.csv',
    ['day', 'code', 'count', 'amount'],
    (await listReturnsByDay(db, portfolioId, period)).map(({ day, code, count, amount }) => [
      day,
      code,
      count,
      moneyToWire(cents(BigInt(amount))),
    ]),
  )
  const declined = await listNoticesOfKind(db, portfolioId, 'adverseAction', period)
  const countered = await listNoticesOfKind(db, portfolioId, 'counteroffer', period)
  yield csvFile(
    'registers/adverse-actions.csv',
    ['loanNo', 'notice', 'writtenAt', 'sentAt', 'failedAt'],
    [...declined, ...countered]
      .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
      .filter(isAsked)
      .map((one) => [one.loanNo, one.dedupKey, when(one.createdAt), when(one.sentAt), when(one.failedAt)]),
  )
  const checks = await listDocumentsOfType(db, portfolioId, DocumentType.militaryCertificate, period)
  yield csvFile(
    'registers/military-checks.csv',
    ['loanNo', 'checkedAt', 'certificateNo', 'status', 'documentNo', 'sha256'],
    checks
      .filter(isAsked)
      .map(({ loanNo: of, createdAt, evidence, documentNo, sha256 }) => [
        of,
        when(createdAt),
        String(evidence['certificateNo']),
        statusName(evidence['status']),
        documentNo,
        sha256,
      ]),
  )
}

const statusName = (status: unknown): string =>
  Object.entries(Military).find(([, code]) => code === status)?.[0] ?? 'unknown'
