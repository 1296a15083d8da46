import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Settings } from './settings.ts'

/** Settings as the environment has them. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Settings that hold a secret. Each may be given as NAME_FILE instead: the path of a file that holds it. */
export const SECRET_SETTINGS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'SMTP_URL',
  'POSTMARK_WEBHOOK_PASSWORD',
  'SENDGRID_WEBHOOK_KEY',
  'TWILIO_AUTH_TOKEN',
  'MASTER_KEY',
  'OTHER_MASTER_KEYS',
  'LASTING_KEYS',
  'OPERATIONS_SECRET',
  'OIDC_CLIENT_SECRET',
  'PLAID_SECRET',
  'MX_API_KEY',
  'MX_WEBHOOK_PASSWORD',
  'BANK_SFTP_PASSWORD',
  'BANK_SFTP_KEY_PASSPHRASE',
  'MILITARY_API_KEY',
  'METRICS_TOKEN',
] as const satisfies readonly (keyof Settings)[]

/** The setting that names a secret's file. */
export const secretFileOf = (name: string): string => `${name}_FILE`

/**
 * The environment with each NAME_FILE of a secret replaced by what its file holds, without the line break at its end. A
 * relative path starts at `workDir`; `complaints` names a secret that is given twice, and a file that cannot be read or is
 * empty.
 */
export function withSecretFiles(
  env: Environment,
  workDir: string,
): { readonly env: Environment; readonly complaints: readonly string[] } {
  const complaints: string[] = []
  const read: Record<string, string> = {}
  for (const name of SECRET_SETTINGS) {
    const file = secretFileOf(name)
    const path = env[file]
    if (path === undefined) continue
    if (env[name] !== undefined) complaints.push(`${name} and ${file}: both are set; keep one of them`)
    const text = textOf(resolve(workDir, path))
    if (text === undefined) complaints.push(`${file}: ${path} cannot be read`)
    else if (text === '') complaints.push(`${file}: ${path} is empty`)
    else read[name] = text
  }
  return { env: { ...env, ...read }, complaints }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch {
    return undefined
  }
}
