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
  /** Removes an object; one that is not there is no error. */
  remove(key: string): Promise<void>
}

/** A store whose names can be walked, for work on all objects. */
export type ObjectFolder = ObjectStore & {
  /** Every name below a folder, "" or "folder/", that was there when the walk came by it, in no order that matters. */
  names(below?: string): AsyncIterable<string>
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

export type StoreOperation = 'put' | 'get' | 'list' | 'remove'

/** The store did not do what was asked. Carries names and codes alone, so that it can be logged whole. */
export class ObjectStoreFailure extends Error {
  override readonly name = 'ObjectStoreFailure'
  /** What logs show of it. */
  readonly code: string

  constructor(operation: StoreOperation, reason: string, httpStatus: number | undefined) {
    super(`the object store did not ${operation}: ${reason}`)
    this.code = ['objects', operation, reason, httpStatus].filter(Boolean).join('/')
  }
}
