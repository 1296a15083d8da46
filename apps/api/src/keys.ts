import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ApiConfig } from './config.ts'
import { dataPaths } from './config.ts'

const KEY_BYTES = 32
/** DER head of an Ed25519 private key (RFC 8410 §7); the 32 bytes of the seed follow. */
const ED25519_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Every key of the server, derived from one master key by purpose, so that none is used for two things. */
export interface KeyRing {
  readonly master: Uint8Array
  /** 32 bytes for this purpose. Source: RFC 5869. */
  derive(purpose: string): Uint8Array
  /** Signs User-Credential. */
  readonly credentialKey: { readonly privateKey: KeyObject; readonly publicKey: KeyObject }
}

export function createKeyRing(master: Uint8Array): KeyRing {
  const derive = (purpose: string) =>
    new Uint8Array(hkdfSync('sha256', master, new Uint8Array(0), `dolphin ${purpose}`, KEY_BYTES))
  const der = Buffer.concat([ED25519_HEAD, derive('user credential signature')])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return { master, derive, credentialKey: { privateKey, publicKey: createPublicKey(privateKey) } }
}

const MASTER_KEY_FILE = 'development-master.key'

/** Where a server without MASTER_KEY keeps the key that it made. */
export const masterKeyFile = (dataDir: string): string => join(dataPaths(dataDir).keys, MASTER_KEY_FILE)

/** The configured master key; outside production one is made at the first start and kept in the data folder. */
export function openMasterKey(config: ApiConfig): Uint8Array {
  return config.masterKey ?? keptKey(config, MASTER_KEY_FILE)
}

/**
 * The secret that makes employees' credentials; outside production made at first need, readable by its owner
 * alone. Undefined in production without the setting: then nobody can become an employee.
 */
export function openOperationsSecret(config: ApiConfig): Uint8Array | undefined {
  if (config.operationsSecret !== undefined) return config.operationsSecret
  return config.mode === 'production' ? undefined : keptKey(config, 'development-operations.key')
}

function keptKey({ dataDir }: ApiConfig, name: string): Uint8Array {
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
