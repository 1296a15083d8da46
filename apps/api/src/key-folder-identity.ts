import { DAY_MS } from '@dolphin/domain/time/durations'
import { randomUUID } from 'node:crypto'
import type { Database } from '@dolphin/database/driver/open'
import { ObjectConflict, type ObjectFolder } from '@dolphin/integrations/objects/object-store'
import { assert } from '@dolphin/domain/assert'
import { type Bound, bindIdentity } from './bound-identity.ts'
import { ConfigError } from './config/config.ts'
import { KEY_FOLDER_IDENTITY } from './security/object-keys.ts'

const SUBJECT = 'keys of records'
const ACTION = 'recordKeysBound'

/**
 * For so long nodes of a release that knows no keys of records may run beside those that do, as in a rolling restart: they
 * could not read what is sealed under them.
 */
const BESIDE_OLDER_MS = DAY_MS

/** Whether values may be sealed under keys of records, which were bound then. */
export const maySealForRecords = (boundAt: Date, now: Date): boolean =>
  now.getTime() - boundAt.getTime() >= BESIDE_OLDER_MS

/**
 * A database and the keys of its records belong together: a node with an empty or another folder would take everything for
 * erased. The first node stores the folder's identity in the database; a node with another one does not start. Answers
 * when that was.
 *
 * Errors: `ConfigError` that says what to do. Source: docs/decisions/record-keys.md.
 */
export async function requireKeysOfDatabase(
  keyFolder: ObjectFolder,
  database: Database,
  by: Bound,
): Promise<Date> {
  const identity = await identityOf(keyFolder)
  const bound = await bindIdentity(database, by, { subject: SUBJECT, action: ACTION, identity })
  assert(bound !== undefined, 'what was bound is read back')
  if (bound.identity === identity) return bound.since
  throw new ConfigError(
    'The keys of records (DATA_DIR/keys/records, or S3_KEYS_BUCKET) are not those that this database is used with. Nodes ' +
      'share them; after a restore bring them back from their copy (docs/guides/backup.md). Are they gone for good, what ' +
      `they sealed is gone too: to start without it, write ${bound.identity} into ${KEY_FOLDER_IDENTITY} there.`,
  )
}

/** The folder's identity, made where it has none. Of two nodes that make it at once one wins. */
async function identityOf(keyFolder: ObjectFolder): Promise<string> {
  const known = await keyFolder.get(KEY_FOLDER_IDENTITY)
  if (known !== undefined) return Buffer.from(known).toString().trim()
  try {
    await keyFolder.put(KEY_FOLDER_IDENTITY, Buffer.from(`${randomUUID()}\n`))
  } catch (error) {
    if (!(error instanceof ObjectConflict)) throw error
  }
  return await identityOf(keyFolder)
}
