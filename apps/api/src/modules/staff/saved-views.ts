import type { CallReply, CallRequest } from '@dolphin/contract/call'
import {
  type listSavedViewCall,
  MOST_VIEWS_OF_LIST,
  type renameViewCall,
  type saveViewCall,
} from '@dolphin/contract/saved-views'
import type { Executor } from '@dolphin/database/driver/executor'
import { lockByName } from '@dolphin/database/driver/named-lock'
import {
  countSavedViews,
  insertSavedView,
  listSavedViews,
  renameSavedView,
} from '@dolphin/database/staff/saved-view-repository'
import { ok } from '@dolphin/domain/outcome'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'

type Views = CallReply<typeof listSavedViewCall>

const TAKEN = 'You have a view of this name. Choose another one.'
const TOO_MANY = `A list keeps ${MOST_VIEWS_OF_LIST} views. Remove one first.`

const refuseName = (message: string): Result<never> =>
  refuse('invalidInput', { errors: [{ elementKey: 'name', message }] })

/** Two changes of one employee wait for each other, so that the count and the free name hold. */
const oneAtATime = ({ tx }: UnitOfWork, employeeId: string) => lockByName(tx, `savedViews/${employeeId}`)

/** The views of an employee, by list and name. */
export async function viewsOf(executor: Executor, employeeId: string): Promise<Views> {
  const views = await listSavedViews(executor, employeeId)
  return { views: views.map(({ list, name, search }) => ({ list, name, search })) }
}

/** Names a filter. Errors: `invalidInput` at `name` where the name is taken or the list has its 20 views. */
export async function saveView(
  unit: UnitOfWork,
  employeeId: string,
  view: CallRequest<typeof saveViewCall>['body'],
): Promise<Result<Views>> {
  await oneAtATime(unit, employeeId)
  if ((await countSavedViews(unit.tx, { employeeId, list: view.list })) >= MOST_VIEWS_OF_LIST)
    return refuseName(TOO_MANY)
  const isNew = await insertSavedView(unit.tx, { ...view, employeeId, savedAt: unit.now })
  return isNew ? ok(await viewsOf(unit.tx, employeeId)) : refuseName(TAKEN)
}

/** Gives a view another name. Errors: `notFound`; `invalidInput` at `name` where the new one is taken. */
export async function renameView(
  unit: UnitOfWork,
  employeeId: string,
  { list, name, newName }: CallRequest<typeof renameViewCall>['body'],
): Promise<Result<Views>> {
  await oneAtATime(unit, employeeId)
  const { views } = await viewsOf(unit.tx, employeeId)
  if (name !== newName && views.some((one) => one.list === list && one.name === newName))
    return refuseName(TAKEN)
  const renamed = await renameSavedView(unit.tx, { employeeId, list, name }, newName)
  return renamed ? ok(await viewsOf(unit.tx, employeeId)) : refuse('notFound')
}
