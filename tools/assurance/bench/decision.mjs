import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { main, PROJECT_ROOT, say } from '../../../scripts/setup/step.mjs'

const TRANSACTIONS = 500
const GOAL_MS = 3
const WARM_UP = 200
const ROUNDS = 1_000

/** The work as one module: the sources are TypeScript and Node need not know it. */
async function loadWork(folder) {
  const outfile = join(folder, 'decision-work.mjs')
  await build({
    entryPoints: [join(PROJECT_ROOT, 'tools/assurance/bench/decision-work.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    logLevel: 'error',
  })
  return (await import(pathToFileURL(outfile).href)).decisionWork
}

/** Milliseconds of a decision's domain part, income facts included: median and 99th of a hundred. */
export async function benchDecision() {
  const folder = mkdtempSync(join(tmpdir(), 'dolphin-decision-'))
  try {
    const decisionWork = await loadWork(folder)
    const work = decisionWork(PROJECT_ROOT, TRANSACTIONS)
    for (let round = 0; round < WARM_UP; round += 1) work()
    const samples = Array.from({ length: ROUNDS }, () => {
      const start = performance.now()
      work()
      return performance.now() - start
    }).toSorted((left, right) => left - right)
    return { p50: samples[ROUNDS / 2], p99: samples[Math.floor(ROUNDS * 0.99)], outcome: work().outcome }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] === join(PROJECT_ROOT, 'tools/assurance/bench/decision.mjs')) {
  await main(async () => {
    const { p50, p99, outcome } = await benchDecision()
    say(
      `decision, domain part, ${TRANSACTIONS} transactions: p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms (goal ${GOAL_MS} ms; ${outcome})`,
    )
  })
}
