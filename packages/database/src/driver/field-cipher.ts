import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto'
import { assert } from '@dolphin/domain/assert'
import type { RandomSource } from '@dolphin/domain/time/random-source'

/** Where a value lives. A sealed value opens only there, so none can be moved to another row or column. */
export interface FieldPlace {
  readonly table: string
  /** The row's key, portfolio included. */
  readonly id: string
  readonly column: string
}

/** Encrypts single fields, and makes look-ups possible on what is encrypted. */
export interface FieldCipher {
  /** Numbers of the keys that open, the one that seals first: 8 hexadecimal digits each. */
  readonly keyIds: readonly [newest: string, ...older: string[]]
  /** Never gives the same text twice. */
  seal(place: FieldPlace, plain: string): string
  /** Throws SealBroken if a bit changed, the place differs or the key is not known. */
  open(place: FieldPlace, sealed: string): string
  /** The same for the same value; tells nothing about it without the key. `purpose` separates columns. */
  blindIndex(purpose: string, value: string): string
}

/** A sealed value was changed, moved, or sealed with a key that is not here. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken'

  constructor({ table, column }: FieldPlace) {
    super(`the sealed field ${table}.${column} does not open`)
  }
}

/** 32-byte keys. */
export interface CipherKeys {
  /** Wraps the data keys of what is sealed from now on. */
  readonly master: Uint8Array
  /** Master keys before it, still able to open. */
  readonly older?: readonly Uint8Array[]
  /** For blind indexes; must outlive a change of the master key. */
  readonly index: Uint8Array
  readonly random: RandomSource
}

const VERSION = 1
const KEY_BYTES = 32
const KEY_ID_BYTES = 4
const NONCE_BYTES = 12
const TAG_BYTES = 16
const WRAPPED_BYTES = NONCE_BYTES + KEY_BYTES + TAG_BYTES
const HEAD_BYTES = 1 + KEY_ID_BYTES

const keyIdOf = (key: Uint8Array): Buffer =>
  createHash('sha256').update(key).digest().subarray(0, KEY_ID_BYTES)

const idOf = (key: Uint8Array): string => keyIdOf(key).toString('hex')

const placeBytes = ({ table, id, column }: FieldPlace): Buffer => Buffer.from(`${table}:${id}:${column}`)

/** AES-256-GCM: nonce, ciphertext, tag. */
function encrypt(key: Uint8Array, nonce: Uint8Array, plain: Uint8Array, bound: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bound)
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: Uint8Array, box: Buffer, bound: Uint8Array): Buffer {
  const nonce = box.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(bound).setAuthTag(box.subarray(box.length - TAG_BYTES))
  // A stream cipher: all of it comes at once, and the end only checks the tag.
  const plain = decipher.update(box.subarray(NONCE_BYTES, -TAG_BYTES))
  decipher.final()
  return plain
}

/**
 * Envelope encryption of fields: every value has a data key of its own, wrapped by the master key and stored
 * beside it. Layout: version byte, 4 bytes naming the master key, wrapped data key, encrypted value; base64.
 * Table, row and column are authenticated with both.
 */
export function createFieldCipher({ master, older = [], index, random }: CipherKeys): FieldCipher {
  for (const key of [master, ...older, index]) assert(key.length === KEY_BYTES, 'a key has 32 bytes')
  const masters = new Map([...older, master].map((key) => [idOf(key), key]))
  const head = Buffer.concat([Buffer.of(VERSION), keyIdOf(master)])

  function unseal(place: FieldPlace, box: Buffer): Buffer {
    const wrapping = masters.get(box.subarray(1, HEAD_BYTES).toString('hex'))
    if (box.length < HEAD_BYTES + WRAPPED_BYTES + NONCE_BYTES + TAG_BYTES) throw new SealBroken(place)
    if (box.readUInt8(0) !== VERSION || wrapping === undefined) throw new SealBroken(place)
    const bound = Buffer.concat([box.subarray(0, HEAD_BYTES), placeBytes(place)])
    const dataKey = decrypt(wrapping, box.subarray(HEAD_BYTES, HEAD_BYTES + WRAPPED_BYTES), bound)
    return decrypt(dataKey, box.subarray(HEAD_BYTES + WRAPPED_BYTES), bound)
  }

  return {
    keyIds: [idOf(master), ...older.map(idOf)],
    seal(place, plain) {
      const bound = Buffer.concat([head, placeBytes(place)])
      const drawn = random.bytes(KEY_BYTES + 2 * NONCE_BYTES)
      const dataKey = drawn.subarray(0, KEY_BYTES)
      const [forKey, forValue] = [drawn.subarray(KEY_BYTES, -NONCE_BYTES), drawn.subarray(-NONCE_BYTES)]
      const wrapped = encrypt(master, forKey, dataKey, bound)
      const value = encrypt(dataKey, forValue, Buffer.from(plain), bound)
      return Buffer.concat([head, wrapped, value]).toString('base64')
    },
    open(place, sealed) {
      try {
        return unseal(place, Buffer.from(sealed, 'base64')).toString()
      } catch {
        throw new SealBroken(place)
      }
    },
    blindIndex: (purpose, value) => createHmac('sha256', index).update(`${purpose}:${value}`).digest('hex'),
  }
}

/** Seals a value as JSON. Bigints do not travel: money goes as text. */
export const sealJson = (cipher: FieldCipher, place: FieldPlace, value: unknown): string =>
  cipher.seal(place, JSON.stringify(value))

/** Opens what sealJson sealed. The seal proves that it is what was written, so callers may trust its shape. */
export const openJson = (cipher: FieldCipher, place: FieldPlace, sealed: string): unknown =>
  JSON.parse(cipher.open(place, sealed))
