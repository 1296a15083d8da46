import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { NoticeKey } from '@dolphin/database/notices/outbox-repository'
import { ok } from '@dolphin/domain/outcome'
import { LARGEST_REPORT_BYTES } from '@dolphin/integrations/delivery-reports/message-parts'
import type { ReportedMail } from '@dolphin/integrations/delivery-reports/named-mail'
import { readReport } from '@dolphin/integrations/delivery-reports/read-report'
import type { Deps } from '../../deps.ts'
import { beginRound } from '../../jobs/one-of-many.ts'
import type { JobDefinition } from '../../ports/job-queue.ts'
import { type DeliveryDeps, takeDelivery } from './delivery-intake.ts'
import { noticeOfMessageId, noticeOfReference, noticeOfReturnPath } from './notice-reference.ts'
import { noteUnreadMail } from './unread-mail.ts'

type MailboxDeps = DeliveryDeps &
  Pick<Deps, 'config' | 'keys' | 'units' | 'log' | 'observability' | 'failedWork' | 'database'>

const JOB = 'return-mailbox'
const EVERY_SECONDS = 60
const BATCH = 500
/** Of a report that is kept as proof. */
const EVIDENCE_LENGTH = 16_384
/** What a name in `cur` ends with: read, or read and of no use to us, so that a person can look. Maildir. */
const READ = ':2,S'
const SET_APART = ':2,FS'

/** Reads the reports that a mail server put into the return mailbox, a Maildir. docs/decisions/delivery-reports.md */
export function returnMailboxJob(deps: MailboxDeps): JobDefinition {
  return {
    name: JOB,
    everySeconds: EVERY_SECONDS,
    async run() {
      const { returnFolder } = deps.config.delivery
      if (returnFolder !== undefined) await readMailbox(deps, returnFolder)
    },
  }
}

/**
 * One look at the mailbox: each message is read once and moved from `new` to `cur`; one that fails stays. What was of no
 * use is a work item with the names of the files, written before they move.
 */
export async function readMailbox(deps: MailboxDeps, folder: string): Promise<void> {
  const round = beginRound(deps, JOB)
  await mkdir(join(folder, 'cur'), { recursive: true })
  await mkdir(join(folder, 'new'), { recursive: true })
  const move = (name: string, flags: string): Promise<void> =>
    rename(join(folder, 'new', name), join(folder, 'cur', `${name}${flags}`))
  const names = (await readdir(join(folder, 'new'))).toSorted().slice(0, BATCH)
  const unused: string[] = []
  for (const name of names) {
    await round.attempt({ message: name }, async () => {
      if (await takeMessage(deps, join(folder, 'new', name))) await move(name, READ)
      else unused.push(name)
    })
  }
  if (unused.length > 0) {
    await deps.units.write(async (unit) => ok(await noteUnreadMail(deps, unit, unused)))
    for (const name of unused) await move(name, SET_APART)
  }
  round.finish()
}

/** Whether the message was a report about a notice of ours, of which every line was read. */
async function takeMessage(deps: MailboxDeps, path: string): Promise<boolean> {
  if ((await stat(path)).size > LARGEST_REPORT_BYTES) return false
  const bytes = await readFile(path)
  const reading = await readReport(bytes)
  if (reading.kind !== 'report') return false
  const key = noticeOf(deps, reading.about)
  if (key === undefined) return false
  const digest = createHash('sha256').update(bytes).digest('hex')
  const evidence = bytes.toString('utf8').slice(0, EVIDENCE_LENGTH)
  const taken = await deps.units.write(async (unit) => {
    let isOurs = true
    for (const [index, reported] of reading.events.entries()) {
      const report = { ...reported, eventId: `mailbox/${digest}/${index}`, source: 'mailbox', evidence }
      isOurs = (await takeDelivery(deps, unit, key, report)) !== 'noNotice' && isOurs
    }
    return ok(isOurs)
  })
  if (reading.unread > 0)
    deps.log.warn({ unread: reading.unread, noticeId: key.noticeId }, 'a report was read in part')
  return taken.ok && taken.value && reading.unread === 0
}

/** By what cannot be guessed, and never by the address alone. Source: docs/facts/delivery.md §2, Matching. */
function noticeOf({ keys }: MailboxDeps, about: ReportedMail): NoticeKey | undefined {
  return [
    ...about.sentTo.map((address) => noticeOfReturnPath(keys, address)),
    ...about.envelopeIds.map(noticeOfReference),
    ...about.messageIds.map(noticeOfMessageId),
  ].find((key) => key !== undefined)
}
