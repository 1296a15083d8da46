import { findWorkItem, type WorkItem } from '@dolphin/database/work-items/work-item-repository'
import { putOffWorkItem } from '@dolphin/database/work-items/work-item-taking'
import type { CallRequest } from '@dolphin/contract/call'
import type { putOffWorkItemCall } from '@dolphin/contract/work-items'
import { formatLocalDate, type LocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { ok } from '@dolphin/domain/outcome'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import { dateIn, NEW_YORK } from '@dolphin/domain/time/new-york'
import {
  canBePutOff,
  dueAfterPuttingOff,
  MOST_BANKING_DAYS_OFF,
  type PutOffFault,
  putOffFault,
} from '@dolphin/domain/work-items/putting-off'
import { WORK_ITEM_RULES } from '@dolphin/domain/work-items/work-item-rules'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { refuseIfHeld } from './taking.ts'
import { audit, type WorkItemDeps } from './work-item-service.ts'

type Order = CallRequest<typeof putOffWorkItemCall>['body'] & { readonly by: string }

const FAULTS: Readonly<Record<PutOffFault, Localized>> = {
  notLater: { en: 'Pick a day after today.', es: 'Elija un día después de hoy.' },
  notBankingDay: { en: 'Pick a banking day.', es: 'Elija un día bancario.' },
  tooFar: {
    en: `Pick a day within ${MOST_BANKING_DAYS_OFF} banking days.`,
    es: `Elija un día dentro de ${MOST_BANKING_DAYS_OFF} días bancarios.`,
  },
  afterDue: {
    en: 'Law says by when this is done. Pick a day not after its due day.',
    es: 'La ley dice hasta cuándo se hace. Elija un día que no pase de su fecha límite.',
  },
}

/**
 * Puts an open item whose cause is still there off to a day, with what was done, and frees it; both stand in the audit.
 * It stays open: on that day it is in the queue again, and before it only by name. Errors: `notFound`, `workItemOver`,
 * `workItemHeld`, `workItemTakesTwo`, `workItemNotPutOff`, `dateNotAvailable`. Source: docs/decisions/work-items.md.
 */
export async function putOff(
  deps: WorkItemDeps,
  unit: UnitOfWork,
  { workItemNo, outcome, note, nextDay: asked, by }: Order,
): Promise<Result<WorkItem>> {
  const item = await findWorkItem(unit.tx, workItemNo)
  if (item === undefined) return refuse('notFound')
  if (item.closedAt !== null) return refuse('workItemOver')
  const free = await refuseIfHeld(unit, item, by)
  if (!free.ok) return free
  const { kind, due } = item
  if (WORK_ITEM_RULES[kind].ends === 'byTwo') return refuse('workItemTakesTwo')
  if (!canBePutOff(kind)) return refuse('workItemNotPutOff')
  const nextDay = parseLocalDate(asked)
  const today = todayOf(deps, unit, item)
  const fault =
    nextDay === undefined ? 'notBankingDay' : putOffFault({ kind, due, nextDay, today }, deps.calendar)
  if (nextDay === undefined || fault !== undefined)
    return refuse('dateNotAvailable', {
      errors: [{ elementKey: 'nextDay', message: FAULTS[fault ?? 'notLater'] }],
    })
  const moved = dueAfterPuttingOff({ kind, due, nextDay, today })
  const rests = await putOffWorkItem(unit.tx, item, {
    by,
    at: unit.now,
    outcome,
    note,
    comesBackOn: nextDay,
    due: moved,
  })
  if (rests === undefined) return refuse('workItemOver')
  const more = { outcome, note, nextDay: formatLocalDate(nextDay) }
  await audit(unit, rests, { action: 'workItemPutOff', actor: by, more })
  return ok(rests)
}

const todayOf = ({ portfolios }: WorkItemDeps, { now }: UnitOfWork, { portfolioId }: WorkItem): LocalDate =>
  dateIn(now, portfolios.byId(portfolioId)?.portfolio.timeZone ?? NEW_YORK)
