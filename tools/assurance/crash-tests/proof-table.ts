import { FAULT_POINTS, type FaultPoint } from './fault-points.ts'
import { textTable } from '@dolphin/ops-cli/text-table'
import type { CrashOutcome } from './crash-proof.ts'

type Named = readonly [part: string, outcome: CrashOutcome]

/** Hits by mark, a column for each part, and how fast it went. */
export function crashTable(outcomes: readonly Named[]): string[] {
  const parts = outcomes.map(([part]) => part)
  const rows = FAULT_POINTS.map((faultPoint) => [
    faultPoint,
    ...outcomes.map(([, { hits }]) => String(hits.get(faultPoint) ?? 0)),
  ])
  const speed = outcomes.map(
    ([part, { kills, lives, minutes }]) =>
      `${part}: ${kills} kills in ${lives} lives, ${minutes.toFixed(1)} min, ${(kills / minutes).toFixed(0)} a minute`,
  )
  return [textTable(['Mark', ...parts], rows), ...speed]
}

/** What was asked for: at which marks, with which planted defect. */
interface Asked {
  readonly marks: readonly FaultPoint[]
  readonly plant: string | undefined
}

/** What is amiss: what a check found, and marks that no part has hit, though there were kills enough to hit each. */
export function foundLines(outcomes: readonly Named[], { marks, plant: seededDefect }: Asked): string[] {
  const found = outcomes.flatMap(([part, outcome]) => findingLines(part, outcome, seededDefect))
  if (found.length > 0) return found
  const isEnough = ({ plan: { kills } }: CrashOutcome) => kills === undefined || kills >= marks.length
  if (marks.length === 1 || !outcomes.some(([, outcome]) => isEnough(outcome))) return []
  const never = marks.filter((faultPoint) =>
    outcomes.every(([, { hits }]) => (hits.get(faultPoint) ?? 0) === 0),
  )
  return never.map((faultPoint) => `✗ never hit: ${faultPoint}`)
}

function findingLines(part: string, outcome: CrashOutcome, seededDefect: string | undefined): string[] {
  const { found, plan } = outcome
  if (found === undefined) return []
  const { faultPoint, step, faults } = found
  const after = faultPoint === undefined ? 'without a kill' : `after a kill at "${faultPoint}"`
  const again = [
    `--seed ${plan.seed}`,
    ...(faultPoint === undefined ? [] : [`--mark "${faultPoint}"`]),
    `${KILLS_OF[plan.victim]} ${AGAIN}`,
    ...(seededDefect === undefined ? [] : [`--plant ${seededDefect}`]),
  ]
  return [
    `✗ ${part}: BROKEN in step ${step.kind} of ${step.at}, ${after}`,
    ...faults.map((fault) => `    ${fault}`),
    `Again: npm run proof -- ${again.join(' ')}`,
  ]
}

const KILLS_OF = {
  process: '--kills',
  'embedded process': '--embedded-kills',
  database: '--database-kills',
} as const
/** Enough for a life that is killed at one mark wherever it passes it. */
const AGAIN = 5
