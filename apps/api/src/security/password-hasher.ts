import { hash, verify } from '@node-rs/argon2'
import type { RandomSource } from '@dolphin/domain/time/random-source'
import { createFairQueue, type Place } from './fair-queue.ts'
import { type KnownKeys, pepperIdOf } from './keys.ts'

const MEMORY_KIB = 19_456
const PASSES = 2
const SALT_BYTES = 16

/** Both wait in the queue at the place of who asks. Errors: those of FairQueue. */
export interface PasswordHasher {
  hash(password: string, place: Place): Promise<string>
  /**
   * False for a wrong password; takes as long when there is no hash to compare with (design/security.md T3).
   */
  verify(password: string, stored: string | undefined, place: Place): Promise<boolean>
  /** Whether the hash has the newest pepper; one that has not is made anew when its password is typed. */
  isCurrent(stored: string): boolean
}

/**
 * Argon2id with a pepper, on the library's own threads, a few at a time so that a flood of sign-ins cannot take
 * the machine's memory; in turns, so that it cannot take everyone's. Source: design/architecture.md (19 MiB, two passes), design/security.md T1.
 *
 * Every hash names its pepper, so that checking one takes a single hash however many peppers are known; those from
 * before there was a second one name none, and are of the oldest.
 */
export function createPasswordHasher(
  peppers: KnownKeys,
  random: RandomSource,
  atOnce: number,
): PasswordHasher {
  const queue = createFairQueue(atOnce)
  const [newest] = peppers
  const byId = new Map(peppers.map((pepper) => [pepperIdOf(pepper), pepper]))
  const head = `${pepperIdOf(newest)}:`
  const options = { memoryCost: MEMORY_KIB, timeCost: PASSES, parallelism: 1, secret: newest }
  const hashNow = async (password: string) =>
    `${head}${await hash(password, { ...options, salt: random.bytes(SALT_BYTES) })}`
  let decoy: Promise<string> | undefined
  return {
    hash: (password, place) => queue.run(place, () => hashNow(password)),
    async verify(password, stored, place) {
      decoy ??= hashNow('a password of no account')
      const [, id, target = ''] = PEPPERED.exec(stored ?? (await decoy)) ?? []
      const secret = id === undefined ? peppers.at(-1) : byId.get(id)
      const matches = await queue.run(place, () => verify(target, password, { secret: secret ?? newest }))
      return matches && stored !== undefined && secret !== undefined
    },
    isCurrent: (stored) => stored.startsWith(head),
  }
}

const PEPPERED = /^(?:([0-9a-f]{8}):)?(.*)$/
