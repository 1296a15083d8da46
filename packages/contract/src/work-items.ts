import { WORK_ITEM_KINDS } from '@dolphin/domain/work-items/codes'
import { WORK_OUTCOMES } from '@dolphin/domain/work-items/putting-off'
import { z } from 'zod'
import { defineCall } from './call.ts'
import { employeeNamed } from './shapes/staff.ts'
import { may } from './staff-rule.ts'
import { instant, isoDate, loanNo, portfolioId, queryPortfolioId, text, workItemNo, written } from './wire.ts'

const workItemKind = z.enum(WORK_ITEM_KINDS)

/** What needs a person, as a list shows it. */
const workItemHead = z.strictObject({
  workItemNo,
  /** Null: of the server as a whole. */
  portfolioId: portfolioId.nullable(),
  kind: workItemKind,
  subject: text(200),
  loanNo: loanNo.nullable(),
  since: instant,
  /** The day by which a person acts. */
  due: isoDate,
  /** Put off: it rests until this day; null where it does not rest now. */
  sleepsUntil: isoDate.nullable(),
  /** Open, and past its due day. */
  overdue: z.boolean(),
  reason: text(300),
  /** Who has it now, or had it when it was closed; null where it is free. */
  takenBy: employeeNamed.nullable(),
  closedAt: instant.nullable(),
})

const workItem = workItemHead.extend({
  /** Loans that it may be about, at most a hundred. */
  concerns: z.array(loanNo).max(100),
  /** Debits of those loans are held while it is open. */
  holdsDebits: z.boolean(),
  /** Without names and account numbers. */
  facts: z.record(z.string(), z.unknown()),
  /** What may be done about it. */
  acts: z.array(text(200)).max(20),
  /** When its employee took or last renewed it; it is free 15 minutes later. */
  takenAt: instant.nullable(),
  /** What was done when it was put off the last time. */
  lastOutcome: z
    .strictObject({ outcome: z.enum(WORK_OUTCOMES), note: text(300), by: text(120), at: instant })
    .nullable(),
  /** The last day to which it may be put off; null where it is closed, or ends with a note. */
  mayRestUntil: isoDate.nullable(),
  closedBy: text(120).nullable(),
  closedFor: text(300).nullable(),
})

/** What the list can be kept to, and where it goes on. */
const workItemQuery = {
  portfolioId: queryPortfolioId.optional(),
  kind: workItemKind.optional(),
  loanNo: loanNo.optional(),
  /** Open ones unless it is said. */
  state: z.enum(['open', 'closed']).optional(),
  /** `me`: those that the employee who asks has. */
  takenBy: z.enum(['me']).optional(),
  /** Goes on after this one. */
  after: workItemNo.optional(),
}

export const listWorkItemCall = defineCall({
  name: 'listWorkItem',
  method: 'GET',
  path: '/dolphin-ops/work-item',
  feature: 'work-items',
  access: 'operations',
  staff: may('workItem.own'),
  request: {
    query: z.strictObject(workItemQuery),
  },
  reply: z.strictObject({
    items: z.array(workItemHead).max(100),
    /** To go on after; null where the list ends. */
    after: workItemNo.nullable(),
  }),
  refusals: [],
  idempotent: false,
  summary: 'What needs a person: open items with the overdue first, or closed ones with the newest first',
  source: 'ours',
})

export const exportWorkItemCall = defineCall({
  name: 'exportWorkItem',
  method: 'GET',
  path: '/dolphin-ops/work-item-csv',
  feature: 'work-items',
  access: 'operations',
  staff: may('workItem.own'),
  replyType: 'file',
  request: { query: z.strictObject(workItemQuery).omit({ after: true }) },
  reply: z.unknown(),
  refusals: [],
  idempotent: false,
  summary: 'The list of work items as a table, at most 1,000 rows; in the audit with filter and count',
  source: 'ours',
})

export const countWorkItemCall = defineCall({
  name: 'countWorkItem',
  method: 'GET',
  path: '/dolphin-ops/work-item-count',
  feature: 'work-items',
  access: 'operations',
  staff: may('workItem.own'),
  request: { query: z.strictObject({ portfolioId: queryPortfolioId.optional() }) },
  reply: z.strictObject({
    kinds: z
      .array(
        z.strictObject({
          kind: workItemKind,
          open: z.int().min(1),
          overdue: z.int().min(0),
          /** Of the open ones, those that no employee has. */
          free: z.int().min(0),
          /** The earliest day by which one of them is due. */
          firstDue: isoDate,
        }),
      )
      .max(WORK_ITEM_KINDS.length),
  }),
  refusals: [],
  idempotent: false,
  summary: 'How many open work items there are of each kind, the earliest due first',
  source: 'ours',
})

export const showWorkItemCall = defineCall({
  name: 'showWorkItem',
  method: 'GET',
  path: '/dolphin-ops/work-item/{workItemNo}',
  feature: 'work-items',
  access: 'operations',
  staff: may('workItem.own', 'workItem'),
  request: { params: z.strictObject({ workItemNo }) },
  reply: workItem,
  refusals: ['notFound'],
  idempotent: false,
  summary: 'One work item with its facts and what may be done',
  source: 'ours',
})

export const takeWorkItemCall = defineCall({
  name: 'takeWorkItem',
  method: 'POST',
  path: '/dolphin-ops/work-item/take',
  feature: 'work-items',
  access: 'operations',
  staff: may('workItem.own', 'workItem'),
  request: {
    body: z.strictObject({
      workItemNo,
      /** Takes it from the colleague who has it. */
      takeOver: z.boolean().optional(),
    }),
  },
  reply: workItem,
  refusals: ['notFound', 'workItemOver', 'workItemHeld'],
  idempotent: true,
  summary: 'Holds an open item for the employee for 15 minutes, or renews that',
  source: 'ours',
})

export const releaseWorkItemCall = defineCall({
  name: 'releaseWorkItem',
  method: 'POST',
  path: '/dolphin-ops/work-item/release',
  feature: 'work-items',
  access: 'operations',
  staff: may('workItem.own', 'workItem'),
  request: { body: z.strictObject({ workItemNo }) },
  reply: workItem,
  refusals: ['notFound', 'workItemOver', 'workItemHeld'],
  idempotent: true,
  summary: 'Gives an open item back that the employee has taken, so that it is free at once',
  source: 'ours',
})

export const takeNextWorkItemCall = defineCall({
  name: 'takeNextWorkItem',
  method: 'POST',
  path: '/dolphin-ops/work-item/next',
  feature: 'work-items',
  access: 'operations',
  staff: may('workItem.own'),
  request: {
    body: z.strictObject({ portfolioId: portfolioId.optional(), kind: workItemKind.optional() }),
  },
  reply: z.strictObject({
    /** Null: none is free. */
    item: workItem.nullable(),
  }),
  refusals: [],
  idempotent: true,
  summary: 'Hands the free item that is due first to the employee, and to no other',
  source: 'ours',
})

export const closeWorkItemCall = defineCall({
  name: 'closeWorkItem',
  method: 'POST',
  path: '/dolphin-ops/work-item/done',
  feature: 'work-items',
  access: 'operations',
  staff: may('workItem.own', 'workItem'),
  request: {
    body: z.strictObject({
      workItemNo,
      /** What was done; without names and account numbers. */
      reason: written(300).trim().min(3, 'Say what was done'),
    }),
  },
  reply: workItem,
  refusals: ['notFound', 'workItemOver', 'workItemHeld', 'workItemCauseOpen', 'workItemTakesTwo'],
  idempotent: true,
  summary: 'Closes a work item with what was done, unless its cause is still there',
  source: 'ours',
})

export const putOffWorkItemCall = defineCall({
  name: 'putOffWorkItem',
  method: 'POST',
  path: '/dolphin-ops/work-item/put-off',
  feature: 'work-items',
  access: 'operations',
  staff: may('workItem.own', 'workItem'),
  request: {
    body: z.strictObject({
      workItemNo,
      outcome: z.enum(WORK_OUTCOMES),
      /** Without names and account numbers. */
      note: written(300).trim().min(3, 'Say what was done'),
      /** A banking day, on which it comes back. */
      nextDay: isoDate,
    }),
  },
  reply: workItem,
  refusals: [
    'notFound',
    'workItemOver',
    'workItemHeld',
    'workItemNotPutOff',
    'workItemTakesTwo',
    'dateNotAvailable',
  ],
  idempotent: true,
  summary:
    'Records what was done about an item whose cause is still there, and the day on which it comes back',
  source: 'ours',
})
