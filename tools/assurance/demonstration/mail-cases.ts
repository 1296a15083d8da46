import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { assert } from '@dolphin/domain/assert'
import { readMailbox } from '@dolphin/api/modules/notices/return-mailbox'
import type { Cases } from './cases.ts'

/** What people write to the address that reports of a mail server go to. */
const MESSAGES = [
  'Subject: Automatic reply: Your payment is due soon\r\n\r\nI am away until Monday.',
  'Subject: Please call me\r\n\r\nI have a new telephone number: (302) 555-0142.',
]
const MOVED = 'on-another-disk'

/**
 * Mail came back that tells of no notice, and one message cannot be opened: the disk with it is not there. Read as the
 * round reads a return mailbox, a Maildir; the demonstration's server has none.
 */
export async function readReturnMail({ api }: Cases): Promise<number> {
  const folder = join(api.deps.config.dataDir, 'return-mailbox')
  const place = join(folder, 'new')
  await mkdir(place, { recursive: true })
  const seconds = Math.floor(api.clock.now().getTime() / 1_000)
  for (const [at, text] of MESSAGES.entries())
    await writeFile(join(place, `${seconds}.${at + 1}.mail.example.com`), text)
  await symlink(join(folder, MOVED), join(place, `${seconds}.${MESSAGES.length + 1}.mail.example.com`))
  const failure: unknown = await readMailbox(api.deps, folder).catch((error: unknown) => error)
  assert(
    failure instanceof Error && 'code' in failure && failure.code === 'ENOENT',
    'one message is not there',
  )
  return 2
}
