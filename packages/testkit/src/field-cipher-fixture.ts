import { createFieldCipher, type FieldCipher } from '@dolphin/database/driver/field-cipher'
import { SeededRandom } from './seeded-random.ts'

/** A cipher with test keys, which seals the same each time. */
export const testCipher = (): FieldCipher =>
  createFieldCipher({
    master: new Uint8Array(32).fill(1),
    index: new Uint8Array(32).fill(2),
    random: new SeededRandom(1),
  })
