import { createCipheriv, createDecipheriv, createHash, createHmac, createSecretKey } from 'node:crypto'
import { assert } from '@dolphin/domain/assert'
import type { RandomSource } from '@dolphin/domain/time/random-source'
import { type KeyHolder, RECORD_KEY_ID_BYTES, type RecordKeys } from './record-keys.ts'

/** Where a value lives. A sealed value opens only there, so none can be moved to another row or column. */
export interface FieldPlace {
  readonly table: string
  /** The row's key, portfolio included. */
  readonly id: string
  readonly column: string
  /** What the row is erased with: the value is sealed under its key too. Opening does not ask. */
  readonly of?: KeyHolder | undefined
}

/** Encrypts single fields, and makes look-ups possible on what is encrypted. */
export interface FieldCipher {
  /** Numbers of the keys that open, the one that seals first: 8 hexadecimal digits each. */
  readonly keyIds: readonly [newest: string, ...older: string[]]
  /** Never gives the same text twice. */
  seal(place: FieldPlace, plain: string): string
  /**
   * Throws SealBroken if a bit changed, the place differs or the key is not known; ValueErased where the key of its record
   * was destroyed.
   */
  open(place: FieldPlace, sealed: string): string
  /** The same for the same value; tells nothing about it without the key. `purpose` separates columns. */
  blindIndex(purpose: string, value: string): string
  /** Undefined: values are sealed under the master key alone, and those of record keys do not open. */
  readonly records: RecordKeys | undefined
}

/** A sealed value was changed, moved, or sealed with a key that is not here. */
export class SealBroken extends Error {
  override readonly name: string = 'SealBroken'

  constructor({ table, column }: FieldPlace, why = 'does not open') {
    super(`the sealed field ${table}.${column} ${why}`)
  }
}

/** The record that the value belonged to was erased and its key destroyed: a row out of a backup from before. */
export class ValueErased extends SealBroken {
  override readonly name = 'ValueErased'

  constructor(place: FieldPlace) {
    super(place, 'is erased')
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
  /** Keys of records, under which values are sealed whose place names a holder. */
  readonly records?: RecordKeys | undefined
}

/** First byte of a value under the master key alone, and of one under its record's key too. */
const OF_MASTER = 1
const OF_RECORD = 2
const KEY_BYTES = 32
const KEY_ID_BYTES = 4
const NONCE_BYTES = 12
const TAG_BYTES = 16
const WRAPPED_BYTES = NONCE_BYTES + KEY_BYTES + TAG_BYTES
const HEAD_BYTES = 1 + KEY_ID_BYTES
const RECORD_HEAD_BYTES = HEAD_BYTES + RECORD_KEY_ID_BYTES

const keyIdOf = (key: Uint8Array): Buffer =>
  createHash('sha256').update(key).digest().subarray(0, KEY_ID_BYTES)

const idOf = (key: Uint8Array): string => keyIdOf(key).toString('hex')

const placeBytes = ({ table, id, column }: FieldPlace): Buffer => Buffer.from(`${table}:${id}:${column}`)

/** AES-256-GCM: nonce, ciphertext, tag. Of a key that is still bytes Node 24 makes one, at four times the cost. */
function encrypt(key: Uint8Array, nonce: Uint8Array, plain: Uint8Array, bound: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', createSecretKey(key), nonce).setAAD(bound)
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: Uint8Array, box: Buffer, bound: Uint8Array): Buffer {
  const nonce = box.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', createSecretKey(key), nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(bound).setAuthTag(box.subarray(box.length - TAG_BYTES))
  // A stream cipher: all of it comes at once, and the end only checks the tag.
  const plain = decipher.update(box.subarray(NONCE_BYTES, -TAG_BYTES))
  decipher.final()
  return plain
}

/** Both keys are needed to get it, so that either of them destroyed closes what it wraps. */
const wrappingKey = (master: Uint8Array, recordKey: Uint8Array): Buffer =>
  createHmac('sha256', createSecretKey(master)).update(recordKey).digest()

/** How a value is wrapped: what stands before it, and the key. */
interface Wrapping {
  readonly head: Buffer
  readonly key: Uint8Array
}

/**
 * Envelope encryption of fields: every value has a data key of its own, wrapped by the master key and stored
 * beside it. Layout: version byte, 4 bytes naming the master key, wrapped data key, encrypted value; base64. Of a value
 * whose place names a holder the wrapping key is made of the master key and the record's, whose 16 bytes of number follow
 * those of the master key. All that stands before, table, row and column are authenticated with both.
 */
export function createFieldCipher({ master, older = [], index, random, records }: CipherKeys): FieldCipher {
  for (const key of [master, ...older, index]) assert(key.length === KEY_BYTES, 'a key has 32 bytes')
  const masters = new Map([...older, master].map((key) => [idOf(key), key]))
  const ofMaster: Wrapping = { head: Buffer.concat([Buffer.of(OF_MASTER), keyIdOf(master)]), key: master }
  const recordHead = Buffer.concat([Buffer.of(OF_RECORD), keyIdOf(master)])

  function sealing({ of: holder }: FieldPlace): Wrapping {
    if (records?.areSealing !== true || holder === undefined) return ofMaster
    const { id, key } = records.forSealing(holder)
    return { head: Buffer.concat([recordHead, id]), key: wrappingKey(master, key) }
  }

  function opening(place: FieldPlace, box: Buffer): Wrapping {
    const key = masters.get(box.subarray(1, HEAD_BYTES).toString('hex'))
    const version = box[0]
    if (key === undefined || (version !== OF_MASTER && version !== OF_RECORD)) throw new SealBroken(place)
    if (version === OF_MASTER) return { head: box.subarray(0, HEAD_BYTES), key }
    const head = box.subarray(0, RECORD_HEAD_BYTES)
    const recordKey = records?.forOpening(head.subarray(HEAD_BYTES).toString('hex')) ?? 'unknown'
    if (recordKey === 'destroyed') throw new ValueErased(place)
    if (recordKey === 'unknown') throw new SealBroken(place)
    return { head, key: wrappingKey(key, recordKey) }
  }

  function unseal(place: FieldPlace, box: Buffer): Buffer {
    const { head, key } = opening(place, box)
    const rest = box.subarray(head.length)
    if (rest.length < WRAPPED_BYTES + NONCE_BYTES + TAG_BYTES) throw new SealBroken(place)
    const bound = Buffer.concat([head, placeBytes(place)])
    const dataKey = decrypt(key, rest.subarray(0, WRAPPED_BYTES), bound)
    return decrypt(dataKey, rest.subarray(WRAPPED_BYTES), bound)
  }

  const indexKey = createSecretKey(index)
  return {
    keyIds: [idOf(master), ...older.map(idOf)],
    records,
    seal(place, plain) {
      const { head, key } = sealing(place)
      const bound = Buffer.concat([head, placeBytes(place)])
      const drawn = random.bytes(KEY_BYTES + 2 * NONCE_BYTES)
      const dataKey = drawn.subarray(0, KEY_BYTES)
      const [forKey, forValue] = [drawn.subarray(KEY_BYTES, -NONCE_BYTES), drawn.subarray(-NONCE_BYTES)]
      const wrapped = encrypt(key, forKey, dataKey, bound)
      const value = encrypt(dataKey, forValue, Buffer.from(plain), bound)
      return Buffer.concat([head, wrapped, value]).toString('base64')
    },
    open(place, sealed) {
      try {
        return unseal(place, Buffer.from(sealed, 'base64')).toString()
      } catch (error) {
        throw error instanceof ValueErased ? error : new SealBroken(place)
      }
    },
    blindIndex: (purpose, value) =>
      createHmac('sha256', indexKey).update(`${purpose}:${value}`).digest('hex'),
  }
}

/** Seals a value as JSON. Bigints do not travel: money goes as text. */
export const sealJson = (cipher: FieldCipher, place: FieldPlace, value: unknown): string =>
  cipher.seal(place, JSON.stringify(value))

/** Opens what sealJson sealed. The seal proves that it is what was written, so callers may trust its shape. */
export const openJson = (cipher: FieldCipher, place: FieldPlace, sealed: string): unknown =>
  JSON.parse(cipher.open(place, sealed))
