import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'

const FOLDER = join(import.meta.dirname, '../../../../tests/nacha/bank-files')
/** Where amounts stand in entries and controls: first character from 0, and length. Source: ach.md §1. */
const AMOUNTS: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  '6': [[29, 10]],
  '8': [
    [20, 12],
    [32, 12],
  ],
  '9': [
    [31, 12],
    [43, 12],
  ],
}

/** A file as a bank delivered it, with entries of ours put in the place of its own: trace number and amount. */
export function bankSample(
  name: string,
  ours: readonly { trace: string; amount: string; transaction: MoneyTransaction }[] = [],
): Uint8Array {
  const own = new Map(ours.map(({ amount, transaction }) => [BigInt(amount), transaction.amount]))
  let text = readFileSync(join(FOLDER, `${name}.ach`), 'latin1').replace(/^[689].*$/gm, (line) =>
    (AMOUNTS[line.charAt(0)] ?? []).reduce((record, [from, length]) => {
      const found = record.slice(from, from + length)
      const amount = /^\d+$/.test(found) ? own.get(BigInt(found)) : undefined
      if (amount === undefined) return record
      return record.slice(0, from) + amount.toString().padStart(length, '0') + record.slice(from + length)
    }, line),
  )
  for (const { trace, transaction } of ours) {
    assert(transaction.traceNumber !== null, 'a bank knows only what was sent')
    text = text.replaceAll(trace, transaction.traceNumber)
  }
  return Buffer.from(text, 'latin1')
}
