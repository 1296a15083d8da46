import { CRASH_MARKS } from '../../crash-marks.ts'
import { textTable } from '../../ops/text-table.ts'
import type { CrashOutcome } from './crash-proof.ts'

type Named = readonly [part: string, outcome: CrashOutcome]

/** Hits by mark, a column for each part, and how fast it went. */
export function crashTable(outcomes: readonly Named[]): string[] {
  const parts = outcomes.map(([part]) => part)
  const rows = CRASH_MARKS.map((mark) => [
    mark,
    ...outcomes.map(([, { hits }]) => String(hits.get(mark) ?? 0)),
  ])
  const speed = outcomes.map(
    ([part, { kills, lives, minutes }]) =>
      `${part}: ${kills} kills in ${lives} lives, ${minutes.toFixed(1)} min, ${(kills / minutes).toFixed(0)} a minute`,
  )
  return [textTable(['Mark', ...parts], rows), ...speed]
}

/** What is amiss: what a check found, and marks that no part has hit. */
export function foundLines(outcomes: readonly Named[], everyMark: boolean): string[] {
  const found = outcomes.flatMap(([part, outcome]) => findingLines(part, outcome))
  if (found.length > 0) return found
  const never = CRASH_MARKS.filter((mark) => outcomes.every(([, { hits }]) => (hits.get(mark) ?? 0) === 0))
  return everyMark ? never.map((mark) => `✗ never hit: ${mark}`) : []
}

function findingLines(part: string, { found, plan: { seed, victim } }: CrashOutcome): string[] {
  if (found === undefined) return []
  const { mark, step, faults } = found
  const kills =
    victim === 'database' ? '--database-kills' : part.includes('embedded') ? '--embedded-kills' : '--kills'
  return [
    `✗ ${part}: BROKEN after a kill at "${mark}", step ${step.kind} of ${step.at}`,
    ...faults.map((fault) => `    ${fault}`),
    `Again: npm run proof -- --seed ${seed} --mark "${mark}" ${kills} 9`,
  ]
}
