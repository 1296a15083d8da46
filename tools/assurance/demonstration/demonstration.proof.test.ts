import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { fillDemonstration } from './demonstration.ts'
import { USUAL_PLAN } from './usual-plan.ts'

const projectFolder = fileURLToPath(new URL('../../../../../', import.meta.url))
/** A banking day of any year. */
const NOW = new Date('2027-06-16T15:00:00-04:00')

test('a demonstration has loans in every status, and something in every review and queue', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'dolphin-demonstration-'))
  try {
    const plan = { ...USUAL_PLAN, dataDir, projectFolder, now: NOW, onDay: () => undefined }
    const { empty, loans } = await fillDemonstration(plan)
    expect(empty).toEqual([])
    expect(loans).toBeGreaterThanOrEqual(USUAL_PLAN.borrowers)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}, 1_800_000)
