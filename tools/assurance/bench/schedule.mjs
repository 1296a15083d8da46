import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { PROJECT_ROOT, say } from '../../../scripts/setup/step.mjs'

const GOAL_PER_SECOND = 20_000
const INSTALLMENTS = 26
const WARM_UP_MS = 500
const ROUNDS = 5
const BATCH = 512

/** The work as one module: the sources are TypeScript and Node need not know it. */
async function loadWork(folder) {
  const outfile = join(folder, 'schedule-work.mjs')
  await build({
    entryPoints: [join(PROJECT_ROOT, 'tools/assurance/bench/schedule-work.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    logLevel: 'error',
  })
  return (await import(pathToFileURL(outfile).href)).scheduleWork()
}

/**
 * The least that any exact schedule and APR must do: per installment one multiplication and one half-up division of
 * whole cents, and one of numbers as wide as the APR's.
 */
function floorWork() {
  const wide = 10n ** 40n
  const factor = wide - 10n ** 38n
  return (number) => {
    let balance = BigInt(20_000 + number)
    let power = wide
    for (let installment = 0; installment < INSTALLMENTS; installment += 1) {
      balance += (2n * balance * 260n * 14n + 36_500n) / 73_000n
      power = (power * factor) / wide
    }
    return balance + power
  }
}

const processorMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** How often the work is done in a second of processor time, so that others on the machine do not count: the median. */
function perSecond(work, milliseconds) {
  const rates = []
  let number = 0
  const run = (duration) => {
    const start = processorMs()
    let done = 0
    let used = 0
    do {
      for (let one = 0; one < BATCH; one += 1) work((number += 1))
      done += BATCH
      used = processorMs() - start
    } while (used < duration)
    return (done / used) * 1000
  }
  run(WARM_UP_MS)
  for (let round = 0; round < ROUNDS; round += 1) rates.push(run(milliseconds / ROUNDS))
  return rates.toSorted((left, right) => left - right)[Math.floor(ROUNDS / 2)]
}

/** Prints how many schedules with their APR one core makes in a second, beside bare arithmetic of the same count. */
export async function benchSchedule({ seconds }) {
  const folder = mkdtempSync(join(tmpdir(), 'dolphin-schedule-'))
  try {
    const work = await loadWork(folder)
    const rate = perSecond(work, seconds * 1000)
    const floor = perSecond(floorWork(), seconds * 1000)
    const whole = (number) => Math.round(number).toLocaleString('en-US')
    say(`schedule, dates and APR of ${INSTALLMENTS} installments: ${whole(rate)} a second on one core`)
    say(`  goal ${whole(GOAL_PER_SECOND)}: ${rate >= GOAL_PER_SECOND ? 'met' : 'NOT met'}`)
    say(
      `  bare arithmetic of ${INSTALLMENTS} steps: ${whole(floor)} a second, ${(floor / rate).toFixed(1)} times as fast`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
