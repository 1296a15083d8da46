import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AWAITED } from '../../knip.ts'
import { PROJECT_ROOT } from './source-files.ts'

test('a product module that nothing runs yet is there, and names the issue that puts it to use', () => {
  for (const [file, reason] of Object.entries(AWAITED)) {
    expect(existsSync(join(PROJECT_ROOT, file)), file).toBe(true)
    expect(reason, file).toMatch(/\([2-9] of 9\)/)
  }
})
