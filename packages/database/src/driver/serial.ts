import { assert } from '@dolphin/domain/assert'
import { type SQL, sql } from 'drizzle-orm'
import type { Executor } from './executor.ts'
import { bypassRowSecurity } from './row-security.ts'
import {
  applicationSerial,
  documentSerial,
  loanSerial,
  traceSerial,
  transactionSerial,
} from '../schema/loan.ts'
import { approvalSerial } from '../schema/approval.ts'
import { noteSerial } from '../schema/find.ts'
import { retentionSerial } from '../schema/retention.ts'
import { messageSerial } from '../schema/secure-message.ts'
import { servicingSerial } from '../schema/servicing.ts'
import { workItemSerial } from '../schema/work-item.ts'

/** What is numbered. Numbers ascend over all portfolios and are never given twice; gaps are normal. */
const SERIALS = {
  loan: loanSerial,
  application: applicationSerial,
  document: documentSerial,
  transaction: transactionSerial,
  trace: traceSerial,
  message: messageSerial,
  servicing: servicingSerial,
  workItem: workItemSerial,
  approval: approvalSerial,
  retention: retentionSerial,
  note: noteSerial,
}
export type SerialKind = keyof typeof SERIALS

function sequenceOf(kind: SerialKind): string {
  const { seqName } = SERIALS[kind]
  assert(seqName !== undefined, 'a sequence has a name')
  return seqName
}

/** Numbers belong to no customer, and issuing one writes: both bypass row-level security. */
const numbersOf = (executor: Executor, query: SQL) =>
  bypassRowSecurity(() => executor.execute<{ serial: string }>(query))

/** The next number of its kind, from 1. A rolled-back transaction leaves a gap. */
export async function nextSerial(executor: Executor, kind: SerialKind): Promise<number> {
  const { rows } = await numbersOf(executor, sql`select nextval(${sequenceOf(kind)}) as serial`)
  return Number(rows[0]?.serial)
}

const DIGITS = 9
const numberOf = (letter: string, serial: number, digits = DIGITS): string =>
  `${letter}${serial.toString().padStart(digits, '0')}`

/** The next number of its kind for people, such as T000000012: a letter, and the serial in at least so many digits. */
export const nextNumber = async (
  executor: Executor,
  kind: SerialKind,
  letter: string,
  digits = DIGITS,
): Promise<string> => numberOf(letter, await nextSerial(executor, kind), digits)

/** So many of a kind at once, ascending. */
export const nextNumbers = async (
  executor: Executor,
  kind: SerialKind,
  letter: string,
  count: number,
): Promise<string[]> => (await nextSerials(executor, kind, count)).map((serial) => numberOf(letter, serial))

/** So many numbers of a kind at once, ascending. */
export async function nextSerials(executor: Executor, kind: SerialKind, count: number): Promise<number[]> {
  const { rows } = await numbersOf(
    executor,
    sql`select nextval(${sequenceOf(kind)}) as serial from generate_series(1, ${count}::integer)`,
  )
  return rows.map(({ serial }) => Number(serial)).toSorted((left, right) => left - right)
}
