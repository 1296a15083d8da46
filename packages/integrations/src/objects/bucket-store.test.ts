import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openBucketStore } from './bucket-store.ts'
import { proveThatNamesStay } from './names-stay.ts'
import { contentKey } from './object-key.ts'
import { ObjectDamaged, ObjectStoreFailure } from './object-store.ts'
import {
  S3_TEST_BUCKET,
  S3_TEST_CREDENTIALS,
  S3_TEST_REGION,
  type S3TestServer,
  startS3TestServer,
} from './s3-test-server.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
let server: S3TestServer
const open = (changed: { readonly bucket?: string; readonly region?: string } = {}) =>
  openBucketStore({
    bucket: S3_TEST_BUCKET,
    prefix: 'dolphin/',
    region: S3_TEST_REGION,
    endpoint: server.endpoint,
    ...changed,
  })

beforeEach(async () => {
  for (const [name, value] of Object.entries(S3_TEST_CREDENTIALS)) vi.stubEnv(name, value)
  server = await startS3TestServer()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await server.close()
})

const failure = async (work: Promise<unknown>): Promise<ObjectStoreFailure> => {
  const met = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (met instanceof ObjectStoreFailure) return met
  throw new Error('the work was to fail at the store', { cause: met })
}

test('objects lie below the prefix, under the key that a folder would have', async () => {
  const store = await open()
  await store.put('agreement/118/one.pdf', bytes('agreement'))
  expect(server.objects.get('dolphin/agreement/118/one.pdf')?.toString()).toBe('agreement')
})

const start = async (changed?: Parameters<typeof open>[0]) => proveThatNamesStay(await open(changed))

test('a bucket that is not there, or takes nothing from us, shows at the start', async () => {
  expect((await failure(start({ bucket: 'somebody-elses' }))).code).toBe('objects/put/NoSuchBucket/404')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'another-secret')
  const refused = await failure(start())
  expect(refused.code).toBe('objects/put/SignatureDoesNotMatch/403')
  expect(JSON.stringify(refused) + refused.message).not.toMatch(/sample|secret/)
})

test('a store that would replace what is there shows at the start, and at the next one', async () => {
  server.forgetConditions()
  for (const _ of ['the start', 'the next one'])
    expect((await failure(start())).code).toBe('objects/put/ReplacesWhatIsThere')
})

test('two nodes may start at once, and a later start finds all as it was', async () => {
  await Promise.all([start(), start()])
  await start()
  expect([...server.objects.values()].map(String)).toEqual(['stays as it is\n'])
})

test('what was changed by another hand is not handed out', async () => {
  const store = await open()
  const key = contentKey('sealed', bytes('agreement'), 'pdf')
  await store.put(key, bytes('agreement'))
  server.objects.set(`dolphin/${key}`, Buffer.from('tampered'))
  await expect(store.get(key)).rejects.toBeInstanceOf(ObjectDamaged)
})

test('a store that is busy is asked again, a few times; then the failure has a code and no words of its', async () => {
  const store = await open()
  server.refuseNext(2, { status: 503, code: 'SlowDown' })
  await store.put('a', bytes('kept'))
  const before = server.asked()
  server.refuseNext(9, { status: 503, code: 'SlowDown' })
  expect((await failure(store.put('b', bytes('lost')))).code).toBe('objects/put/SlowDown/503')
  expect(server.asked() - before).toBe(3)
})

test('of two concurrent writes of one name, the one that gets a conflict is retried (S3, ConditionalRequestConflict)', async () => {
  const store = await open()
  const atOnce = { status: 409, code: 'ConditionalRequestConflict' }
  server.refuseNext(4, atOnce)
  await store.put('a', bytes('kept'))
  expect(server.objects.get('dolphin/a')?.toString()).toBe('kept')
  server.refuseNext(5, atOnce)
  expect((await failure(store.put('b', bytes('b')))).code).toBe('objects/put/ConditionalRequestConflict/409')
})

test('a bucket that is gone later is a failure and not an object that was never there', async () => {
  const store = await open()
  await store.put('a', bytes('kept'))
  server.refuseNext(1, { status: 404, code: 'NoSuchBucket' })
  expect((await failure(store.get('a'))).code).toBe('objects/get/NoSuchBucket/404')
  await server.close()
  expect((await failure(store.get('a'))).message).toContain('the object store did not get')
})
