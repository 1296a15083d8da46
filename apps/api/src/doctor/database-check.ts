import { join } from 'node:path'
import { openDatabase } from '@dolphin/database/driver/open'
import { transportOf } from '@dolphin/database/driver/server-address'
import { readServerFacts, type ServerFacts } from '@dolphin/database/driver/server-facts'
import { countNewerMigrations, readMigrationState } from '@dolphin/database/migration-state'
import type { Check, Examined } from './examined.ts'
import { type Finding, notAsked, reasonOf, right, wrong } from './finding.ts'

const PART = 'database'
const OLDEST_SERVER = 150_000
/** Sign-in codes and authenticator codes count in half minutes; nodes and database agree much better than that. */
const MOST_SKEW_MS = 2_000
const ROLES = 'psql -f deploy/postgresql/roles.sql, as an administrator of the database'

async function lookAtDatabase(examined: Examined): Promise<readonly Finding[]> {
  const { databaseUrl, databaseDirectUrl } = examined.config
  if (databaseUrl === undefined) return [notAsked(PART, 'the embedded one is used (no DATABASE_URL)')]
  const facts = await factsOf(examined, databaseUrl, 'DATABASE_URL')
  if ('part' in facts) return [facts]
  return [
    versionFinding(facts),
    rightsFinding(facts),
    encryptionFinding(examined, databaseUrl, facts),
    skewFinding(facts),
    ...poolerFindings(facts, databaseDirectUrl),
    ...(databaseDirectUrl === undefined ? [] : [await directFinding(examined, databaseDirectUrl)]),
    await schemaFinding(examined, databaseDirectUrl ?? databaseUrl),
  ]
}

async function factsOf({ now }: Examined, url: string, setting: string): Promise<ServerFacts | Finding> {
  try {
    return await readServerFacts(url, now)
  } catch (error) {
    return wrong(PART, `not reachable: ${reasonOf(error)}`, `Start it, or correct ${setting}.`)
  }
}

function versionFinding({ versionNumber }: ServerFacts): Finding {
  const version = `PostgreSQL ${Math.floor(versionNumber / 10_000)}.${versionNumber % 10_000}`
  return versionNumber >= OLDEST_SERVER
    ? right(PART, version)
    : wrong(PART, `${version} is too old`, 'Install PostgreSQL 15 or newer.')
}

function rightsFinding({ role, isSuperuser, bypassesRowSecurity, ...rights }: ServerFacts): Finding {
  const part = 'database rights'
  if (isSuperuser || bypassesRowSecurity)
    return wrong(part, `${role} is above row-level security`, `Use an ordinary role: ${ROLES}`)
  if (!rights.mayBecomeBorrower)
    return wrong(part, `${role} may not become dolphin_borrower: row-level security is off`, ROLES)
  if (!rights.mayCreate) return wrong(part, `${role} may not create schemas, which migrations do`, ROLES)
  return right(part, `${role} is an ordinary role that may become dolphin_borrower`)
}

function encryptionFinding({ config }: Examined, url: string, { isEncrypted }: ServerFacts): Finding {
  const part = 'database TLS'
  const transport = transportOf(url)
  if (transport === 'local') return right(part, 'not needed: the server is on this machine')
  if (transport === 'verified' && isEncrypted)
    return right(part, 'the connection is encrypted, and the certificate is checked')
  const says = isEncrypted
    ? 'the connection is encrypted, but whose certificate it is is not checked'
    : 'passwords and customers’ data travel in clear'
  return config.mode === 'production'
    ? wrong(part, says, 'Add ?sslmode=verify-full to DATABASE_URL.')
    : right(part, `${says}, as outside of production it may be`)
}

function skewFinding({ clockAheadMs }: ServerFacts): Finding {
  const part = 'clock'
  const text = `the database is ${Math.abs(clockAheadMs)} ms ${clockAheadMs < 0 ? 'behind' : 'ahead of'} this machine`
  return Math.abs(clockAheadMs) <= MOST_SKEW_MS
    ? right(part, text)
    : wrong(part, text, 'Let both keep time by NTP: apt-get install chrony')
}

function poolerFindings({ pooler }: ServerFacts, directUrl: string | undefined): readonly Finding[] {
  const part = 'pooler'
  if (pooler === 'none') return [right(part, 'none: DATABASE_URL leads to the server itself')]
  if (pooler === 'session') return [right(part, 'in session mode')]
  const statements =
    pooler === 'transaction'
      ? right(part, 'in transaction mode, with named statements')
      : wrong(
          part,
          'named statements of two clients collide',
          'Use PgBouncer 1.21 or newer with max_prepared_statements = 500 (deploy/pgbouncer.ini).',
        )
  if (directUrl !== undefined) return [statements]
  const says = 'listening and migrating need a session that stays'
  return [statements, wrong(part, says, 'Set DATABASE_DIRECT_URL to the server itself.')]
}

async function directFinding(examined: Examined, url: string): Promise<Finding> {
  const part = 'direct database'
  const facts = await factsOf(examined, url, 'DATABASE_DIRECT_URL')
  if ('part' in facts) return { ...facts, part }
  return facts.pooler === 'none' || facts.pooler === 'session'
    ? right(part, 'its sessions stay')
    : wrong(part, 'DATABASE_DIRECT_URL leads to a pooler', 'Set it to the address of PostgreSQL itself.')
}

async function schemaFinding({ builtFolder }: Examined, url: string): Promise<Finding> {
  const part = 'schema'
  const folder = builtFolder === undefined ? undefined : join(builtFolder, 'migrations')
  const database = await openDatabase({ url, poolSize: 2 })
  try {
    const { shipped, missing, isTooOld } = await readMigrationState(database.db, folder)
    if (isTooOld)
      return wrong(part, 'a newer build has left this one behind', 'Start that build or a newer one.')
    if (missing === shipped) return right(part, 'empty: the first start makes it')
    if (missing > 0)
      return right(part, `the start applies ${missing} (npm run upgrade -- --check names them)`)
    const newer = await countNewerMigrations(database.db, folder)
    return right(
      part,
      `all ${shipped} migrations are applied${newer > 0 ? `, and ${newer} of a newer build beside which this one serves` : ''}`,
    )
  } catch (error) {
    // A pooler that the other findings name: they are said all the same.
    return notAsked(part, `not readable: ${reasonOf(error)}`)
  } finally {
    await database.close()
  }
}

export const DATABASE_CHECK: Check = { part: PART, look: lookAtDatabase }
