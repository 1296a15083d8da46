import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'

const FOLDER = join(import.meta.dirname, '../../../../tests/nacha/bank-files')
const AMOUNT_DIGITS = 10

/** A file as a bank delivered it, with entries of ours put in the place of its own: trace number and amount. */
export function bankSample(
  name: string,
  ours: readonly { trace: string; amount: string; transaction: MoneyTransaction }[] = [],
): Uint8Array {
  let text = readFileSync(join(FOLDER, `${name}.ach`), 'latin1')
  for (const { trace, amount, transaction } of ours) {
    assert(transaction.traceNumber !== null, 'a bank knows only what was sent')
    const own = transaction.amount.toString().padStart(AMOUNT_DIGITS, '0')
    text = text
      .replaceAll(trace, transaction.traceNumber)
      .replaceAll(amount.padStart(AMOUNT_DIGITS, '0'), own)
  }
  return Buffer.from(text, 'latin1')
}
