import type { S3ClientConfig } from '@aws-sdk/client-s3'
import { assertObjectKey, fitsKey } from './object-key.ts'
import {
  ObjectConflict,
  ObjectDamaged,
  type ObjectFolder,
  ObjectStoreFailure,
  type StoreOperation,
} from './object-store.ts'

export interface BucketSettings {
  readonly bucket: string
  /** Stands before each key, such as `dolphin/`; empty: nothing does. */
  readonly prefix: string
  readonly region: string
  /** Another vendor's store in place of Amazon's; requests name the bucket in the path. */
  readonly endpoint: string | undefined
}

const CONNECT_MS = 2_000
const ANSWER_MS = 5_000
/** The client's own, for a store that is slow, busy or gone for a moment. */
const ATTEMPTS = 3
/** Two who write one name at once may both be told to come again. Source: S3, ConditionalRequestConflict. */
const TURNS = 5

const NOT_FOUND = 404
const AT_ONCE = 409
const TAKEN = 412

/**
 * Opens a bucket that speaks S3 (Amazon's, MinIO, Ceph, R2): objects for several nodes without a common file system.
 *
 * The store itself refuses a name that is taken (`If-None-Match: *`), so it must know conditional writes
 * (`proveThatNamesStay`). Credentials are those of the environment (`AWS_ACCESS_KEY_ID`, a role of the machine). Nothing is
 * asked yet; later calls throw ObjectStoreFailure where the store does not do what they ask.
 */
export async function openBucketStore(settings: BucketSettings): Promise<ObjectFolder> {
  const bucket = await openBucket(settings)
  const read = async (key: string): Promise<Uint8Array | undefined> => {
    const bytes = await bucket.read(key)
    if (bytes !== undefined && !fitsKey(key, bytes)) throw new ObjectDamaged(key)
    return bytes
  }
  return {
    async put(key, bytes) {
      assertObjectKey(key)
      if (!fitsKey(key, bytes)) throw new ObjectConflict(key)
      if (await bucket.writeNew(key, bytes)) return
      const present = await read(key)
      if (present === undefined || Buffer.compare(present, bytes) !== 0) throw new ObjectConflict(key)
    },
    async get(key) {
      assertObjectKey(key)
      return await read(key)
    },
    names: (below = '') => bucket.names(below),
    async remove(key) {
      assertObjectKey(key)
      await bucket.remove(key)
    },
  }
}

interface Bucket {
  /** False where the name is taken. */
  writeNew(key: string, bytes: Uint8Array): Promise<boolean>
  read(key: string): Promise<Uint8Array | undefined>
  names(below: string): AsyncIterable<string>
  remove(key: string): Promise<void>
}

async function openBucket(settings: BucketSettings): Promise<Bucket> {
  const sdk = await import('@aws-sdk/client-s3')
  const { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } = sdk
  const client = new S3Client(clientSettings(settings))
  const place = (key: string) => ({ Bucket: settings.bucket, Key: settings.prefix + key })
  return {
    async writeNew(key, bytes) {
      for (let turn = 1; ; turn += 1) {
        try {
          await client.send(new PutObjectCommand({ ...place(key), Body: bytes, IfNoneMatch: '*' }))
          return true
        } catch (error) {
          const status = statusOf(error)
          if (status === TAKEN) return false
          if (status !== AT_ONCE || turn === TURNS) throw failureOf('put', error)
        }
      }
    },
    async read(key) {
      try {
        const { Body: body } = await client.send(new GetObjectCommand(place(key)))
        return await body?.transformToByteArray()
      } catch (error) {
        if (statusOf(error) === NOT_FOUND && nameOf(error) === 'NoSuchKey') return undefined
        throw failureOf('get', error)
      }
    },
    async *names(below) {
      const { bucket: Bucket, prefix } = settings
      const Prefix = prefix + below
      for (let ContinuationToken: string | undefined, more = true; more; ) {
        const asked = new sdk.ListObjectsV2Command({
          Bucket,
          Prefix,
          ...(ContinuationToken === undefined ? {} : { ContinuationToken }),
        })
        const page = await client.send(asked).catch((error: unknown) => {
          throw failureOf('list', error)
        })
        for (const { Key = '' } of page.Contents ?? []) yield Key.slice(prefix.length)
        ContinuationToken = page.NextContinuationToken
        more = ContinuationToken !== undefined
      }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(place(key))).catch((error: unknown) => {
        throw failureOf('remove', error)
      })
    },
  }
}

function clientSettings({ region, endpoint }: BucketSettings): S3ClientConfig {
  const shared = {
    region,
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS, throwOnRequestTimeout: true },
  }
  if (endpoint === undefined) return shared
  return {
    ...shared,
    endpoint,
    forcePathStyle: true,
    // Amazon's own trailers; other makers refuse them, and each key names its content anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  }
}

function statusOf(error: unknown): number | undefined {
  const { $metadata: answer } = (error instanceof Error ? error : {}) as {
    readonly $metadata?: { readonly httpStatusCode?: number }
  }
  return answer?.httpStatusCode
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')

/** The store's sentences may quote what was sent, so only its code is kept. */
const failureOf = (operation: StoreOperation, error: unknown): ObjectStoreFailure =>
  new ObjectStoreFailure(operation, nameOf(error), statusOf(error))
