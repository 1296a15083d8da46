import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '@dolphin/database/driver/open'
import { federalReserveCalendar } from '@dolphin/domain/calendar/testing/federal-reserve-calendar'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { dataPaths, readConfig } from '@dolphin/api/config/config'
import { openLivePortfolios } from '@dolphin/api/modules/portfolios/live-portfolios'
import { loadPortfolios } from '@dolphin/api/modules/portfolios/portfolio-catalog'
import { moneyViolations } from '@dolphin/api/testing/money-invariants'
import { wallClock } from '@dolphin/api/wall-clock'
import { fillDemonstration } from './demonstration.ts'
import { USUAL_PLAN } from './usual-plan.ts'

const projectFolder = fileURLToPath(new URL('../../../', import.meta.url))
/** A banking day of any year. */
const NOW = new Date('2027-06-16T15:00:00-04:00')

test('a demonstration has loans in every status, and something in every review and queue', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'dolphin-demonstration-'))
  try {
    const plan = { ...USUAL_PLAN, dataDir, projectFolder, now: NOW, onDay: () => undefined }
    const { empty, loans } = await fillDemonstration(plan)
    expect(empty).toEqual([])
    expect(loans).toBeGreaterThanOrEqual(USUAL_PLAN.borrowers)
    await lookAtMoney(dataDir)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}, 1_800_000)

/** All money of it adds up, and nothing is stranded but the one loan that was left at its review on purpose. */
async function lookAtMoney(dataDir: string): Promise<void> {
  const config = readConfig({ DOLPHIN_MODE: 'development', DATA_DIR: dataDir }, projectFolder)
  const database = await openDatabase({ directory: dataPaths(dataDir).database })
  try {
    const portfolios = await openLivePortfolios({
      config,
      clock: wallClock,
      log: pino({ level: 'silent' }),
      database,
      portfolios: loadPortfolios(config.portfoliosDir),
    })
    const calendar = federalReserveCalendar()
    expect(await moneyViolations({ portfolios, calendar }, database.db)).toEqual([])
    const { rows } = await database.executeSql(
      "select portfolio_id from work_items where kind = 'strandedLoan'",
    )
    expect(rows).toEqual([{ portfolio_id: 110 }])
  } finally {
    await database.close()
  }
}
