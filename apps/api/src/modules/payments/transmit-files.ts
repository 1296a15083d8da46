import {
  type AchFile,
  listAchFiles,
  listUnsentAchFiles,
  markAchFileSent,
} from '@dolphin/database/payments/ach-file-repository'
import { appendAudit, listAudit } from '@dolphin/database/examiner/audit-repository'
import { assert } from '@dolphin/domain/assert'
import { parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { ok } from '@dolphin/domain/outcome'
import type { Acknowledgment } from '@dolphin/integrations/ach-gateway/bank-gateway'
import { sha256Hex } from '@dolphin/integrations/objects/object-key'
import { filePlace } from './batch-file.ts'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import { beginRound } from '../../jobs/one-of-many.ts'
import type { MoneyDeps } from '../../deps.ts'

type TransmitDeps = Pick<
  MoneyDeps,
  'database' | 'objects' | 'cipher' | 'bank' | 'units' | 'log' | 'observability' | 'failedWork'
>

/** The name under which the bank gets a file. */
export const bankFileName = ({ fileNo }: Pick<AchFile, 'fileNo'>): string => `${fileNo}.ach`

/**
 * Hands every file that was cut and is not known to be sent to the bank folder, then notes that it was. Safe to
 * run again and by several at once: the folder takes a name once, and the same text under it is the same
 * hand-over, so a crash between writing and noting repeats nothing. A file that fails stops no other; the first failure
 * is thrown after the last file. Removes what the bank has acknowledged: account numbers wait for no longer than they must.
 * Answers how many files it noted.
 */
export async function transmitFiles(deps: TransmitDeps): Promise<number> {
  let noted = 0
  const round = beginRound(deps, 'hand-over')
  for (const file of await listUnsentAchFiles(deps.database.db)) {
    await round.attempt({ fileNo: file.fileNo }, async () => {
      if (await handOver(deps, file)) noted += 1
    })
  }
  for (const acknowledgment of await deps.bank.listAcknowledged()) {
    const fileNo = acknowledgment.fileName.replace(/\.ach$/, '')
    await round.attempt({ fileNo }, () => clearAcknowledged(deps, fileNo, acknowledgment))
  }
  round.finish()
  return noted
}

async function handOver(deps: TransmitDeps, file: AchFile): Promise<boolean> {
  const text = await openFile(deps, file)
  const { sha256 } = await deps.bank.submit(bankFileName(file), text)
  assert(sha256 === file.sha256, 'the bank gets the very bytes that were cut')
  const marked = await deps.units.write(async ({ tx, now }) => ok(await markAchFileSent(tx, file, now)))
  deps.log.info({ fileNo: file.fileNo, sha256, entries: file.entryCount }, 'ACH file transmitted')
  return marked.ok && marked.value
}

/**
 * Removes a file from the folder once the bank has it. That it has, and by which hash, stays in the audit; the text stays
 * sealed in the object store. An acknowledgment of other bytes, or of a file that was never sent, is an error for a person.
 */
async function clearAcknowledged(
  deps: TransmitDeps,
  fileNo: string,
  { fileName, sha256 }: Acknowledgment,
): Promise<void> {
  const file = await fileOf(deps, fileNo)
  if (file === undefined || file.sentAt === null) throw new AcknowledgmentRefused('UnknownFile')
  if (sha256 !== undefined && sha256 !== file.sha256) throw new AcknowledgmentRefused('OtherBytes')
  await deps.units.write(async ({ tx, now }) => {
    const about = { portfolioId: file.portfolioId, subject: fileNo }
    const before = await listAudit(tx, about.portfolioId, about.subject)
    const facts = { sha256: file.sha256, namedByBank: sha256 !== undefined }
    if (!before.some(({ action }) => action === ACKNOWLEDGED))
      await appendAudit(tx, { ...about, action: ACKNOWLEDGED, actor: SYSTEM_ACTOR, at: now, facts })
    return ok(undefined)
  })
  await deps.bank.removeAcknowledged({ fileName, sha256: file.sha256 })
}

/** By portfolio and day, which its number names (nextFileName). */
async function fileOf({ database }: TransmitDeps, fileNo: string): Promise<AchFile | undefined> {
  const [, portfolio, year, month, day] = /^(\d{1,3})-(\d{4})(\d\d)(\d\d)-/.exec(fileNo) ?? []
  const businessDate = parseLocalDate(`${year}-${month}-${day}`)
  if (businessDate === undefined) return undefined
  const files = await listAchFiles(database.db, Number(portfolio), businessDate)
  return files.find((file) => file.fileNo === fileNo)
}

const ACKNOWLEDGED = 'achFileAcknowledged'

/** What the bank is said to have is not what we sent. Its code is what the work item and the log show. */
class AcknowledgmentRefused extends Error {
  override readonly name = 'AcknowledgmentRefused'
  constructor(readonly code: 'UnknownFile' | 'OtherBytes') {
    super(`the acknowledgment of an ACH file is refused: ${code}`)
  }
}

async function openFile({ objects, cipher }: TransmitDeps, file: AchFile): Promise<string> {
  const sealed = await objects.get(file.objectKey)
  assert(sealed !== undefined, 'the text of a cut file is in the object store')
  const text = cipher.open(filePlace(file), new TextDecoder().decode(sealed))
  assert(sha256Hex(text) === file.sha256, 'the stored text is the one that was cut')
  return text
}
