import { type AchFile, listUnsentAchFiles, markAchFileSent } from '@dolphin/database/ach-file-repository'
import { assert } from '@dolphin/domain/assert'
import { ok } from '@dolphin/domain/outcome'
import { sha256Hex } from '@dolphin/integrations/objects/object-key'
import { filePlace } from './batch-file.ts'
import type { MoneyParts } from './money-parts.ts'

type HandOverParts = Pick<MoneyParts, 'database' | 'objects' | 'cipher' | 'bank' | 'units' | 'log' | 'mark'>

/** The name under which the bank gets a file. */
export const bankFileName = ({ fileNo }: Pick<AchFile, 'fileNo'>): string => `${fileNo}.ach`

/**
 * Hands every file that was cut and is not known to be sent to the bank folder, then notes that it was. Safe to
 * run again and by several at once: the folder takes a name once, and the same text under it is the same
 * hand-over, so a crash between writing and noting repeats nothing. Answers how many files it noted.
 */
export async function handOverFiles(parts: HandOverParts): Promise<number> {
  let noted = 0
  for (const file of await listUnsentAchFiles(parts.database.db)) {
    const text = await openFile(parts, file)
    parts.mark?.('hand-over: before the file is written')
    const { sha256 } = await parts.bank.submit(bankFileName(file), text)
    assert(sha256 === file.sha256, 'the bank gets the very bytes that were cut')
    parts.mark?.('hand-over: named, before the note')
    const marked = await parts.units.write(async ({ tx, now }) => ok(await markAchFileSent(tx, file, now)))
    parts.mark?.('hand-over: after the note')
    if (marked.ok && marked.value) noted += 1
    parts.log.info({ fileNo: file.fileNo, sha256, entries: file.entryCount }, 'an ACH file lies at the bank')
  }
  return noted
}

async function openFile({ objects, cipher }: HandOverParts, file: AchFile): Promise<string> {
  const sealed = await objects.get(file.objectKey)
  assert(sealed !== undefined, 'the text of a cut file is in the object store')
  const text = cipher.open(filePlace(file), new TextDecoder().decode(sealed))
  assert(sha256Hex(new TextEncoder().encode(text)) === file.sha256, 'the stored text is the one that was cut')
  return text
}
