import { type CallTally, casesOf, validShare } from './call-tally.ts'
import type { Finding, FuzzOutcome } from './fuzz-calls.ts'

/** At least so many of a call's requests pass its schemas. Source: issue "Proof" 5. */
const LEAST_VALID_PERCENT = 40

const SHOWN_FINDINGS = 40
const SHOWN_LENGTH = 4_000

/** Calls of which too few requests passed validation. */
export const tooFewValid = ({ tallies }: FuzzOutcome): readonly CallTally[] =>
  tallies.filter((tally) => validShare(tally) < LEAST_VALID_PERCENT)

const CLASSES = ['2xx', '3xx', '401/403', '404/409', '422', 'other 4xx', 'closed'] as const

function classOf(answer: number): (typeof CLASSES)[number] | '5xx' {
  if (answer === 0 || (answer >= 500 && answer < 600)) return '5xx'
  if (answer >= 1_000) return 'closed'
  if (answer < 300) return '2xx'
  if (answer < 400) return '3xx'
  if (answer === 401 || answer === 403) return '401/403'
  if (answer === 404 || answer === 409) return '404/409'
  return answer === 422 ? '422' : 'other 4xx'
}

function row(tally: CallTally): string {
  const count = (name: string) =>
    [...tally.answers]
      .filter(([answer]) => classOf(answer) === name)
      .reduce((sum, [, times]) => sum + times, 0)
  const cells = [casesOf(tally), `${validShare(tally)} %`, tally.reached, ...CLASSES.map(count), count('5xx')]
  return `  ${tally.name.padEnd(36)}${cells.map((cell) => String(cell).padStart(11)).join('')}`
}

/** Calls, how many requests each got, and how they were answered; then what was found, each with how to see it again. */
export function fuzzTable(outcome: FuzzOutcome): readonly string[] {
  const { tallies, findings } = outcome
  const heads = ['cases', 'valid', 'reached', ...CLASSES, '5xx/none']
  const total = tallies.reduce((sum, tally) => sum + casesOf(tally), 0)
  const valid = tallies.reduce((sum, tally) => sum + tally.kinds.valid, 0)
  return [
    `  ${'call'.padEnd(36)}${heads.map((head) => head.padStart(11)).join('')}`,
    ...tallies.map(row),
    `${total} requests to ${tallies.length} targets, ${Math.round((100 * valid) / total)} % of them pass validation`,
    ...tooFewValid(outcome).map(({ name }) => `TOO FEW VALID: ${name}`),
    findings.length === 0 ? 'Nothing was found.' : `${findings.length} FINDINGS`,
    ...findings.slice(0, SHOWN_FINDINGS).map((finding) => findingText(outcome, finding)),
  ]
}

/** One finding with its request and the line that leads to it again. */
export function findingText({ plan }: FuzzOutcome, { target, round, index, what, detail }: Finding): string {
  const again = `Again: npm run proof:fuzz -- --cases ${plan.cases} --seed ${plan.seed}${plan.only === undefined ? '' : ` --call ${plan.only.join(',')}`}`
  return `${target}, round ${round}, case ${index}: ${what}\n${detail.slice(0, SHOWN_LENGTH)}\n${again}\n`
}
