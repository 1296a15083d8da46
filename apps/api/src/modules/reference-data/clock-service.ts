import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { moveClockCall } from '@dolphin/contract/reference-data'
import type { BankCalendar } from '@dolphin/domain/calendar/bank-calendar'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { ok } from '@dolphin/domain/outcome'
import { dateIn, instantOf, isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import { type Result, refuse } from '../../refusal.ts'
import type { Deps } from '../../deps.ts'

type ClockView = CallReply<typeof moveClockCall>
type Move = CallRequest<typeof moveClockCall>['body']
type ClockDeps = Pick<Deps, 'clock' | 'calendar' | 'movableClock'>

/** After settlement at 08:30 and before every cut-off. */
const MORNING = { hour: 9, minute: 0 }

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

/** Moves a demonstration's clock forward. Error: `clockNotMovable`, also for any move back. */
export async function moveClock(deps: ClockDeps, move: Move): Promise<Result<ClockView>> {
  const now = deps.clock.now()
  const target = targetOf(deps.calendar, now, move)
  if (deps.movableClock === undefined || target < now) return refuse('clockNotMovable')
  await deps.movableClock.moveTo(target)
  return ok(readClock(deps))
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
