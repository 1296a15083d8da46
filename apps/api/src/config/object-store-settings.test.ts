import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const READY = {
  OBJECT_STORE: 's3',
  S3_BUCKET: 'lender-documents',
  DATABASE_URL: 'postgres://lender@localhost/dolphin',
}
const read = (env: Readonly<Record<string, string>>) =>
  readConfig({ DOLPHIN_MODE: 'test', ...env }, '/srv').objectStore

test('documents lie in the data folder unless something else is set', () => {
  expect(read({})).toEqual({ kind: 'folder' })
})

test('a bucket is set by its name; the rest has the usual values', () => {
  expect(read(READY)).toEqual({
    kind: 's3',
    settings: { bucket: 'lender-documents', prefix: '', region: 'us-east-1', endpoint: undefined },
  })
  const further = { S3_PREFIX: 'dolphin/', S3_REGION: 'us-west-2', S3_ENDPOINT: 'https://minio.example.com' }
  expect(read({ ...READY, ...further })).toMatchObject({
    settings: { prefix: 'dolphin/', region: 'us-west-2', endpoint: 'https://minio.example.com' },
  })
})

test.each([
  ['no bucket', { ...READY, S3_BUCKET: '' }, /S3_BUCKET: needed/],
  ['a bucket that would not be used', { S3_BUCKET: 'lender-documents' }, /set OBJECT_STORE=s3/],
  ['a name that no bucket has', { ...READY, S3_BUCKET: 'Lender Documents' }, /S3_BUCKET: must be the name/],
  ['a prefix without its slash', { ...READY, S3_PREFIX: 'dolphin' }, /S3_PREFIX: must be a folder/],
  [
    'an address that is not encrypted',
    { ...READY, S3_ENDPOINT: 'http://minio.example.com' },
    /must be an https address/,
  ],
  ['no address', { ...READY, S3_ENDPOINT: 'minio' }, /must be an https address/],
  ['an embedded database', { ...READY, DATABASE_URL: '' }, /needs DATABASE_URL/],
])('%s is refused at startup, with the correction', (_, env, words) => {
  expect(() => read(env)).toThrow(ConfigError)
  expect(() => read(env)).toThrow(words)
})

test('http is enough on this machine, for a try', () => {
  expect(read({ ...READY, S3_ENDPOINT: 'http://localhost:9000' })).toMatchObject({ kind: 's3' })
})
