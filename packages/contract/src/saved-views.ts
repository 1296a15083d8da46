import { SAVED_LISTS } from '@dolphin/domain/staff/saved-list'
import { z } from 'zod'
import { defineCall } from './call.ts'
import { everyEmployee } from './staff-rule.ts'
import { text, typedName } from './wire.ts'

/** Views of one list that an employee keeps at most: as many as a menu shows without looking for one. */
export const MOST_VIEWS_OF_LIST = 20

const list = z.enum(SAVED_LISTS)
const viewName = typedName(60, 'Name the view')

const savedViews = z.strictObject({
  /** By list and name. */
  views: z
    .array(z.strictObject({ list, name: text(60), search: text(300) }))
    .max(SAVED_LISTS.length * MOST_VIEWS_OF_LIST),
})

export const listSavedViewCall = defineCall({
  name: 'listSavedView',
  method: 'GET',
  path: '/dolphin-ops/saved-view',
  feature: 'staff',
  access: 'operations',
  staff: everyEmployee,
  request: {},
  reply: savedViews,
  refusals: [],
  idempotent: false,
  summary: 'The filters of lists that the signed-in employee named',
  source: 'ours',
})

export const saveViewCall = defineCall({
  name: 'saveView',
  method: 'POST',
  path: '/dolphin-ops/saved-view',
  feature: 'staff',
  access: 'operations',
  staff: everyEmployee,
  request: {
    body: z.strictObject({
      list,
      name: viewName,
      /** As the list's address has it, without the question mark: "kind=unmatchedReturn&portfolio=118". */
      search: z
        .string()
        .max(300)
        .regex(/^([a-z]{1,20}=[A-Za-z0-9._-]{0,64}(&|$))*$/, 'Only filters of this list can be saved'),
    }),
  },
  reply: savedViews,
  refusals: [],
  idempotent: true,
  summary: 'Names a filter of a list; at most 20 of one list, each under a name of its own',
  source: 'ours',
})

export const renameViewCall = defineCall({
  name: 'renameView',
  method: 'POST',
  path: '/dolphin-ops/saved-view/rename',
  feature: 'staff',
  access: 'operations',
  staff: everyEmployee,
  request: { body: z.strictObject({ list, name: text(60), newName: viewName }) },
  reply: savedViews,
  refusals: ['notFound'],
  idempotent: true,
  summary: 'Gives a named filter another name',
  source: 'ours',
})

export const removeViewCall = defineCall({
  name: 'removeView',
  method: 'POST',
  path: '/dolphin-ops/saved-view/remove',
  feature: 'staff',
  access: 'operations',
  staff: everyEmployee,
  request: { body: z.strictObject({ list, name: text(60) }) },
  reply: savedViews,
  refusals: [],
  idempotent: true,
  summary: 'Takes a named filter away; saving it again brings it back',
  source: 'ours',
})
