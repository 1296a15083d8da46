import { localDate } from '@dolphin/domain/calendar/local-date'
import { buildWorker } from '@dolphin/integrations/worker/build-worker'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { KILL_PROGRAM } from '../crash-tests/money-process-build.ts'
import { PACKAGES_LEFT_OUT } from '@dolphin/api/testing/packages-left-out'
import { seededChance } from './chance.ts'
import { LEAST_SHARE, missingShares } from './funnel.ts'
import { ODD_KINDS } from './odd-files.ts'
import { reportPage } from './report-page.ts'
import { prepareSimulation, type RunningSimulation, type SimulationPlan } from './simulation.ts'
import { readReport } from './simulation-report.ts'
import { sameDaysAgain, simulationTable } from './simulation-table.ts'

const FROM = localDate(2026, 3, 3)
/** With it the mail host is away on three evenings in a row: June 26, 29 and 30. */
const THREE_EVENINGS = { seed: 13, from: localDate(2026, 6, 1), days: 30 }
/** With it the mail host is away from the first evening on. */
const REFUSED_SEED = 5

let crashProgram: string
let simulation: RunningSimulation | undefined

beforeAll(async () => {
  crashProgram = await buildWorker(KILL_PROGRAM, PACKAGES_LEFT_OUT)
})
afterEach(async () => {
  await simulation?.close()
  simulation = undefined
})

async function simulate(plan: Omit<SimulationPlan, 'from' | 'crashProgram'> & Partial<SimulationPlan>) {
  simulation = await prepareSimulation({ from: FROM, ...plan, crashProgram })
  const outcome = await simulation.run()
  return { outcome, db: simulation.server.api().database.db }
}

test('ten lives with faults: processes are killed, files late, malformed and repeated, and all holds (domain.md §13)', async ({
  annotate,
}) => {
  const { outcome, db } = await simulate({ loans: 10, days: 52, seed: 7, faults: true, byHandEvery: 5 })
  expect(outcome.broken).toBeUndefined()
  const done = outcome.faults.filter(({ injected }) => injected > 0)
  await annotate(done.map(({ kind, injected }) => `${injected} × ${kind}`).join('; '))
  expect(done.length).toBeGreaterThanOrEqual(5)
  expect(done.filter(({ injected, survived }) => survived < injected)).toEqual([])
  expect([...outcome.kills.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(2)
  // Names such as those of the marks are long; each stands apart from its figure.
  const rows = (await simulationTable(db, outcome)).filter((line) => line.startsWith('  '))
  expect(rows.filter((line) => !/\S {2,}\S/.test(line))).toEqual([])
  const report = await readReport(db, outcome)
  const count = (name: string) => report.funnel.find((stage) => stage.name === name)?.count
  for (const name of ['declined', 'a payment came back as R01', 'rescinded', 'revoked automatic payments'])
    expect(count(name), name).toBeGreaterThan(0)
  const page = reportPage(report, outcome)
  expect(page).toContain(sameDaysAgain(outcome))
  // One file that shows itself: nothing runs in it and nothing is fetched.
  expect(page).not.toMatch(/<script|<link|src=|url\(|https?:/)
}, 900_000)

test('a bank that sends every kind of odd file each week: two employees apply, send back or ignore every exception, and all holds', async () => {
  const { outcome } = await simulate({
    loans: 9,
    days: 24,
    seed: 7,
    faults: false,
    oddFiles: true,
    byHandEvery: 9,
  })
  expect(outcome.broken).toBeUndefined()
  expect([...outcome.odd.keys()]).toEqual(ODD_KINDS)
  expect([...outcome.resolved.keys()].toSorted()).toEqual(['apply', 'ignore', 'sendBack'])
  const counts = [...outcome.resolved.values()]
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(ODD_KINDS.length)
  expect(outcome.contested).toBeGreaterThan(0)
}, 600_000)

test('what a killed process should still have sent goes out, though nothing else is sent for days', async () => {
  const { outcome } = await simulate({
    loans: 2,
    days: 15,
    seed: 52,
    firstLife: 104,
    faults: true,
    byHandEvery: 10,
  })
  expect(outcome.broken).toBeUndefined()
  expect([...outcome.kills.keys()]).toEqual(['settlement: booked, before the commit'])
}, 600_000)

test('a notice refused on three evenings in a row goes out in a morning between them', async () => {
  const { outcome } = await simulate({
    ...THREE_EVENINGS,
    loans: 3,
    faults: true,
    byHandEvery: 8,
    firstLife: 1,
  })
  expect(outcome.broken).toBeUndefined()
}, 600_000)

test('a run that ends while the mail host refuses everything is reported to its end', async () => {
  const { outcome, db } = await simulate({
    loans: 1,
    days: 1,
    seed: REFUSED_SEED,
    faults: true,
    byHandEvery: 2,
  })
  expect(outcome.faults.find(({ kind }) => kind === 'mail refused')?.injected).toBeGreaterThan(0)
  expect((await simulationTable(db, outcome)).at(-1)).toBe('Invariants checked on 1 days: all whole')
}, 120_000)

test('a run of a hundred applications fails where a stage of the funnel has less than its share (issue "Proof" 1)', () => {
  const stage = (name: string, outOf: number, count: number) => ({ name, outOf, count, wanted: true })
  const funnel = [stage('applied', 100, 100), stage('declined', 100, 4), stage('rescinded', 90, 5)]
  expect(missingShares(funnel).map(({ name }) => name)).toEqual(['declined'])
  expect(missingShares(funnel.map((one) => ({ ...one, count: one.count * LEAST_SHARE })))).toEqual([])
})

test('the same seed draws the same chances, another seed others', () => {
  const [one, again, other] = [seededChance(7), seededChance(7), seededChance(8)]
  const drawn = (chance: typeof one) => Array.from({ length: 20 }, (_, index) => chance('debit', index))
  expect(drawn(one)).toEqual(drawn(again))
  expect(drawn(one)).not.toEqual(drawn(other))
  expect(drawn(one).every((value) => value >= 0 && value < 1)).toBe(true)
})
