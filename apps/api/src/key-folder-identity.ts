import { DAY_MS } from '@dolphin/domain/time/durations'
import { randomUUID } from 'node:crypto'
import type { Database } from '@dolphin/database/driver/open'
import type { RecordKeyDeps } from '@dolphin/database/driver/record-keys'
import type { Clock } from '@dolphin/domain/time/clock'
import { ObjectConflict, type ObjectFolder } from '@dolphin/integrations/objects/object-store'
import { assert } from '@dolphin/domain/assert'
import { type Bound, bindIdentity } from './bound-identity.ts'
import { ConfigError } from './config/config.ts'
import { KEY_FOLDER_IDENTITY } from './security/object-keys.ts'

const SUBJECT = 'keys of records'
const ACTION = 'recordKeysBound'
const TEXTS_SUBJECT = 'sealed texts'
const TEXTS_ACTION = 'sealedTextsBound'

/**
 * For so long nodes of the release before may run beside those that seal under keys of records, or seal texts, as in a rolling
 * restart: they could not read it.
 */
const BESIDE_OLDER_MS = DAY_MS

/** When the first node of a release that seals so started on the database. */
export interface KeysBound {
  /** Values under keys of records. */
  readonly values: Date
  /** Texts that builds before wrote plain. */
  readonly texts: Date
}

/** What a node may seal under keys of records by now; all of it where nothing says when they were bound. */
export function sealingSince(
  bound: KeysBound | undefined,
  clock: Clock,
): Pick<RecordKeyDeps, 'isSealing' | 'isSealingTexts'> {
  if (bound === undefined) return {}
  const isPast = (since: Date) => clock.now().getTime() - since.getTime() >= BESIDE_OLDER_MS
  return { isSealing: () => isPast(bound.values), isSealingTexts: () => isPast(bound.texts) }
}

/**
 * A database and the keys of its records belong together: a node with an empty or another folder would take everything for
 * erased. The first node stores the folder's identity in the database; a node with another one does not start. Answers
 * when that was, and when the first node did that seals texts too.
 *
 * Errors: `ConfigError` that says what to do. Source: docs/decisions/record-keys.md.
 */
export async function requireKeysOfDatabase(
  keyFolder: ObjectFolder,
  database: Database,
  by: Bound,
): Promise<KeysBound> {
  const identity = await identityOf(keyFolder)
  const bound = await bindIdentity(database, by, { subject: SUBJECT, action: ACTION, identity })
  assert(bound !== undefined, 'what was bound is read back')
  if (bound.identity === identity) {
    const texts = await bindIdentity(database, by, {
      subject: TEXTS_SUBJECT,
      action: TEXTS_ACTION,
      identity,
    })
    assert(texts !== undefined, 'what was bound is read back')
    return { values: bound.since, texts: texts.since }
  }
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
