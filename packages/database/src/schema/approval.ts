import type { ApprovalKind } from '@dolphin/domain/approvals/codes'
import type { StoredApprovalState } from '@dolphin/domain/approvals/approval-life'
import type { StaffPermission } from '@dolphin/domain/staff/permissions'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgSequence, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { hash, instant, money, sealed } from './columns.ts'

export const approvalSerial = pgSequence('approval_serial')

/**
 * What one employee entered and another confirms. Once answered it never changes; that it waits is the only state that
 * moves on, and that its days are over is read from its end. Rows of no customer: what the staff have agreed on.
 */
export const approvals = pgTable(
  'approvals',
  {
    /** "A" and nine digits; ascends in time over all portfolios. */
    approvalNo: text().primaryKey(),
    kind: text().$type<ApprovalKind>().notNull(),
    /** The right that confirms it. */
    permission: text().$type<StaffPermission>().notNull(),
    /** The right by which it was entered, which its enterer still has to hold when it is confirmed. */
    enteredUnder: text().$type<StaffPermission>().notNull(),
    /** Null: the whole server. */
    portfolioId: integer(),
    loanNo: text(),
    amount: money(),
    title: text().notNull(),
    subject: text().notNull(),
    /** The employee whom it is about, as history names one; null where it is about something else. */
    about: text(),
    /** JSON: the request as entered, in words and as its kind carries it out, and the note. */
    entered: sealed().notNull(),
    enteredBy: text().notNull(),
    /** What had proved who entered it, and in which session; null where the operations secret did. */
    enteredFactor: text(),
    enteredSession: text(),
    enteredAt: instant().notNull(),
    endsAt: instant().notNull(),
    /** When its end without an answer was noted: what its entry wrote is undone, and who entered it has a mail. */
    endNotedAt: instant(),
    /** The approval that ended, as which it was entered once before; each is entered again at most once. */
    againOf: text(),
    state: text().$type<StoredApprovalState>().notNull().default('waiting'),
    answeredBy: text(),
    answeredAt: instant(),
    answerNote: sealed(),
    /** Of a confirmation, so that anyone verifies it years later: what was signed, by which passkey, and its answer. */
    answeredFactor: text(),
    /** The canonical act. */
    act: sealed(),
    actDigest: hash(),
    nonce: text(),
    credentialId: text(),
    publicKey: text(),
    clientData: text(),
    authenticatorData: text(),
    signature: text(),
    origin: text(),
  },
  (row) => [
    index('approvals_by_state').on(row.state, row.approvalNo),
    index('approvals_by_enterer').on(row.enteredBy, row.approvalNo),
    index('approvals_to_end').on(row.endsAt).where(sql`"state" = 'waiting' and "end_noted_at" is null`),
    uniqueIndex('approvals_again_once').on(row.againOf),
    check(
      'approvals_two_people',
      sql`"state" not in ('confirmed', 'returned', 'refused') or "entered_by" <> "answered_by"`,
    ),
    check('approvals_own_withdrawal', sql`"state" <> 'withdrawn' or "entered_by" = "answered_by"`),
    check('approvals_not_for_oneself', sql`"state" <> 'confirmed' or "about" is distinct from "answered_by"`),
    check(
      'approvals_two_authenticators',
      sql`"answered_factor" is null or "answered_factor" is distinct from "entered_factor"`,
    ),
    check(
      'approvals_answered',
      sql`("state" = 'waiting') = ("answered_by" is null) and ("state" = 'waiting') = ("answered_at" is null)`,
    ),
    check(
      'approvals_signed',
      sql`("state" = 'confirmed') = ("signature" is not null and "act" is not null and "act_digest" is not null
        and "nonce" is not null and "client_data" is not null and "authenticator_data" is not null
        and "credential_id" is not null and "public_key" is not null and "answered_factor" is not null)`,
    ),
  ],
)
