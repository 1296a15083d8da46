import { createCipheriv, createDecipheriv } from 'node:crypto'
import { SeededRandom } from '@dolphin/testkit/seeded-random'
import type { ObjectKeys } from '../sealed-store.ts'

const random = new SeededRandom(34)
const keyIdOf = (number: number): string => `0000000${number}`

/** Keys of objects under master keys that are called by a digit, the newest first; each wraps by AES-GCM. */
export function objectKeys(newest: number, ...older: readonly number[]): ObjectKeys {
  const master = new Uint8Array(32).fill(newest)
  return {
    random,
    keyIds: [keyIdOf(newest), ...older.map(keyIdOf)],
    wrap(name, dataKey) {
      const nonce = random.bytes(12)
      const cipher = createCipheriv('aes-256-gcm', master, nonce).setAAD(Buffer.from(name))
      const sealed = Buffer.concat([cipher.update(dataKey), cipher.final(), cipher.getAuthTag()])
      return `${newest}${Buffer.concat([nonce, sealed]).toString('base64')}`
    },
    unwrap(name, wrapped) {
      const box = Buffer.from(wrapped.slice(1), 'base64')
      const key = new Uint8Array(32).fill(Number(wrapped[0]))
      const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, 12))
      decipher.setAAD(Buffer.from(name)).setAuthTag(box.subarray(-16))
      return Buffer.concat([decipher.update(box.subarray(12, -16)), decipher.final()])
    },
  }
}
