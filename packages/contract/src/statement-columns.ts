import { z } from 'zod'
import { defineCall } from './call.ts'
import { statementRead } from './verification.ts'
import { documentNo, requestCode, text } from './wire.ts'
import { ibvStatusCode, notificationCode } from './wire-codes.ts'

/** Columns count from zero; a statement has 50 at most. */
const column = z.int().min(0).max(49)

/** Which column of a statement is which. */
const columnAnswer = z.strictObject({
  date: column,
  description: column,
  /** Null where money in and money out have columns of their own. */
  amount: column.nullable(),
  moneyIn: column.nullable(),
  moneyOut: column.nullable(),
  balance: column.nullable(),
  /** The column whose words tell the side of an amount without a minus. */
  side: column.nullable(),
  /** What a minus before an amount means; null where none of the amounts has one. */
  minus: z.enum(['out', 'in']).nullable(),
})

export const showStatementColumnsCall = defineCall({
  name: 'showStatementColumns',
  method: 'GET',
  path: '/dolphin-loan/online/statement-columns',
  feature: 'verification',
  access: 'session',
  request: { query: z.strictObject({ requestCode }) },
  reply: z.strictObject({
    requestCode,
    /** The layout is not known, or which amounts are money in; `over` where the statement waits no more. */
    why: z.enum(['unknownLayout', 'sideUnclear', 'over']),
    /** What the file calls its columns; empty where it has no headings. */
    names: z.array(text(200)).max(50),
    /** The first rows, each with as many cells as there are columns. */
    rows: z.array(z.array(text(200)).max(50)).max(10),
    /** Whether any amount has a minus. */
    hasMinus: z.boolean(),
    /** What the cells look like; a proposal. */
    guess: columnAnswer.partial(),
  }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'The first rows of a statement whose columns only its sender knows',
  source: 'ours',
})

export const saveStatementColumnsCall = defineCall({
  name: 'saveStatementColumns',
  method: 'POST',
  path: '/dolphin-loan/online/statement-columns',
  feature: 'verification',
  access: 'session',
  request: {
    body: z.strictObject({
      requestCode,
      /** Null where the sender cannot tell: a person reads the file. */
      columns: columnAnswer.nullable(),
    }),
  },
  reply: z.strictObject({
    requestCode,
    documentNo,
    /** What was read by the answer; null where a person has to look. */
    read: statementRead.nullable(),
    ibvStatus: ibvStatusCode,
    notification: notificationCode,
  }),
  refusals: ['notFound', 'loanStatusInvalid', 'fileUnreadable', 'tooManyRequests'],
  idempotent: true,
  summary: 'Says which column of a statement is date, description and amount; it is then read by it',
  source: 'ours',
})
