import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { RandomSource } from '@dolphin/domain/time/random-source'

/** Bytes of a key that seals one object. */
export const DATA_KEY_BYTES = 32

const SALT_BYTES = 32
const PREFIX_BYTES = 7
const HEADER_BYTES = 1 + SALT_BYTES + PREFIX_BYTES
const TAG_BYTES = 16
/** Of a sealed segment, its tag included; of the first, the header too. */
const SEGMENT_BYTES = 64 * 1024
const CIPHER = 'aes-256-gcm'

/** The bytes do not open: they were changed, cut, moved to another name, or sealed with another key. */
export class SealedBytesBroken extends Error {
  override readonly name = 'SealedBytesBroken'
}

/**
 * Seals bytes in segments of 64 KiB, each with its own tag that binds its place and whether it is the last: a segment that
 * is changed, moved, left out or added does not open, and any of them opens by itself. `name` is bound to all of them.
 * The layout is AES256-GCM-HKDF of Tink's streaming encryption. Source: docs/decisions/sealed-objects.md.
 */
export function sealBytes(
  dataKey: Uint8Array,
  name: string,
  plain: Uint8Array,
  random: RandomSource,
): Buffer {
  const drawn = random.bytes(SALT_BYTES + PREFIX_BYTES)
  const header = Buffer.concat([Buffer.of(HEADER_BYTES), drawn])
  const { key, prefix } = segmentKey(dataKey, name, header)
  const parts: Buffer[] = [header]
  let [from, number] = [0, 0]
  do {
    const room = SEGMENT_BYTES - TAG_BYTES - (number === 0 ? HEADER_BYTES : 0)
    const isLast = from + room >= plain.length
    const cipher = createCipheriv(CIPHER, key, nonceOf(prefix, number, isLast))
    parts.push(cipher.update(plain.subarray(from, from + room)), cipher.final(), cipher.getAuthTag())
    from += room
    number += 1
  } while (from < plain.length)
  return Buffer.concat(parts)
}

/** Opens what sealBytes sealed. Throws SealedBytesBroken. */
export function openBytes(dataKey: Uint8Array, name: string, sealed: Uint8Array): Buffer {
  const { key, prefix } = segmentKey(dataKey, name, sealed.subarray(0, HEADER_BYTES))
  const parts: Buffer[] = []
  let [from, number] = [HEADER_BYTES, 0]
  do {
    const end = Math.min((number + 1) * SEGMENT_BYTES, sealed.length)
    const nonce = nonceOf(prefix, number, end === sealed.length)
    parts.push(openSegment(key, nonce, sealed.subarray(from, end)))
    from = end
    number += 1
  } while (from < sealed.length)
  return Buffer.concat(parts)
}

function openSegment(key: KeyObject, nonce: Uint8Array, segment: Uint8Array): Buffer {
  if (segment.length < TAG_BYTES) throw new SealedBytesBroken()
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(segment.subarray(segment.length - TAG_BYTES))
  const plain = decipher.update(segment.subarray(0, segment.length - TAG_BYTES))
  try {
    decipher.final()
  } catch (cause) {
    throw new SealedBytesBroken('a segment is not what was sealed', { cause })
  }
  return plain
}

function segmentKey(dataKey: Uint8Array, name: string, header: Uint8Array) {
  if (header.length !== HEADER_BYTES || header[0] !== HEADER_BYTES) throw new SealedBytesBroken()
  const salt = header.subarray(1, 1 + SALT_BYTES)
  const key = createSecretKey(new Uint8Array(hkdfSync('sha256', dataKey, salt, name, DATA_KEY_BYTES)))
  return { key, prefix: header.subarray(1 + SALT_BYTES) }
}

function nonceOf(prefix: Uint8Array, number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.set(prefix)
  nonce.writeUInt32BE(number, PREFIX_BYTES)
  nonce[11] = isLast ? 1 : 0
  return nonce
}
