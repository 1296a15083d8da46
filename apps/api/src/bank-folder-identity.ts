import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '@dolphin/database/driver/open'
import { writeOnce } from '@dolphin/integrations/objects/atomic-write'
import { type Bound, bindIdentity } from './bound-identity.ts'
import { type ApiConfig, ConfigError, dataPaths } from './config/config.ts'

/** Begins with a point, as everything in the folder that is no file of the bank. */
const IDENTITY_FILE = '.identity'
const SUBJECT = 'bank folder'
const ACTION = 'bankFolderBound'

type IdentityConfig = Pick<ApiConfig, 'bankGateway' | 'dataDir' | 'databaseUrl'>

/**
 * Nodes that share a database share one bank folder: with two, one node's files would wait where no transfer looks, and
 * returns would be read by one node alone. The first node stores the folder's identity in the database; a node with
 * another folder does not start. The embedded database has one node only, and SFTP is shared by itself.
 *
 * Errors: `ConfigError` that says what to do.
 */
export async function requireSharedBankFolder(
  { bankGateway, dataDir, databaseUrl }: IdentityConfig,
  database: Database,
  by: Bound,
): Promise<void> {
  if (bankGateway.kind !== 'folder' || databaseUrl === undefined) return
  const folder = dataPaths(dataDir).bank
  const identity = await identityOf(folder)
  const bound = await bindIdentity(database, by, { subject: SUBJECT, action: ACTION, identity })
  if (bound?.identity === identity) return
  throw new ConfigError(
    `The bank folder ${folder} is not the one that this database is used with. Nodes that share a database share one ` +
      'bank folder: mount the same folder as bank below DATA_DIR on every node, or set BANK_GATEWAY=sftp. If this ' +
      `folder takes the place of one that is gone, write ${bound?.identity ?? identity} into ${join(folder, IDENTITY_FILE)}.`,
  )
}

/** The folder's identity, made where it has none. Of two nodes that make it at once one wins. */
async function identityOf(folder: string): Promise<string> {
  const file = join(folder, IDENTITY_FILE)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!existsSync(file)) await writeOnce(file, new TextEncoder().encode(`${randomUUID()}\n`))
  return readFileSync(file, 'utf8').trim()
}
