import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { contentKey } from '@dolphin/integrations/objects/object-key'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataPaths } from '../config/config.ts'
import { startTestApi, type TestApi } from '../testing/api-fixture.ts'
import { sealObjectsJob } from './seal-objects.ts'

const LETTER = Buffer.from('%PDF-1.7 Jordan Sample, 12 Sample Street')
const KEY = contentKey('documents/118', LETTER, 'pdf')

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** Every file of the store in one. */
async function onDisk(): Promise<string> {
  const folder = dataPaths(api.deps.config.dataDir).objects
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = found.filter((entry) => entry.isFile())
  const read = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name))))
  return Buffer.concat(read).toString('latin1')
}

test('what a release before stored unsealed is read at once and sealed by the job (docs/security.md T19)', async () => {
  const { objects, objectFolder } = api.deps
  await objectFolder.put(KEY, LETTER)
  expect(Buffer.from((await objects.get(KEY)) ?? [])).toEqual(LETTER)
  expect(await onDisk()).toContain('Jordan')
  await sealObjectsJob(api.deps).run({})
  expect(await onDisk()).not.toContain('Jordan')
  expect(await objectFolder.get(KEY)).toBeUndefined()
  expect(Buffer.from((await objects.get(KEY)) ?? [])).toEqual(LETTER)
})

test('what is stored now lies sealed from the first moment (docs/security.md T19)', async () => {
  const statement = Buffer.from('Date,Description,Amount\n03/02/2026,PAYROLL OF ALEX EXAMPLE,10.00')
  await api.deps.objects.put('quarantine/118/a.bin', statement)
  expect(await onDisk()).not.toContain('ALEX')
  expect(Buffer.from((await api.deps.objects.get('quarantine/118/a.bin')) ?? [])).toEqual(statement)
})
