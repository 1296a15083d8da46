import { transportOf } from '@dolphin/database/driver/server-address'
import type { z } from 'zod'
import { optionalText } from './optional-text.ts'
import { flag, wholeNumber } from './setting-kinds.ts'

const url = optionalText
  .refine(
    (text) => text === undefined || /^postgres(ql)?:\/\//.test(text),
    'must start with postgres:// or postgresql://',
  )
  .refine((text) => {
    const wanted = /[?&]target_session_attrs=([^&]*)/.exec(text ?? '')?.[1] ?? 'read-write'
    return ['read-write', 'primary'].includes(wanted)
  }, 'target_session_attrs must be read-write or primary: the server writes')

export const DATABASE_SETTINGS = {
  DATABASE_URL: url,
  DATABASE_DIRECT_URL: url,
  DATABASE_ALLOW_PLAIN: flag(false),
  DATABASE_POOL: wholeNumber({ from: 2, to: 200 }).default(20),
}

type Settings = z.infer<z.ZodObject<typeof DATABASE_SETTINGS>>

export interface DatabaseConfig {
  readonly databaseUrl: string | undefined
  /** Past a pooler, for what needs a session that stays: listening and migrating. */
  readonly databaseDirectUrl: string | undefined
  readonly databasePool: number
}

/** The database's settings. Production refuses a connection beyond this machine that anyone on its way could read. */
export function databaseOf(
  settings: Settings,
  isProduction: boolean,
): DatabaseConfig & { readonly complaints: readonly string[] } {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_ALLOW_PLAIN, DATABASE_POOL } = settings
  return {
    databaseUrl: DATABASE_URL,
    databaseDirectUrl: DATABASE_DIRECT_URL,
    databasePool: DATABASE_POOL,
    complaints: [
      ...(DATABASE_DIRECT_URL !== undefined && DATABASE_URL === undefined
        ? ['DATABASE_DIRECT_URL: set, but DATABASE_URL is not']
        : []),
      ...Object.entries({ DATABASE_URL, DATABASE_DIRECT_URL }).flatMap(([name, address]) =>
        address === undefined ? [] : complaintsOf(name, address, isProduction && !DATABASE_ALLOW_PLAIN),
      ),
    ],
  }
}

function complaintsOf(name: string, address: string, requiresTls: boolean): readonly string[] {
  try {
    if (transportOf(address) !== 'open' || !requiresTls) return []
  } catch (error) {
    // A url that cannot be read holds a password, and the driver's message may quote it.
    const file = error instanceof Error && 'path' in error ? `: there is no file ${String(error.path)}` : ''
    return [`${name} cannot be read${file}`]
  }
  return [
    `${name} needs sslmode=verify-full, with sslrootcert=/path/ca.pem where the authority is your own; ` +
      'DATABASE_ALLOW_PLAIN=true where the network between is yours alone',
  ]
}
