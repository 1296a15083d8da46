import { assert } from '@dolphin/domain/assert'
import { FAULT_POINTS, type FaultPoint } from './fault-points.ts'
import { type Chance, seededChance } from '../simulator/chance.ts'
import type { LenderServer } from './lender-server.ts'
import type { LenderAnswer, LenderOrder, TakenStep, Trap } from './lender-orders.ts'
import type { Life } from './life.ts'
import { FAULT_POINTS_OF, type Step, type StepKind } from './life-steps.ts'

/** What is killed at a mark: the lender's process alone, or with the database in it, or PostgreSQL and the process. */
export type Victim = 'process' | 'embedded process' | 'database'

/** Kills to make. */
export interface CrashPlan {
  readonly victim: Victim
  /** So many; undefined for one at each of the marks. */
  readonly kills: number | undefined
  readonly seed: number
  /** Where to kill: every mark, a family of them, or the one that shows again what was found. */
  readonly marks: readonly FaultPoint[]
  readonly onKill: (kills: number) => void
}

/** Where something was amiss: which kill of which step showed it. */
export interface CrashFinding {
  /** Where the last kill was; undefined where the step went wrong without one. */
  readonly faultPoint: FaultPoint | undefined
  readonly step: Step
  readonly faults: readonly string[]
}

export interface CrashOutcome {
  readonly plan: CrashPlan
  readonly hits: ReadonlyMap<FaultPoint, number>
  readonly kills: number
  readonly lives: number
  readonly minutes: number
  readonly found: CrashFinding | undefined
}

/** Lives in a row that may pass without a kill before the rest of the marks is given up. */
const MOST_LIVES_IN_VAIN = 2
/** One step in so many is killed a second time, while it is taken again. */
const AGAIN_IN = 4
/** With one kill at every mark, of a step that a job takes: one more, and the queue gives the job up. */
const MOST_OF_A_JOB = 4
/** What a borrower asks for is asked for until there is an answer. */
const ASKED_FOR: readonly StepKind[] = ['sign', 'change']

/** Where a mail may be at the mail host without a note of it. */
const IN_DOUBT: readonly FaultPoint[] = [
  'notices: sent, before it is noted',
  'notices: noted, before the commit',
]

interface Counting {
  readonly plan: CrashPlan
  readonly lenderServer: LenderServer
  readonly chance: Chance
  readonly hits: Map<FaultPoint, number>
  kills: number
}

/**
 * Lets borrowers live from the signature to a payment that comes back, kills the lender in every step at a mark that
 * was hit least, starts it again on what is left, and checks it before and after the step is taken once more. Ends with
 * the first thing amiss.
 */
export async function crashAtFaultPoints(lenderServer: LenderServer, plan: CrashPlan): Promise<CrashOutcome> {
  const hits = new Map<FaultPoint, number>(FAULT_POINTS.map((faultPoint) => [faultPoint, 0]))
  const counting: Counting = { plan, lenderServer, chance: seededChance(plan.seed), hits, kills: 0 }
  const begunAt = performance.now()
  let lives = 0
  let found: CrashFinding | undefined
  for (let inVain = 0; !isDone(counting) && found === undefined && inVain < MOST_LIVES_IN_VAIN; ) {
    const before = counting.kills
    found = await liveOnce(counting, lives)
    lives += 1
    inVain = counting.kills === before ? inVain + 1 : 0
  }
  const minutes = (performance.now() - begunAt) / 60_000
  return { plan, hits, kills: counting.kills, lives, minutes, found }
}

const isDone = ({ plan, hits, kills }: Counting): boolean =>
  plan.kills === undefined
    ? plan.marks.every((faultPoint) => (hits.get(faultPoint) ?? 0) > 0)
    : kills >= plan.kills

async function liveOnce(counting: Counting, number: number): Promise<CrashFinding | undefined> {
  const { lenderServer } = counting
  const begun = await alive(lenderServer, { do: 'begin' })
  let { life } = begun
  if (life === null) throw new Error(`no borrower comes as far as to sign: ${begun.faults.join()}`)
  for (const [index, step] of life.steps.entries()) {
    if (isDone(counting)) return undefined
    const lived = await liveStep(counting, life, step, [number, index])
    if ('faults' in lived) return lived
    life = lived
  }
  return undefined
}

async function liveStep(
  counting: Counting,
  begun: Life,
  step: Step,
  place: readonly [life: number, index: number],
): Promise<Life | CrashFinding> {
  const { lenderServer, chance } = counting
  let life = begun
  let tries = 0
  let last: FaultPoint | undefined
  const { faults } = await alive(lenderServer, { do: 'arrange', life, step, tries })
  if (faults.length > 0) return { faultPoint: last, step, faults }
  for (const faultPoint of faultPointsFor(counting, step, place)) {
    const killed = await kill(counting, { life, step, tries }, faultPoint)
    if (!killed.isHit && killed.faults.length === 0) continue
    if (killed.isHit) last = faultPoint
    tries += 1
    if (IN_DOUBT.includes(faultPoint)) life = { ...life, mailsInDoubt: life.mailsInDoubt + 1 }
    const seen = killed.isHit ? await alive(lenderServer, { do: 'look', life, step, tries }) : killed
    if (seen.faults.length > 0) return { faultPoint: last, step, faults: seen.faults }
  }
  // Once signed, the borrower may go away and leave the rest to the jobs.
  const jobsFirst = step.kind === 'sign' && tries > 0 && chance('jobs first', ...place) < 1 / 2
  const done = await alive(lenderServer, { do: 'finish', life, step, tries, jobsFirst })
  if (done.faults.length > 0) return { faultPoint: last, step, faults: done.faults }
  assert(done.life !== null, 'a step ends with the life that took it')
  return done.life
}

/** The marks of a step that were hit least, in the order in which it passes them. */
function faultPointsFor(
  { plan, hits, chance }: Counting,
  step: Step,
  place: readonly number[],
): FaultPoint[] {
  const passed = FAULT_POINTS_OF[step.kind].filter((faultPoint) => plan.marks.includes(faultPoint))
  if (plan.marks.length === 1) return passed
  const isEach = plan.kills === undefined
  const open = isEach ? passed.filter((faultPoint) => hits.get(faultPoint) === 0) : passed
  const isAgain = chance('again', ...place) < 1 / AGAIN_IN
  const mostOfEach = ASKED_FOR.includes(step.kind) ? passed.length : MOST_OF_A_JOB
  const most = isEach ? mostOfEach : isAgain ? 2 : 1
  const rank = (faultPoint: FaultPoint): number =>
    (hits.get(faultPoint) ?? 0) + chance('mark', faultPoint, ...place)
  const chosen = open.toSorted((left, right) => rank(left) - rank(right)).slice(0, most)
  return passed.filter((faultPoint) => chosen.includes(faultPoint))
}

interface Killed {
  readonly isHit: boolean
  /** Why it could not be taken at all. */
  readonly faults: readonly string[]
}

/** Takes a step with a trap at a mark; whether it was passed. */
async function kill(counting: Counting, taken: TakenStep, faultPoint: FaultPoint): Promise<Killed> {
  const { plan, lenderServer, hits } = counting
  const trap: Trap = { faultPoint, postmaster: plan.victim === 'database' ? lenderServer.postmaster() : null }
  const answer = await lenderServer.ask({ do: 'take', ...taken, trap })
  if (answer !== 'killed') return { isHit: false, faults: answer.faults }
  hits.set(faultPoint, (hits.get(faultPoint) ?? 0) + 1)
  counting.kills += 1
  plan.onKill(counting.kills)
  return { isHit: true, faults: [] }
}

async function alive(lenderServer: LenderServer, order: LenderOrder): Promise<LenderAnswer> {
  const answer = await lenderServer.ask(order)
  assert(answer !== 'killed', 'a server without a fault point is not killed')
  return answer
}
