import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildMark } from './build-mark.ts'

test('a build is named by its digest, unbuilt sources by their version', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dolphin-build-'))
  const dist = join(folder, 'dist')
  mkdirSync(dist)
  writeFileSync(join(folder, 'package.json'), '{"version":"1.2.3"}')
  expect(buildMark(dist)).toBe('1.2.3')
  writeFileSync(join(dist, 'build.json'), '{"version":"1.2.3","digest":"0123456789abcdef0123"}')
  expect(buildMark(dist)).toBe('0123456789ab')
  rmSync(folder, { recursive: true })
})
