import { rm } from 'node:fs/promises'
import { migrateDatabase } from '@dolphin/database/migrate'
import { openDatabase } from '@dolphin/database/driver/open'
import { addDays, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { dateIn, instantOf, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { TestDatabasePlace } from '@dolphin/testkit/test-database'
import { dataPaths, readConfig } from '@dolphin/api/config/config'
import { openKeyRing } from '@dolphin/api/security/keys'
import { noiaRoundJob } from '@dolphin/api/modules/applications/noia-round'
import { makeTestPlace } from '@dolphin/api/testing/api-fixture'
import type { SimulatedServer } from '../simulator/simulated-server.ts'
import { prepareSimulation } from '../simulator/simulation.ts'
import type { Begun } from './cases.ts'
import { emptyPlaces } from './coverage.ts'
import { comeByDay, demonstrationLife } from './lives.ts'
import { earlierCases } from './earlier-cases.ts'
import { makeOpenCases } from './open-cases.ts'
import { personOf } from './people.ts'

const SEED = 118
/** Odd files of the last days wait for employees. */
const LEFT_OPEN_DAYS = 6
/** The bank sends odd files twice: one week's are resolved, those of the last wait. */
const ODD_DAYS = 13
/** One in so many links the bank and signs by hand, with every paper; of the others both are left out. */
const BY_HAND_EVERY = 8
/** People of cases of the last weeks are counted from here on, behind those of the last day. */
const EARLIER_PEOPLE = 100
/** The last acts of the demonstration lie before the start of its server. */
const BEFORE_NOW_MS = 45 * 60_000

const MORNING = { hour: 10, minute: 0 } as const

/** What a demonstration is filled with. */
export interface DemonstrationPlan {
  /** The data folder of the server that will show it; its database does not exist yet. */
  readonly dataDir: string
  readonly projectFolder: string
  readonly borrowers: number
  readonly days: number
  /** The instant at which it ends: the start of its server. */
  readonly now: Date
  /** Told after each day, of how many. */
  readonly onDay: (day: number) => void
}

/** What came of it, for the line that tells. */
export interface FilledDemonstration {
  readonly loans: number
  readonly openCases: number
  /** What it was to have and has not; nothing where enough borrowers came over days enough. */
  readonly empty: readonly string[]
}

/**
 * Fills an empty embedded database with a lender's life until now: borrowers come by the site's own calls, the bank answers
 * by files, and on the last day cases of each kind wait for employees. Under the keys of the server that will show it.
 */
export async function fillDemonstration(plan: DemonstrationPlan): Promise<FilledDemonstration> {
  const { dataDir, projectFolder, borrowers, days, now, onDay } = plan
  const config = readConfig({ DOLPHIN_MODE: 'development', DATA_DIR: dataDir }, projectFolder)
  const home = await embeddedIn(dataPaths(dataDir).database)
  const place = { ...(await makeTestPlace(home)), dataDir, remove: () => Promise.resolve() }
  const from = addDays(dateIn(now, NEW_YORK), -days)
  const begun: Begun = {}
  const makeEarlier = earlierCases(borrowers + EARLIER_PEOPLE, begun)
  const simulation = await prepareSimulation(
    {
      loans: borrowers,
      days,
      from,
      seed: SEED,
      faults: false,
      oddFiles: true,
      leavesOpen: LEFT_OPEN_DAYS,
      oddDays: ODD_DAYS,
      byHandEvery: BY_HAND_EVERY,
      restsAtWeekends: true,
      isChecked: false,
      lifeAt: demonstrationLife,
      comeBy: comeByDay(borrowers, days),
      personAt: (index) => personOf(index, from),
      crashProgram: '',
      onDay: async (day) => {
        const { server } = simulation
        const { calendar } = server.api().deps
        const today = addDays(from, day - 1)
        // What falls on days on which the lender rests is done on the evening before them.
        const rest = calendar.next(today) - today - 1
        if (calendar.isBankingDay(today)) await makeEarlier(server.api(), days - day - rest)
        await lookAfterApplications(server, today)
        onDay(day)
      },
    },
    { place, keys: openKeyRing(config) },
  )
  try {
    const { broken } = await simulation.run()
    if (broken !== undefined) throw new Error(broken.violations.map(({ words }) => words).join('\n'))
    const { server } = simulation
    server.clock.set(new Date(now.getTime() - BEFORE_NOW_MS))
    const openCases = await makeOpenCases(server.api(), borrowers, begun)
    const { database } = server.api()
    const { rows } = await database.executeSql('select count(*)::int as loans from loans')
    return { loans: Number(rows[0]?.['loans']), openCases, empty: await emptyPlaces(database) }
  } finally {
    await simulation.close()
  }
}

/**
 * Those who left their application are reminded, and it is closed in the end, also on days on which the lender rests. The
 * server does it every few minutes.
 */
async function lookAfterApplications(server: SimulatedServer, day: LocalDate): Promise<void> {
  const { clock } = server
  if (dateIn(clock.now(), NEW_YORK) < day) clock.set(instantOf(day, MORNING, NEW_YORK))
  await noiaRoundJob(server.api().deps).run({})
}

/** The embedded database that the server will open. */
async function embeddedIn(directory: string): Promise<TestDatabasePlace> {
  await rm(directory, { recursive: true, force: true })
  return {
    engine: 'embedded',
    location: { directory },
    async open(options = {}) {
      const database = await openDatabase({ directory, engineThread: 'own', ...options })
      await migrateDatabase(database)
      return database
    },
    remove: () => Promise.resolve(),
  }
}
