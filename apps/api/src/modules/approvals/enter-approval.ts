import type { enteredApproval } from '@dolphin/contract/shapes/approval'
import { insertApproval } from '@dolphin/database/approvals/approval-repository'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { WHOLE_SERVER } from '@dolphin/database/work-items/work-item-repository'
import { approvalEnd } from '@dolphin/domain/approvals/approval-life'
import type { ApprovalKind } from '@dolphin/domain/approvals/codes'
import type { Cents } from '@dolphin/domain/money/cents'
import type { StaffPermission } from '@dolphin/domain/staff/permissions'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { actorName, type EmployeeActor } from '../../http/actor.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'

/** Who enters, and what had proved them. */
export interface Enterer {
  /** From actorName. */
  readonly by: string
  readonly factorId: string | null
  readonly sessionId: string | null
}

export const entererOf = (actor: EmployeeActor): Enterer => ({
  by: actorName(actor),
  factorId: actor.factorId,
  sessionId: actor.sessionId,
})

/** As stored, sealed: the request in words and as its kind carries it out. */
export const enteredContent = z.strictObject({
  asEntered: z.array(z.strictObject({ label: z.string(), value: z.string() })),
  note: z.string(),
  request: z.unknown(),
})

/** A line of what is entered, in words that staff read. */
export type EnteredLine = z.output<typeof enteredContent>['asEntered'][number]

/** What waits for a second person. Title and subject name no borrower: lists show them. */
export interface ToApprove {
  readonly kind: ApprovalKind
  /** The right that confirms it. */
  readonly permission: StaffPermission
  /** The right by which it was entered, where that is another one. */
  readonly enteredUnder?: StaffPermission
  /** Null: the whole server. */
  readonly portfolioId: number | null
  readonly loanNo?: string
  /** Whole cents. */
  readonly amount?: Cents | null
  readonly title: string
  readonly subject: string
  /** The employee whom it is about, as history names one. */
  readonly about?: string
  readonly asEntered: readonly EnteredLine[]
  readonly note: string
  /** What its kind carries out. */
  readonly request: unknown
  /** The one that ended and is entered again as this one. */
  readonly againOf?: string
}

/** Enters what another employee has to confirm; nothing is carried out before. Answers its number and its end. */
export async function enterApproval(
  { cipher }: Pick<Deps, 'cipher'>,
  unit: UnitOfWork,
  { by, factorId, sessionId }: Enterer,
  what: ToApprove,
): Promise<z.output<typeof enteredApproval>> {
  const { kind, permission, portfolioId, loanNo = null, amount = null, title, subject, about = null } = what
  const { asEntered, note, request, againOf = null } = what
  const endsAt = approvalEnd(unit.now)
  const approvalNo = await insertApproval(unit.tx, cipher, {
    kind,
    permission,
    enteredUnder: what.enteredUnder ?? permission,
    portfolioId,
    loanNo,
    amount,
    title,
    subject,
    about,
    entered: JSON.stringify({ asEntered, note, request }),
    enteredBy: by,
    enteredFactor: factorId,
    enteredSession: sessionId,
    enteredAt: unit.now,
    endsAt,
    againOf,
  })
  await auditApproval(
    unit,
    { approvalNo, kind, portfolioId, loanNo },
    { action: 'approvalEntered', actor: by },
  )
  return { approvalNo, endsAt: isoInZone(endsAt, NEW_YORK) }
}

interface Audited {
  readonly approvalNo: string
  readonly kind: ApprovalKind
  readonly portfolioId: number | null
  readonly loanNo: string | null
}

/** A step of an approval: what was done, by whom. */
interface ApprovalStep {
  readonly action: string
  readonly actor: string
  readonly facts?: Readonly<Record<string, unknown>>
}

/** A step of an approval in the audit: of its loan, where it is about one. */
export async function auditApproval(
  { tx, now }: UnitOfWork,
  { approvalNo, kind, portfolioId, loanNo }: Audited,
  { action, actor, facts = {} }: ApprovalStep,
): Promise<void> {
  await appendAudit(tx, {
    portfolioId: portfolioId ?? WHOLE_SERVER,
    subject: loanNo ?? approvalNo,
    action,
    actor,
    facts: { approvalNo, kind, ...facts },
    at: now,
  })
}
