import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { openKeyRing } from './keys.ts'
import { readServerConfig } from './server-config.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dolphin-beside-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('a command takes the mode of the server whose data folder it is, and production where nothing says', () => {
  expect(() => readServerConfig({}, folder)).toThrow(/Production needs/)
  openKeyRing(readConfig({ DOLPHIN_MODE: 'development' }, folder))
  expect(readServerConfig({}, folder).mode).toBe('development')
  expect(readServerConfig({ DATA_DIR: ' ' }, folder).mode).toBe('development')
  expect(() => readServerConfig({ DATA_DIR: 'elsewhere' }, folder)).toThrow(/Production needs/)
  expect(() => readServerConfig({ DOLPHIN_MODE: 'production' }, folder)).toThrow(/Production needs/)
})
