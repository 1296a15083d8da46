import { z } from 'zod'
import { ibvStatusCode, payrollFrequencyCode } from '../wire-codes.ts'
import {
  applicationNo,
  documentNo,
  instant,
  isoDate,
  loanNo,
  maskedNumber,
  money,
  portfolioId,
  requestCode,
  signedMoney,
  text,
} from '../wire.ts'

/** A row of a statement that could not be read. */
const badRow = z.strictObject({ row: z.int().positive(), column: text(1_000), reason: text(200) })

/** What was read of a statement file. */
export const statementRead = z.strictObject({
  rows: z.int().nonnegative(),
  from: isoDate,
  to: isoDate,
  accountMasked: maskedNumber.nullable(),
  duplicates: z.int().nonnegative(),
  badRows: z.array(badRow).max(20),
  moreBadRows: z.int().nonnegative(),
})

export const statementKind = z.enum(['csv', 'png', 'pdf', 'unknown', 'person'])

/** What an upload, or a request for a person, is waiting for. */
const statementState = z.enum(['waiting', 'quarantined', 'accepted', 'refused'])

/** One verification in a person's hands. */
export const statementHead = z.strictObject({
  requestCode,
  portfolioId,
  loanNo,
  applicationNo,
  customerName: text(200),
  kind: statementKind,
  state: statementState,
  ibvStatus: ibvStatusCode,
  documentNo: documentNo.nullable(),
  waitingSince: instant,
})

/** What decides about an income: computed from a table, or found by a person in a picture. */
export const incomeFindings = z.strictObject({
  monthlyNetIncome: money,
  frequency: payrollFrequencyCode.nullable(),
  nextPaydays: z.array(isoDate).max(12),
  /** First day that the statement shows. */
  periodFrom: isoDate.nullable(),
  lastIncomeOn: isoDate.nullable(),
  averageBalance: signedMoney,
  lowestBalance: signedMoney,
  nsfCount30: z.int().min(0).max(1_000),
  nsfCount90: z.int().min(0).max(1_000),
  otherLenders: z.int().min(0).max(100),
  otherLendersMonthly: money,
})
