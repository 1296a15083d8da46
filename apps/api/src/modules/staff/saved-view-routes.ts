import {
  listSavedViewCall,
  removeViewCall,
  renameViewCall,
  saveViewCall,
} from '@dolphin/contract/saved-views'
import { deleteSavedView } from '@dolphin/database/staff/saved-view-repository'
import { ok } from '@dolphin/domain/outcome'
import { operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { renameView, saveView, viewsOf } from './saved-views.ts'
import type { StaffDeps } from './staff-deps.ts'

/** The filters of lists that an employee named; each employee sees and changes their own alone. */
export function savedViewRoutes({ database }: Pick<StaffDeps, 'database'>): RouteDefinition[] {
  return [
    operationsRoute(listSavedViewCall, async ({ actor: { employeeId } }) =>
      ok(await viewsOf(database.db, employeeId)),
    ),
    operationsRoute(saveViewCall, ({ body, actor: { employeeId }, write }) =>
      write((unit) => saveView(unit, employeeId, body)),
    ),
    operationsRoute(renameViewCall, ({ body, actor: { employeeId }, write }) =>
      write((unit) => renameView(unit, employeeId, body)),
    ),
    operationsRoute(removeViewCall, ({ body, actor: { employeeId }, write }) =>
      write(async (unit) => {
        await deleteSavedView(unit.tx, { employeeId, ...body })
        return ok(await viewsOf(unit.tx, employeeId))
      }),
    ),
  ]
}
