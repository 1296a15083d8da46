import {
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFieldCipher, type FieldCipher } from '@dolphin/database/driver/field-cipher'
import { type RecordKeyDeps, RecordKeys, type RecordKeyStore } from '@dolphin/database/driver/record-keys'
import type { RandomSource } from '@dolphin/domain/time/random-source'
import type { ApiConfig } from '../config/config.ts'
import { dataPaths } from '../config/config.ts'
import { LASTING_PURPOSES } from '../config/key-settings.ts'

const KEY_BYTES = 32
/** DER head of an Ed25519 private key (RFC 8410 §7); the 32 bytes of the seed follow. */
const ED25519_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Signs User-Credential, and tells whether one is genuine. */
export interface SigningKey {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

/** Every key of the server, derived from master keys by purpose, so that none is used for two things. */
export interface KeyRing {
  readonly master: Uint8Array
  /** 32 bytes for this purpose, of the newest master key or, for what outlives it, of LASTING_KEYS. Source: RFC 5869. */
  derive(purpose: string): Uint8Array
  /** The same of every master key that is known, the newest first: what was made with any of them is still good. */
  known(purpose: string): KnownKeys
  readonly credentialKeys: readonly [newest: SigningKey, ...older: SigningKey[]]
}

export type KnownKeys = readonly [newest: Uint8Array, ...older: Uint8Array[]]

/** What the environment says beside the newest master key. */
export interface FurtherKeys {
  /** Master keys that open and verify, but seal and sign nothing. */
  readonly others?: readonly Uint8Array[]
  /** Of each lasting purpose, 32 bytes each; undefined: derived from the master key, which then never changed. */
  readonly lasting?: Uint8Array | undefined
}

const derived = (master: Uint8Array, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', master, new Uint8Array(0), `dolphin ${purpose}`, KEY_BYTES))

function signingKey(master: Uint8Array): SigningKey {
  const der = Buffer.concat([ED25519_HEAD, derived(master, 'user credential signature')])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

export function createKeyRing(master: Uint8Array, { others = [], lasting }: FurtherKeys = {}): KeyRing {
  const lastingOf = (purpose: string): Uint8Array | undefined => {
    const at = (LASTING_PURPOSES as readonly string[]).indexOf(purpose)
    return at === -1 ? undefined : lasting?.subarray(at * KEY_BYTES, (at + 1) * KEY_BYTES)
  }
  const made = new Map<string, Uint8Array>()
  const derive = (purpose: string): Uint8Array => {
    const key = made.get(purpose) ?? lastingOf(purpose) ?? derived(master, purpose)
    made.set(purpose, key)
    return key
  }
  return {
    master,
    derive,
    known: (purpose) => [derived(master, purpose), ...others.map((one) => derived(one, purpose))],
    credentialKeys: [signingKey(master), ...others.map(signingKey)],
  }
}

const ID_BYTES = 4

/** A pepper's number, as it stands before each hash: 8 hexadecimal digits that say nothing of it. */
export const pepperIdOf = (pepper: Uint8Array): string =>
  createHash('sha256').update(pepper).digest().subarray(0, ID_BYTES).toString('hex')

/** Bytes of LASTING_KEYS for a master key that never changed: what they are derived from goes, they stay. */
export const lastingKeysOf = (master: Uint8Array): Uint8Array =>
  new Uint8Array(Buffer.concat(LASTING_PURPOSES.map((purpose) => derived(master, purpose))))

/** The keys of a server: as the environment says, or the one that it made for itself. */
export const openKeyRing = (config: ApiConfig): KeyRing =>
  createKeyRing(openMasterKey(config), { others: config.otherMasterKeys, lasting: config.lastingKeys })

/**
 * The keys of records in a store, drawn by the machine whatever the seed of a simulation. Give the cipher that uses them to
 * the database, too (`useRecordKeys`).
 */
export const openRecordKeys = (
  keys: KeyRing,
  store: RecordKeyStore,
  sealing: Pick<RecordKeyDeps, 'isSealing' | 'isSealingTexts'> = {},
): RecordKeys =>
  new RecordKeys({ store, index: keys.derive('blind index'), random: { bytes: randomBytes }, ...sealing })

/** Seals fields under the newest master key and opens what any known one sealed; with keys of records, under those too. */
export function openFieldCipher(keys: KeyRing, random: RandomSource, records?: RecordKeys): FieldCipher {
  const [master, ...older] = keys.known('field master')
  return createFieldCipher({ master, older, index: keys.derive('blind index'), random, records })
}

const MASTER_KEY_FILE = 'development-master.key'

/** Where a server without MASTER_KEY keeps the key that it made. */
export const masterKeyFile = (dataDir: string): string => join(dataPaths(dataDir).keys, MASTER_KEY_FILE)

/** The configured master key; outside production one is made at the first start and kept in the data folder. */
function openMasterKey(config: ApiConfig): Uint8Array {
  return config.masterKey ?? storedKey(config, MASTER_KEY_FILE)
}

/**
 * The secret that makes employees' credentials. Outside production it is generated at first need, readable by its
 * owner alone. Undefined in production without the setting: then no employee can be enrolled.
 */
export function openOperationsSecret(config: ApiConfig): Uint8Array | undefined {
  if (config.operationsSecret !== undefined) return config.operationsSecret
  return config.mode === 'production' ? undefined : storedKey(config, 'development-operations.key')
}

function storedKey({ dataDir }: ApiConfig, name: string): Uint8Array {
  const folder = dataPaths(dataDir).keys
  const file = join(folder, name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    // Exclusive: of two processes starting at once, one makes the key and the other reads it.
    writeFileSync(file, randomBytes(KEY_BYTES).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return new Uint8Array(Buffer.from(readFileSync(file, 'utf8').trim(), 'hex'))
}
