import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { moveClockCall, readClockCall } from '@dolphin/contract/reference-data'
import { assert } from '@dolphin/domain/assert'
import type { BankCalendar } from '@dolphin/domain/calendar/bank-calendar'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { type MomentOfDay, momentsBetween } from '@dolphin/domain/calendar/moments-of-day'
import { ok } from '@dolphin/domain/outcome'
import { dateIn, instantOf, isoInZone, NEW_YORK, parseTimeOfDay } from '@dolphin/domain/time/new-york'
import { type Result, refuse } from '../../refusal.ts'
import type { Deps } from '../../deps.ts'

type ClockView = CallReply<typeof readClockCall>
type Move = CallRequest<typeof moveClockCall>['body']
type ClockDeps = Pick<Deps, 'clock' | 'calendar' | 'movableClock'>
type LapseDeps = ClockDeps & {
  readonly portfolios: Pick<Deps['portfolios'], 'all'>
  readonly jobs: Pick<Deps['jobs'], 'runTimetable'>
}

/** After settlement at 08:30 and before every cut-off. */
const MORNING = { hour: 9, minute: 0 }
/** Settlement has passed. */
const SETTLED = { hour: 8, minute: 31 }
/** The batch goes out half an hour before its cut-off at the earliest. */
const BEFORE_CUT_OFF_MINUTES = 20
/** Rounds of one call: some days, so that a call does not take long. */
const MOST_ROUNDS = 16

/** The present time of the server in New York, where its money settles. */
export function readClock({ clock, calendar, movableClock }: ClockDeps): ClockView {
  const now = clock.now()
  const today = dateIn(now, NEW_YORK)
  return {
    now: isoInZone(now, NEW_YORK),
    aheadSeconds: Math.round((movableClock?.offsetMs() ?? 0) / 1_000),
    movable: movableClock !== undefined,
    timeZone: NEW_YORK,
    today: formatLocalDate(today),
    isBankingDay: calendar.isBankingDay(today),
    nextBankingDay: formatLocalDate(calendar.next(today)),
  }
}

export type Moved = CallReply<typeof moveClockCall>

/** A move that is planned. */
export interface Lapse {
  /**
   * Moves the clock from round to round and runs the timetable's jobs at each, as if that time had passed; where it stands
   * then. A round whose time came while those before were worked off is run late: the clock is never set back.
   */
  readonly run: () => Promise<Moved>
}

/**
 * Plans a move of a demonstration's clock: the rounds of the timetable that lie before the target, at most sixteen of
 * them, then the target itself. Error: `clockNotMovable`, also for any move back.
 */
export function planLapse(deps: LapseDeps, move: Move): Result<Lapse> {
  const { movableClock } = deps
  const now = deps.clock.now()
  const target = targetOf(deps.calendar, now, move)
  if (movableClock === undefined || target < now) return refuse('clockNotMovable')
  const passed = momentsBetween(roundsOfDay(deps), now, target, MOST_ROUNDS + 1)
  const reached = passed.length <= MOST_ROUNDS
  const steps = reached ? [...passed, target] : passed.slice(0, MOST_ROUNDS)
  return ok({
    async run() {
      for (const step of steps) {
        if (step > deps.clock.now()) await movableClock.moveTo(step)
        await deps.jobs.runTimetable()
      }
      return { ...readClock(deps), target: isoInZone(target, NEW_YORK), reached }
    },
  })
}

/** One after another, as they were asked for: each begins where the one before has ended, also where that failed. */
export function inTurn(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work, work)
    last = turn.catch(() => undefined)
    return turn
  }
}

/** The rounds of a day: settlement, the notices of the morning, and what each portfolio sends and has settled. */
function roundsOfDay({ portfolios }: LapseDeps): MomentOfDay[] {
  const ofPortfolios = portfolios.all.flatMap(({ portfolio: { timeZone, cutOff, sameDayCredits } }) => [
    momentOf(cutOff.batch, -BEFORE_CUT_OFF_MINUTES, timeZone),
    ...(sameDayCredits.offered
      ? [momentOf(cutOff.sameDay, 1, timeZone), momentOf(sameDayCredits.settlesAt, 1, NEW_YORK)]
      : []),
  ])
  return [...[SETTLED, MORNING].map((time) => ({ ...time, timeZone: NEW_YORK })), ...ofPortfolios]
}

function momentOf(text: string, minutesLater: number, timeZone: string): MomentOfDay {
  const at = parseTimeOfDay(text)
  assert(at !== undefined, 'a cut-off is a time as "14:00"')
  const minutes = Math.max(at.hour * 60 + at.minute + minutesLater, 0)
  return { hour: Math.floor(minutes / 60), minute: minutes % 60, timeZone }
}

function targetOf(calendar: BankCalendar, now: Date, move: Move): Date {
  switch (move.to) {
    case 'instant':
      return new Date(move.instant)
    case 'later':
      return new Date(now.getTime() + move.seconds * 1_000)
    case 'nextBankingDay':
      return instantOf(calendar.next(dateIn(now, NEW_YORK)), MORNING, NEW_YORK)
  }
}
