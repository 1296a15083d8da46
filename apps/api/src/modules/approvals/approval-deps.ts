import type { CallRequest } from '@dolphin/contract/call'
import type { confirmApprovalCall } from '@dolphin/contract/approvals'
import type { Signed } from '@dolphin/database/approvals/approval-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Confirming } from '@dolphin/domain/approvals/confirm-obstacle'
import type { Deps } from '../../deps.ts'
import type { EmployeeActor } from '../../http/actor.ts'
import type { Desk } from '../../http/desk.ts'
import type { Result } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { ApprovalKinds } from './approval-kind.ts'

/** What a passkey is asked to sign. */
export interface ActAsked {
  /** What the act belongs to. */
  readonly subject: string
  /** SHA-256, hexadecimal, of the canonical act. */
  readonly digest: string
  /** Passkeys of the employee that count here. */
  readonly factorIds: readonly string[]
}

export interface ActAnswer extends ActAsked {
  readonly challengeId: string
  readonly response: CallRequest<typeof confirmApprovalCall>['body']['response']
}

/** What a passkey has signed. */
export type ProvenAct = Omit<Signed, 'act' | 'actDigest'>

/** How an employee signs an act by a passkey; the staff module does it. */
export interface ActPasskeys {
  ask(
    unit: UnitOfWork,
    who: EmployeeActor,
    desk: Desk,
    asked: ActAsked,
  ): Promise<{ readonly challengeId: string; readonly options: Readonly<Record<string, unknown>> }>
  /** In a transaction of its own: the challenge is spent whatever comes of it. */
  verify(who: EmployeeActor, desk: Desk, answer: ActAnswer): Promise<Result<ProvenAct>>
  /** The employee's passkeys, and the accounts that may be of the same person, from actorName. */
  signer(executor: Executor, employeeId: string): Promise<Pick<Confirming, 'passkeys' | 'linkedTo'>>
}

export interface ApprovalDeps
  extends Pick<Deps, 'config' | 'database' | 'cipher' | 'units' | 'clock' | 'notices'> {
  readonly kinds: ApprovalKinds
  readonly passkeys: ActPasskeys
}
