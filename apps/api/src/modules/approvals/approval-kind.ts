import type { Approval } from '@dolphin/database/approvals/approval-repository'
import type { Difference } from '@dolphin/domain/approvals/canonical-act'
import type { ApprovalKind } from '@dolphin/domain/approvals/codes'
import { ok } from '@dolphin/domain/outcome'
import type { z } from 'zod'
import type { Result } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'

/** What an entry that is made again writes beside its approval. */
export interface EnteredAgain<Request> {
  /** With the ids of what was written now. */
  readonly request: Request
  /** Of an invitation: the code for who enters it to pass on. */
  readonly code?: string
}

/** Who carries out what another entered, in which transaction. */
export interface ApprovalRun<Request, Prepared> {
  readonly unit: UnitOfWork
  readonly approval: Pick<Approval, 'approvalNo' | 'enteredBy' | 'amount'>
  readonly request: Request
  /** From actorName; in a rehearsal a name that is no one's. */
  readonly by: string
  /** What was made before the transaction; undefined in a rehearsal. */
  readonly prepared: Prepared | undefined
  /** Where links of the desk begin. */
  readonly deskOrigin: string
}

/** What carrying it out changed, and what happens besides. */
export interface CarriedOut {
  readonly differences: readonly Difference[]
  readonly effects: readonly string[]
  /** Of an invitation: the link for who confirms it to pass on. */
  readonly invitation?: { readonly link: string; readonly expiresAt: Date }
}

/**
 * One kind of what one employee enters and another confirms. A reading rehearses it in a transaction that is rolled
 * back, so that what is shown is what a confirmation does.
 */
export interface ApprovalKindRule<Request, Prepared> {
  readonly kind: ApprovalKind
  /** The law, the Nacha rule or the lender's policy that two people follow here. */
  readonly rule: string
  /** The request as it was stored. */
  readonly request: z.ZodType<Request>
  /** What takes time, such as rendering a document, done before the transaction of the confirmation. */
  readonly prepare?: (request: Request, now: Date) => Promise<Result<Prepared>>
  /** Carries it out, or rehearses that where nothing is prepared. Refused, nothing of it stands. */
  readonly carryOut: (run: ApprovalRun<Request, Prepared>) => Promise<Result<CarriedOut>>
  /** Undoes what its entry wrote, once it is returned, refused or withdrawn. */
  readonly drop?: (unit: UnitOfWork, request: Request, by: string) => Promise<void>
  /** Writes again what its entry wrote, once it is entered again; absent where an entry writes nothing else. */
  readonly enterAgain?: (
    unit: UnitOfWork,
    request: Request,
    by: string,
  ) => Promise<Result<EnteredAgain<Request>>>
  /** After the commit of its confirmation: what this node serves is read again. */
  readonly afterwards?: () => Promise<void>
}

/** A kind with its types put away. */
export interface ApprovalKindEntry {
  readonly kind: ApprovalKind
  readonly rule: string
  prepare(request: unknown, now: Date): Promise<Result<unknown>>
  carryOut(run: ApprovalRun<unknown, unknown>): Promise<Result<CarriedOut>>
  drop(unit: UnitOfWork, request: unknown, by: string): Promise<void>
  enterAgain(unit: UnitOfWork, request: unknown, by: string): Promise<Result<EnteredAgain<unknown>>>
  afterwards(): Promise<void>
}

/** Puts a kind's types away; its request is checked each time that it is read. */
export function approvalKind<Request, Prepared = undefined>(
  rule: ApprovalKindRule<Request, Prepared>,
): ApprovalKindEntry {
  return {
    kind: rule.kind,
    rule: rule.rule,
    prepare: async (request, now) =>
      rule.prepare === undefined ? ok(undefined) : await rule.prepare(rule.request.parse(request), now),
    carryOut: (run) =>
      rule.carryOut({
        ...run,
        request: rule.request.parse(run.request),
        // What prepare answered, which is of this very kind.
        prepared: run.prepared as Prepared | undefined,
      }),
    drop: async (unit, request, by) => await rule.drop?.(unit, rule.request.parse(request), by),
    enterAgain: async (unit, request, by) =>
      rule.enterAgain === undefined
        ? ok({ request })
        : await rule.enterAgain(unit, rule.request.parse(request), by),
    afterwards: async () => await rule.afterwards?.(),
  }
}

/** Every kind, as features.ts lists them. */
export type ApprovalKinds = ReadonlyMap<ApprovalKind, ApprovalKindEntry>

export const approvalKinds = (entries: readonly ApprovalKindEntry[]): ApprovalKinds =>
  new Map(entries.map((entry) => [entry.kind, entry]))
