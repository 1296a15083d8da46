import { optionalText } from './optional-text.ts'

const KEY_BYTES = 32

/** Of 32 random bytes at least this many differ, but for one key in 10^18; what people type, repeats. */
const DISTINCT_BYTES = 16

/**
 * Purposes whose keys outlive a change of the master key, in the order of LASTING_KEYS. Their values are stored in rows
 * that cannot be recreated (digests of recovery codes, tokens of links already sent, indexes for lookups), or in rows
 * whose change in between would refuse a valid request (a retry, a code just sent). Details: docs/guides/keys.md.
 */
export const LASTING_PURPOSES = [
  'blind index',
  'recovery codes',
  'coupon links',
  'application links',
  'idempotency digest',
  'login codes',
  'proof code',
] as const

/** 32 bytes, written as 64 hexadecimal digits or as base64; undefined for anything else. */
export function parseKey(text: string): Uint8Array | undefined {
  const bytes = /^[0-9a-fA-F]{64}$/.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  return bytes.length === KEY_BYTES ? new Uint8Array(bytes) : undefined
}

/** A key of 32 bytes as 64 hexadecimal digits or base64. */
export const masterKey = optionalText.refine(
  (text) => text === undefined || parseKey(text) !== undefined,
  'must be 32 bytes, written as 64 hexadecimal digits or as base64 (openssl rand -hex 32)',
)

const wordsOf = (text: string): string[] => text.split(/[\s,]+/).filter((word) => word !== '')

/** Keys whose strength production checks. */
const CHECKED_KEYS = ['MASTER_KEY', 'OTHER_MASTER_KEYS', 'OPERATIONS_SECRET'] as const

/** Settings of a change of the master key; meanings in .env.example, the way in docs/guides/keys.md. */
export const KEY_SETTINGS = {
  OTHER_MASTER_KEYS: optionalText.refine(
    (text) => text === undefined || wordsOf(text).every((word) => parseKey(word) !== undefined),
    'must be keys of 32 bytes each, parted by commas',
  ),
  LASTING_KEYS: optionalText.refine(
    (text) => text === undefined || parseLasting(text) !== undefined,
    'must be what npm run ops -- keys new printed',
  ),
  ALLOW_WEAK_KEYS: optionalText.refine(
    (text) => text === undefined || wordsOf(text).every((word) => CHECKED_KEYS.some((name) => name === word)),
    `must be names of keys, parted by commas: ${CHECKED_KEYS.join(', ')}`,
  ),
}

function parseLasting(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === LASTING_PURPOSES.length * KEY_BYTES ? new Uint8Array(bytes) : undefined
}

interface Settings {
  readonly MASTER_KEY?: string | undefined
  readonly OTHER_MASTER_KEYS?: string | undefined
  readonly LASTING_KEYS?: string | undefined
}

/**
 * Reads the keys beside the master key. A second master key requires LASTING_KEYS: lasting keys derived from the newest
 * master key would change with it, and lookups by mail address or Social Security number would find no customer.
 */
export function furtherKeysOf({ MASTER_KEY, OTHER_MASTER_KEYS = '', LASTING_KEYS }: Settings) {
  const otherMasterKeys = wordsOf(OTHER_MASTER_KEYS).flatMap((word) => parseKey(word) ?? [])
  const lastingKeys = LASTING_KEYS === undefined ? undefined : parseLasting(LASTING_KEYS)
  const complaints = [
    otherMasterKeys.length > 0 && lastingKeys === undefined
      ? 'OTHER_MASTER_KEYS goes with LASTING_KEYS (npm run ops -- keys new)'
      : undefined,
    otherMasterKeys.length > 0 && MASTER_KEY === undefined
      ? 'OTHER_MASTER_KEYS goes with MASTER_KEY: the one that seals has to be said'
      : undefined,
  ].filter((line) => line !== undefined)
  return { otherMasterKeys, lastingKeys, complaints }
}

interface CheckedKeys extends Pick<Settings, 'MASTER_KEY' | 'OTHER_MASTER_KEYS'> {
  readonly OPERATIONS_SECRET?: string | undefined
  readonly ALLOW_WEAK_KEYS?: string | undefined
}

/** What is wrong with keys that production would seal and sign by, but for those that are allowed by name. */
export function weakKeys(settings: CheckedKeys): readonly string[] {
  const allowed = wordsOf(settings.ALLOW_WEAK_KEYS ?? '')
  const keys = CHECKED_KEYS.flatMap((name) =>
    wordsOf(settings[name] ?? '').flatMap((word) => ({ name, bytes: parseKey(word) ?? new Uint8Array() })),
  )
  return keys.flatMap(({ name, bytes }, at) => {
    if (allowed.includes(name)) return []
    const twin = keys.slice(0, at).find((other) => Buffer.compare(other.bytes, bytes) === 0)
    if (twin !== undefined) return [`${name} is the same key as ${twin.name}: who learns one has both`]
    return new Set(bytes).size < DISTINCT_BYTES ? [`${name} is no random key: its bytes repeat`] : []
  })
}
