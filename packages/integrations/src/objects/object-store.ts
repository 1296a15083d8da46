/**
 * Bytes kept under a name: sealed documents, uploads, files for the bank.
 *
 * An object never changes once it is there: putting the same bytes again is a success, putting other bytes
 * under the same key throws `ObjectConflict`, so that a signed document cannot be replaced by a mistake.
 */
export type ObjectStore = {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** The bytes under the key, or undefined where there are none. */
  get(key: string): Promise<Uint8Array | undefined>
}

/** Other bytes stand under this key already. The key carries no personal data, so the message may name it. */
export class ObjectConflict extends Error {
  constructor(readonly key: string) {
    super(`another object stands under the key ${key}`)
    this.name = 'ObjectConflict'
  }
}

/** The stored bytes are not those their key promises: the disk or a hand has changed them. */
export class ObjectDamaged extends Error {
  constructor(readonly key: string) {
    super(`the object under the key ${key} is not the one that was stored`)
    this.name = 'ObjectDamaged'
  }
}

/** The store did not do what was asked. Carries names and codes alone, so that it can be logged whole. */
export class ObjectStoreFailure extends Error {
  override readonly name = 'ObjectStoreFailure'
  /** What logs show of it. */
  readonly code: string

  constructor(operation: 'put' | 'get', reason: string, httpStatus: number | undefined) {
    super(`the object store did not ${operation}: ${reason}`)
    this.code = ['objects', operation, reason, httpStatus].filter(Boolean).join('/')
  }
}
