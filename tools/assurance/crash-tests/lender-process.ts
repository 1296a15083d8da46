import { assert } from '@dolphin/domain/assert'
import { FakeClock } from '@dolphin/testkit/fake-clock'
import { type FaultPoint, faultPointsIn } from './fault-points.ts'
import { startTestApi, type TestApi } from '@dolphin/api/testing/api-fixture'
import { childrenOf, die, signal } from '@dolphin/api/testing/process-tree'
import { beginLife } from './begin-life.ts'
import { faultsAtRest, faultsWhenDone } from './lender-checks.ts'
import type { LenderAnswer, LenderOrder, TakenStep, Trap } from './lender-orders.ts'
import { openLenderPlace } from './lender-place.ts'
import type { Life } from './life.ts'
import { mailHostSender } from './mail-host.ts'
import { watchedServer } from './watched-ports.ts'
import { arrangeStep, finishJobs, moveClock, takeStep } from './take-step.ts'

/** The lender's server in this process, which waits with its modules loaded until it is to be started. */
let running: TestApi | undefined
let trap: Trap | undefined

/** Dies where it is to die, as by a power cut. */
function passFaultPoint(faultPoint: FaultPoint): void {
  if (trap?.faultPoint !== faultPoint) return
  if (trap.postmaster !== null) killServer(trap.postmaster)
  die()
}

/** Kills the postmaster first: it must not restart a backend or close connections in order. */
function killServer(postmaster: number): void {
  const backends = childrenOf(postmaster)
  for (const pid of [postmaster, ...backends]) signal(pid, 'SIGKILL')
}

async function start({ place, seed }: Extract<LenderOrder, { do: 'start' }>): Promise<void> {
  const mail = mailHostSender(place.dataDir)
  const server = { place: openLenderPlace(place, seed), clock: new FakeClock(), mail }
  running = await startTestApi(watchedServer(server, faultPointsIn(passFaultPoint)))
}

function server(): TestApi {
  assert(running !== undefined, 'the server was started')
  return running
}

async function finish({
  life,
  step,
  tries,
  jobsFirst,
}: TakenStep & { jobsFirst: boolean }): Promise<LenderAnswer> {
  const api = server()
  await moveClock(api, step, tries)
  // A borrower who went away: what was begun is done all the same.
  if (jobsFirst) await finishJobs(api)
  const taken = await takeStep(api, life, step)
  const again = await takeStep(api, taken, step)
  await finishJobs(api)
  return { life: taken, faults: [...otherAnswers(taken, again), ...(await faultsWhenDone(api, taken))] }
}

/** The same request again is answered the same. */
function otherAnswers(first: Life, again: Life): string[] {
  const isSame =
    JSON.stringify([first.signed, first.changed]) === JSON.stringify([again.signed, again.changed])
  return isSame ? [] : ['answer the same request was answered otherwise']
}

/** Carries out one order. */
export async function obey(order: LenderOrder): Promise<LenderAnswer> {
  switch (order.do) {
    case 'start':
      await start(order)
      return { life: null, faults: [] }
    case 'begin':
      return { life: await beginLife(server()), faults: [] }
    case 'arrange':
      await arrangeStep(server(), order.life, order.step)
      return { life: order.life, faults: [] }
    case 'take':
      await moveClock(server(), order.step, order.tries)
      ;({ trap } = order)
      await takeStep(server(), order.life, order.step)
      trap = undefined
      return { life: order.life, faults: [] }
    case 'look':
      await moveClock(server(), order.step, order.tries)
      return { life: order.life, faults: await faultsAtRest(server(), order.life) }
    case 'finish':
      return await finish(order)
  }
}
