import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { say } from '../../../scripts/setup/step.mjs'
import { openBenchDatabase } from './bench-database.mjs'
import { startMeasuredServer } from './measured-server.mjs'
import { summarize } from './open-loop.mjs'
import { storeResult, loadNow } from './results.mjs'
import { buildWork, inOwnProcess } from './work-process.mjs'

const SIGNATURES = 100
const QUICK_SIGNATURES = 3
const GOAL_MS = 250

/** Two nodes of one database: a borrower signs on one, the page is open on the other. */
export async function benchTickets({ quick }) {
  const load = loadNow()
  const signatures = quick ? QUICK_SIGNATURES : SIGNATURES
  const module = await buildWork('tools/assurance/bench/journey-work.ts')
  const database = await openBenchDatabase()
  // Nodes share keys and files, as in a real deployment.
  const dataFolder = mkdtempSync(join(tmpdir(), 'dolphin-bench-'))
  const nodes = []
  try {
    for (let node = 0; node < 2; node += 1)
      nodes.push(await startMeasuredServer({ databaseUrl: database.url, dataFolder }))
    say(
      `\n${signatures} borrowers plan their loans, then sign one after the other on one node, heard on the other`,
    )
    const ports = nodes.map(({ port }) => port)
    const took = await inOwnProcess(module, 'signAcross', { ports, signatures })
    const answered = summarize(took.map(({ sinceAnswered: ms }) => ({ ms })))
    const asked = summarize(took.map(({ sinceAsked: ms }) => ({ ms })))
    const figures = [
      { name: "from the signature's answer to the ticket, p50", value: answered.p50, unit: 'ms' },
      {
        name: "from the signature's answer to the ticket, p99",
        value: answered.p99,
        unit: 'ms',
        goal: { atMost: GOAL_MS },
        note: '0: the ticket came first',
      },
      { name: 'from the request to sign to the ticket, p50', value: asked.p50, unit: 'ms' },
      { name: 'from the request to sign to the ticket, p99', value: asked.p99, unit: 'ms' },
    ]
    storeResult('tickets', {
      plan: `${signatures} signatures, two nodes; ${database.version}.`,
      load,
      figures,
    })
  } finally {
    for (const node of nodes) await node.stop()
    await database.close()
    rmSync(dataFolder, { recursive: true, force: true })
    rmSync(module, { force: true })
  }
}
