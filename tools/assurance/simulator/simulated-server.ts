import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { listMails } from '@dolphin/database/notices/mail-repository'
import { AWAITED_NOTICE_KINDS } from '@dolphin/domain/notices/notice-kind'
import type { MilitaryStatusProvider } from '@dolphin/integrations/military/provider'
import { SandboxMilitaryStatusProvider } from '@dolphin/integrations/military/sandbox-provider'
import { ProviderFailure } from '@dolphin/integrations/ibv/provider-failure'
import { FakeClock } from '@dolphin/testkit/fake-clock'
import type { TestDatabasePlace } from '@dolphin/testkit/test-database'
import {
  type FaultPoint,
  faultPointsIn,
  MONEY_FAULT_POINTS,
  type MoneyFaultPoint,
} from '../crash-tests/fault-points.ts'
import { watchedServer } from '../crash-tests/watched-ports.ts'
import type { MoneyDeps } from '@dolphin/api/deps'
import { makeTestPlace, startTestApi, type TestApi, type TestPlace } from '@dolphin/api/testing/api-fixture'
import type { MoneyRoundRequest } from '../crash-tests/money-process.ts'
import type { KeyRing } from '@dolphin/api/security/keys'
import { retryingClient } from '../retrying-client.ts'
import { TestClient } from '@dolphin/api/testing/test-client'
import { BrokenOff, type FaultBook } from './faults.ts'
import { faultyBank } from './faulty-bank.ts'
import { createSimulatedMailHost, type SimulatedMailHost } from './simulated-mail.ts'

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url))
const ENGINE_WORKER = new URL(
  '../../../packages/database/src/driver/embedded/pglite-worker.mjs',
  import.meta.url,
)
const BREAKS = 0.03
const OF_A_ROUND: ReadonlySet<FaultPoint> = new Set(MONEY_FAULT_POINTS)
const PROVIDER_FAILS = 0.15
/** Of those that somebody waits for; others may come by the hundred in one morning. */
const MAILS_LOOKED_AT = 60

/** The lender's server: it runs, is killed and runs again, and browsers find it as if it were the same. */
export interface SimulatedServer {
  readonly clock: FakeClock
  readonly mailHost: SimulatedMailHost
  readonly place: TestPlace
  /** The one that runs now. */
  api(): TestApi
  /** Does work that moves money, on a bank that may fail and with steps that may break off. */
  round(work: (money: MoneyDeps) => Promise<unknown>): Promise<void>
  /**
   * Stops the server, lives through a round of money in a process that is killed at a mark, and starts the server
   * again. Answers whether the mark was passed at all; if not, the round went well.
   */
  killedAt(faultPoint: MoneyFaultPoint): Promise<boolean>
  close(): Promise<void>
}

interface ServerDeps {
  readonly faults: FaultBook
  /** The next number by chance, from 0 up to but not 1; a sequence of its own. */
  readonly draw: () => number
  /** Runs a round as its one argument says: money-process-main.ts or what does the same. */
  readonly crashProgram: string
  /** The empty database that other servers used before, or a whole place; its own by default. */
  readonly home?: TestDatabasePlace | undefined
  readonly place?: TestPlace | undefined
  /** The server's keys; those of all tests by default. */
  readonly keys?: KeyRing | undefined
}

export async function startSimulatedServer(serverDeps: ServerDeps): Promise<SimulatedServer> {
  const { faults, draw, keys } = serverDeps
  const clock = new FakeClock()
  const place = serverDeps.place ?? (await makeTestPlace(serverDeps.home))
  const mailHost = createSimulatedMailHost(clock, faults)
  const military = faultyProvider(new SandboxMilitaryStatusProvider(place.random), faults, draw)
  const mail = mailHost.sender
  let isRound = false
  const passed = faultPointsIn((faultPoint) => {
    if (!faults.on || !isRound || !OF_A_ROUND.has(faultPoint) || draw() >= BREAKS) return
    faults.inject('step broken off at a mark')
    throw new BrokenOff('a step broke off')
  })
  const settings = { place, clock, military, mail, ...(keys === undefined ? {} : { keys }) }
  // Watching costs a tenth of a life without faults: every statement passes the marks, before and after.
  const start = () => startTestApi(faults.on ? watchedServer(settings, passed) : settings)
  let running = await start()
  const httpClient = retryingClient(() => running.app)
  const api = (): TestApi => ({
    ...running,
    client: (portfolioId = 118) => new TestClient(httpClient, portfolioId),
    async mailsTo(address) {
      await running.runJobs()
      const { database, deps } = running
      const awaited = await listMails(database.db, deps.cipher, MAILS_LOOKED_AT, AWAITED_NOTICE_KINDS)
      return awaited.filter(({ recipient }) => recipient === address)
    },
  })
  return {
    clock,
    mailHost,
    place,
    api,
    async round(work) {
      isRound = true
      try {
        await work({ ...running.deps, bank: faultyBank(running.deps.bank, faults, draw) })
      } finally {
        isRound = false
      }
    },
    async killedAt(faultPoint) {
      await running.close()
      try {
        return await liveUntilCrashed(serverDeps.crashProgram, requestOf(place, clock, faultPoint))
      } finally {
        running = await start()
      }
    },
    async close() {
      await running.close()
      await place.remove()
    },
  }
}

function requestOf(
  { home, dataDir }: TestPlace,
  clock: FakeClock,
  crashAt: MoneyFaultPoint,
): MoneyRoundRequest {
  const { location } = home
  const database = 'url' in location ? location : { ...location, workerUrl: ENGINE_WORKER.href }
  return { database, dataDir, projectFolder: PROJECT, now: clock.now().toISOString(), crashAt, pass: 1 }
}

async function liveUntilCrashed(program: string, request: MoneyRoundRequest): Promise<boolean> {
  return await new Promise((done, fail) => {
    const child = fork(program, [JSON.stringify(request)], { stdio: 'inherit', execArgv: [] })
    child.once('exit', (code, signal) => {
      if (signal === 'SIGKILL') done(true)
      else if (code === 0) done(false)
      else fail(new Error(`the process that was to be killed ended by itself with ${code}`))
    })
  })
}

/** The military database as it is on bad days. */
function faultyProvider(
  provider: MilitaryStatusProvider,
  faults: FaultBook,
  draw: () => number,
): MilitaryStatusProvider {
  return {
    async check(request, on) {
      const drawn = faults.on ? draw() : 1
      if (drawn < PROVIDER_FAILS) {
        const reason = drawn < PROVIDER_FAILS / 2 ? 'timeout' : 'unreachable'
        faults.inject(reason === 'timeout' ? 'provider timed out' : 'provider reset the connection')
        throw new ProviderFailure({ provider: 'military', operation: 'check', reason })
      }
      return await provider.check(request, on)
    },
  }
}
