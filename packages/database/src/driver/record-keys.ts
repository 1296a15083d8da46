import { createHmac, createSecretKey } from 'node:crypto'
import type { RandomSource } from '@dolphin/domain/time/random-source'

/**
 * What is erased as one and therefore has a key of its own: the file of a loan, the answers of an application, an
 * account with all that is of no loan; a request about one's data and an approval about no loan, which outlive the account. Source: docs/decisions/record-keys.md.
 */
export type KeyHolder = `${'loan' | 'application' | 'account' | 'request' | 'approval'}/${number}/${string}`

interface HeldRow {
  readonly portfolioId: number
  readonly loanNo?: string | null
  readonly openId?: string | null
}

/** Whose key seals what a row holds: its loan's; of no loan, its customer's; undefined of neither. */
export function holderOf({ portfolioId, loanNo, openId }: HeldRow): KeyHolder | undefined {
  if (typeof loanNo === 'string') return `loan/${portfolioId}/${loanNo}`
  return typeof openId === 'string' ? `account/${portfolioId}/${openId}` : undefined
}

/** Where keys lie, apart from the database and its backups: an object that is removed there is gone. */
export interface RecordKeyStore {
  put(name: string, bytes: Uint8Array): Promise<void>
  get(name: string): Promise<Uint8Array | undefined>
}

/** A key and the number under which a sealed value names it: 12 bytes of its holder, 4 of its version. */
export interface RecordKey {
  readonly id: Buffer
  readonly key: Uint8Array
}

/** Bytes that name a record key in a sealed value. */
export const RECORD_KEY_ID_BYTES = 16
const HOLDER_BYTES = 12
const KEY_BYTES = 32

/** A destroyed key is known as such on every node after this long. */
const FRESH_MS = 300_000
/** Keys kept in memory; a hundred bytes each. */
const MOST_KEYS = 50_000
/** Keys read at once. */
const AT_ONCE = 32

interface Cached {
  /** Undefined: there is none, it was destroyed. */
  readonly key: Uint8Array | undefined
  readonly readAt: number
}

/** What is at hand of a key: itself, that it is destroyed, or nothing. */
export type RecordKeyState = Uint8Array | 'destroyed' | 'unknown'

export interface RecordKeyDeps {
  readonly store: RecordKeyStore
  /** 32 bytes that outlive the master key: holders are named in the store by a digest under it. */
  readonly index: Uint8Array
  readonly random: RandomSource
  /** Whether values are sealed under keys of records by now; they are by default. What is sealed so opens in any case. */
  readonly isSealing?: () => boolean
  /** The same of texts in columns that builds before read plain (`sealed-texts.ts`). */
  readonly isSealingTexts?: () => boolean
  /** Milliseconds that only go on. */
  readonly now?: () => number
}

/**
 * Keys of records. Sealing and opening ask for them at once, so the driver reads the keys that rows name before it hands the
 * rows out (`load`), and stores new ones before the statement that writes what they seal (`store`).
 */
export class RecordKeys {
  readonly #deps: RecordKeyDeps
  readonly #cached = new Map<string, Cached>()
  /** Of each holder the key that seals. */
  readonly #current = new Map<string, string>()
  readonly #unstored = new Map<string, Promise<void> | undefined>()

  constructor(deps: RecordKeyDeps) {
    this.#deps = deps
  }

  /** Whether what is sealed now is sealed under keys of records. */
  get areSealing(): boolean {
    return this.#deps.isSealing?.() ?? true
  }

  /** Whether texts are sealed that builds before read plain. */
  get areSealingTexts(): boolean {
    return this.areSealing && (this.#deps.isSealingTexts?.() ?? true)
  }

  /** Whether a key was made that is not stored yet. */
  get hasUnstored(): boolean {
    return this.#unstored.size > 0
  }

  /** Below this name lie all keys of a holder; what removes them destroys what they sealed, in every copy of the database. */
  folderOf(holder: KeyHolder): string {
    return folderOfId(this.#holderId(holder))
  }

  /** The key that seals for a holder: one that was read lately, or a new one. */
  forSealing(holder: KeyHolder): RecordKey {
    const holderId = this.#holderId(holder)
    const known = this.#current.get(holderId)
    const cached = known === undefined ? undefined : this.#cached.get(known)
    if (known !== undefined && cached?.key !== undefined && this.#isFresh(cached))
      return { id: Buffer.from(known, 'hex'), key: cached.key }
    const { random } = this.#deps
    const key = random.bytes(KEY_BYTES)
    const id = Buffer.concat([Buffer.from(holderId, 'hex'), random.bytes(RECORD_KEY_ID_BYTES - HOLDER_BYTES)])
    this.#unstored.set(id.toString('hex'), undefined)
    this.#keep(id.toString('hex'), key)
    return { id, key }
  }

  /** The key that a sealed value names, by its number in hexadecimal digits. */
  forOpening(id: string): RecordKeyState {
    const cached = this.#cached.get(id)
    if (cached === undefined) return 'unknown'
    return cached.key ?? 'destroyed'
  }

  /** Stores those of these keys that are new. What they seal may be written afterward. */
  async store(ids: Iterable<string>): Promise<void> {
    await Promise.all(
      [...new Set(ids)].filter((id) => this.#unstored.has(id)).map((id) => this.#storeOne(id)),
    )
  }

  /** Reads those of these keys that are not at hand, or have been for long. */
  async load(ids: Iterable<string>): Promise<void> {
    const wanted = [...new Set(ids)].filter((id) => !this.#isAtHand(id))
    for (let at = 0; at < wanted.length; at += AT_ONCE)
      await Promise.all(wanted.slice(at, at + AT_ONCE).map((id) => this.#loadOne(id)))
  }

  #holderId(holder: KeyHolder): string {
    const digest = createHmac('sha256', createSecretKey(this.#deps.index))
      .update(`record key:${holder}`)
      .digest()
    return digest.subarray(0, HOLDER_BYTES).toString('hex')
  }

  async #storeOne(id: string): Promise<void> {
    const key = this.#cached.get(id)?.key
    const storing = this.#unstored.get(id) ?? (key && this.#deps.store.put(recordKeyName(id), key))
    this.#unstored.set(id, storing)
    try {
      await storing
      this.#unstored.delete(id)
    } catch (error) {
      this.#unstored.set(id, undefined)
      throw error
    }
  }

  async #loadOne(id: string): Promise<void> {
    this.#keep(id, await this.#deps.store.get(recordKeyName(id)))
  }

  #isAtHand(id: string): boolean {
    const cached = this.#cached.get(id)
    return this.#unstored.has(id) || (cached !== undefined && this.#isFresh(cached))
  }

  #isFresh({ readAt }: Cached): boolean {
    return this.#now() - readAt < FRESH_MS
  }

  #now(): number {
    return this.#deps.now?.() ?? performance.now()
  }

  #keep(id: string, key: Uint8Array | undefined): void {
    this.#cached.delete(id)
    this.#cached.set(id, { key, readAt: this.#now() })
    if (key !== undefined) this.#current.set(id.slice(0, HOLDER_BYTES * 2), id)
    for (const oldest of this.#cached.keys()) {
      if (this.#cached.size <= MOST_KEYS) break
      if (this.#unstored.has(oldest)) continue
      this.#cached.delete(oldest)
      const holderId = oldest.slice(0, HOLDER_BYTES * 2)
      if (this.#current.get(holderId) === oldest) this.#current.delete(holderId)
    }
  }
}

/** Below which all keys of records lie. */
export const RECORD_KEYS_FOLDER = 'holders/'

const folderOfId = (holderId: string): string => `${RECORD_KEYS_FOLDER}${holderId.slice(0, 2)}/${holderId}/`

/** The name of a key in its store. */
export const recordKeyName = (id: string): string =>
  `${folderOfId(id.slice(0, HOLDER_BYTES * 2))}${id.slice(HOLDER_BYTES * 2)}`
