import { missingRights } from '@dolphin/database/role-rights'
import { ConfigError } from './config/config.ts'
import type { ExternalDeps } from './deps.ts'

/**
 * Whether requests of borrowers run under row-level security, which takes a login that may become dolphin_borrower.
 * docs/decisions/row-security.md
 *
 * Errors: in production a `ConfigError` with the statements that an administrator of the database runs.
 */
export async function requireRowSecurity({
  config: { mode },
  database,
  log,
}: Pick<ExternalDeps, 'database' | 'log'> & {
  readonly config: Pick<ExternalDeps['config'], 'mode'>
}): Promise<boolean> {
  const statements = await missingRights(database.db)
  if (statements.length === 0) return true
  if (mode === 'production')
    throw new ConfigError(
      'Row-level security is off: the login of DATABASE_URL may not become dolphin_borrower. An administrator of the ' +
        'database runs these statements in it, or deploy/postgresql/roles.sql (docs/guides/postgresql.md, Roles); ' +
        `then the server starts:\n  ${statements.join('\n  ')}`,
    )
  log.warn({ statements }, 'row security is off: this login may not become dolphin_borrower')
  return false
}
