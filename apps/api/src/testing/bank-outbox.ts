import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { assert } from '@dolphin/domain/assert'
import { readFile as readNacha } from '@dolphin/nacha/testing/read-file'
import { dataPaths } from '../config/config.ts'
import type { MoneyDeps } from '../deps.ts'
import { transmitFiles } from '../modules/payments/transmit-files.ts'

/** The latest file for the bank, as the bank reads it; what is not sent yet is sent first. */
export async function lastBankFile(money: MoneyDeps) {
  await transmitFiles(money)
  const folder = join(dataPaths(money.config.dataDir).bank, 'outbox')
  const names = (await readdir(folder)).toSorted((left, right) => (left < right ? -1 : 1))
  const read = readNacha(await readFile(join(folder, names.at(-1) ?? ''), 'utf8'))
  assert(read.ok, 'a file that a bank can read')
  return read.value
}
