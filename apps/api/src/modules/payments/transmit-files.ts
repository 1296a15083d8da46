import {
  type AchFile,
  listUnsentAchFiles,
  markAchFileSent,
} from '@dolphin/database/payments/ach-file-repository'
import { assert } from '@dolphin/domain/assert'
import { ok } from '@dolphin/domain/outcome'
import { sha256Hex } from '@dolphin/integrations/objects/object-key'
import { filePlace } from './batch-file.ts'
import { beginRound } from '../../jobs/one-of-many.ts'
import type { MoneyDeps } from '../../deps.ts'

type TransmitDeps = Pick<
  MoneyDeps,
  'database' | 'objects' | 'cipher' | 'bank' | 'units' | 'log' | 'faultPoint' | 'observability' | 'failedWork'
>

/** The name under which the bank gets a file. */
export const bankFileName = ({ fileNo }: Pick<AchFile, 'fileNo'>): string => `${fileNo}.ach`

/**
 * Hands every file that was cut and is not known to be sent to the bank folder, then notes that it was. Safe to
 * run again and by several at once: the folder takes a name once, and the same text under it is the same
 * hand-over, so a crash between writing and noting repeats nothing. A file that fails stops no other; the first failure
 * is thrown after the last file. Answers how many files it noted.
 */
export async function transmitFiles(deps: TransmitDeps): Promise<number> {
  let noted = 0
  const round = beginRound(deps, 'hand-over')
  for (const file of await listUnsentAchFiles(deps.database.db)) {
    await round.attempt({ fileNo: file.fileNo }, async () => {
      if (await handOver(deps, file)) noted += 1
    })
  }
  round.finish()
  return noted
}

async function handOver(deps: TransmitDeps, file: AchFile): Promise<boolean> {
  const text = await openFile(deps, file)
  deps.faultPoint?.('hand-over: before the file is written')
  const { sha256 } = await deps.bank.submit(bankFileName(file), text)
  assert(sha256 === file.sha256, 'the bank gets the very bytes that were cut')
  deps.faultPoint?.('hand-over: named, before the note')
  const marked = await deps.units.write(async ({ tx, now }) => ok(await markAchFileSent(tx, file, now)))
  deps.faultPoint?.('hand-over: after the note')
  deps.log.info({ fileNo: file.fileNo, sha256, entries: file.entryCount }, 'ACH file transmitted')
  return marked.ok && marked.value
}

async function openFile({ objects, cipher }: TransmitDeps, file: AchFile): Promise<string> {
  const sealed = await objects.get(file.objectKey)
  assert(sealed !== undefined, 'the text of a cut file is in the object store')
  const text = cipher.open(filePlace(file), new TextDecoder().decode(sealed))
  assert(sha256Hex(text) === file.sha256, 'the stored text is the one that was cut')
  return text
}
