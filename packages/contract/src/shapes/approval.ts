import { APPROVAL_KINDS, APPROVAL_STATES, CONFIRM_OBSTACLES } from '@dolphin/domain/approvals/codes'
import { STAFF_PERMISSIONS } from '@dolphin/domain/staff/permissions'
import { z } from 'zod'
import { instant, loanNo, money, portfolioId, sha256, text } from '../wire.ts'
import { employeeNamed } from './staff.ts'

export const approvalNo = z.string().regex(/^A\d{9,12}$/, 'An approval looks like A000000012')

/** What an employee entered and another has to confirm by then; nothing is carried out before. */
export const enteredApproval = z.strictObject({ approvalNo, endsAt: instant })

/** What waits for a second person, as a list shows it. */
export const approvalHead = z.strictObject({
  approvalNo,
  kind: z.enum(APPROVAL_KINDS),
  /** "Refund 302, duplicate payment". */
  title: text(200),
  /** What it is about: a loan, a portfolio, an employee. */
  subject: text(200),
  /** Null: it concerns the whole server. */
  portfolioId: portfolioId.nullable(),
  loanNo: loanNo.nullable(),
  amount: money.nullable(),
  permission: z.enum(STAFF_PERMISSIONS),
  state: z.enum(APPROVAL_STATES),
  enteredBy: employeeNamed,
  enteredAt: instant,
  /** Without an answer it ends then. */
  endsAt: instant,
  /** Whether the employee who asks entered it. */
  own: z.boolean(),
  /** Why the employee who asks may not confirm it; null: they may. */
  obstacle: z.enum(CONFIRM_OBSTACLES).nullable(),
})

/** A line of what is entered, in words that staff read. */
const labeled = z.strictObject({ label: text(80), value: text(2_000) })

/** A figure or a text before and after; computed at each reading, from what stands then. */
export const difference = z.strictObject({
  label: text(120),
  before: text(2_000),
  after: text(2_000),
  /** "−92.55"; null where there is nothing to subtract. */
  change: text(40).nullable(),
})

export const approval = approvalHead.extend({
  asEntered: z.array(labeled).max(100),
  note: text(2_000),
  differences: z.array(difference).max(500),
  /** What happens besides: mails, debits, documents. */
  effects: z.array(text(500)).max(50),
  /** Why it cannot be carried out as things stand; null: it can. */
  blocked: text(500).nullable(),
  /** The law, the Nacha rule or the lender’s policy that two people follow here. */
  rule: text(500),
  /** SHA-256 of exactly what is confirmed: as entered, with the differences and effects as shown. */
  digest: sha256,
  /** Who answered, when and why; null while it waits or where no one did. */
  answer: z.strictObject({ by: employeeNamed, at: instant, note: text(500) }).nullable(),
  /** The one that ended and was entered again as this one; null where this one is the first. */
  againOf: approvalNo.nullable(),
  /** The one as which this ended one was entered again; null where it was not. */
  enteredAgain: approvalNo.nullable(),
})
