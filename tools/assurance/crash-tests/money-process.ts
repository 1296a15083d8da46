import { openDatabase } from '@dolphin/database/driver/open'
import { openSealed } from '@dolphin/api/security/object-keys'
import { federalReserveCalendar } from '@dolphin/domain/calendar/testing/federal-reserve-calendar'
import { createLocalFolderStore } from '@dolphin/integrations/objects/local-folder-store'
import { pino } from 'pino'
import { ticketBoard } from '@dolphin/api/channel/ticket-board'
import { dataPaths, readConfig } from '@dolphin/api/config/config'
import { createKeyRing, openFieldCipher, openRecordKeys } from '@dolphin/api/security/keys'
import { type FaultPointHook, faultPointsIn, type MoneyFaultPoint } from './fault-points.ts'
import { openWatched, watchedFolders } from './watched-ports.ts'
import type { MoneyDeps } from '@dolphin/api/deps'
import { runMoneyRound } from '@dolphin/api/modules/payments/timetable'
import { createNoticeOutbox } from '@dolphin/api/modules/notices/notice-outbox'
import { loadPortfolios } from '@dolphin/api/modules/portfolios/portfolio-catalog'
import { createFailedWork } from '@dolphin/api/modules/work-items/failed-work'
import { createUnitsOfWork } from '@dolphin/api/unit-of-work'
import { openLivePortfolios } from '@dolphin/api/modules/portfolios/live-portfolios'
import { systemRandom } from '@dolphin/api/wall-clock'
import { die } from '@dolphin/api/testing/process-tree'

/** Where a process that moves money works, and at which instant. */
export interface MoneyProcessOptions {
  /** A server's address, or a directory that no other process has open and the address of the engine's worker. */
  readonly database: { readonly url: string } | { readonly directory: string; readonly workerUrl: string }
  readonly dataDir: string
  readonly projectFolder: string
  readonly now: Date
  readonly faultPoint?: FaultPointHook
}

/**
 * What moving money takes, opened as the server opens it but without its pages, in a process that a test may kill or
 * measure. The keys are those of the test server. No worker runs here: what is queued waits for one.
 */
export async function openMoneyProcess({
  database: location,
  dataDir,
  projectFolder,
  now,
  faultPoint = () => undefined,
}: MoneyProcessOptions): Promise<MoneyDeps> {
  const config = readConfig({ DOLPHIN_MODE: 'test', DATA_DIR: dataDir }, projectFolder)
  const clock = { now: () => now }
  const log = pino({ level: 'error' })
  const passed = faultPointsIn(faultPoint)
  const place =
    'url' in location
      ? { url: location.url, poolSize: 4 }
      : { directory: location.directory, workerUrl: new URL(location.workerUrl) }
  const database = await openWatched((observers) => openDatabase({ ...observers, ...place }), passed)
  const { bank, objectFolder } = watchedFolders(dataDir, passed)
  const keys = createKeyRing(new Uint8Array(32).fill(1))
  const keyFolder = createLocalFolderStore(dataPaths(dataDir).recordKeys)
  const cipher = openFieldCipher(keys, systemRandom, openRecordKeys(keys, keyFolder))
  database.useRecordKeys(cipher)
  const portfolios = loadPortfolios(config.portfoliosDir)
  const jobs = {
    send: () => Promise.resolve(),
    nudge: () => undefined,
    tick: () => Promise.resolve(),
    runTimetable: () => Promise.resolve(),
    drain: () => Promise.resolve(0),
    retry: () => Promise.resolve(undefined),
  }
  const calendar = federalReserveCalendar()
  const units = createUnitsOfWork(database, clock)
  const live = await openLivePortfolios({ config, clock, log, database, portfolios })
  return {
    config,
    clock,
    log,
    database,
    cipher,
    keys,
    random: systemRandom,
    jobs,
    portfolios: live,
    calendar,
    failedWork: createFailedWork({ calendar, portfolios: live, units, database, log }),
    objects: openSealed(objectFolder, keyFolder, keys, systemRandom),
    units,
    notices: createNoticeOutbox({ cipher, random: systemRandom, jobs, config }),
    tickets: ticketBoard,
    bank,
    observability: { metrics: { roundFailed: () => undefined } },
  }
}

/** What a test asks of such a process: one round of money, killed as it passes a mark for the nth time. */
export interface MoneyRoundRequest extends Omit<MoneyProcessOptions, 'now' | 'faultPoint'> {
  readonly now: string
  readonly crashAt: MoneyFaultPoint
  readonly pass: number
}

/** Lives through a round in this process until the mark, and no further. A round that never passes it ends well. */
export async function runUntilCrashed({ now, crashAt, pass, ...place }: MoneyRoundRequest): Promise<void> {
  let passed = 0
  const parts = await openMoneyProcess({
    ...place,
    now: new Date(now),
    faultPoint(name) {
      if (name !== crashAt) return
      passed += 1
      if (passed === pass) die()
    },
  })
  await runMoneyRound(parts)
  await parts.database.close()
}
