import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import type { LinkProgress } from '@dolphin/domain/verification/link-failure'
import { sandboxUser } from './test-users.ts'

/** What the sandbox bank keeps of one link session. */
export type SandboxSession = {
  readonly providerSessionId: string
  readonly requestCode: string
  readonly portfolioId: number
  /** The bank that was chosen before the visit; null for the first of them. */
  readonly institutionId: string | null
  readonly returnUrl: string
  readonly expiresAt: Date
  readonly openedAt: Date | null
  readonly signedInAt: Date | null
  readonly username: string | null
  /** As typed on the bank's page; empty where none was. */
  readonly ownerName: string
  /** Numbers of the accounts that the person agreed to share; null for all of them. */
  readonly sharedAccounts: readonly string[] | null
}

/** Where sandbox sessions live: the database in the product, a map in tests. */
export interface SandboxSessionStore {
  find(providerSessionId: string): Promise<SandboxSession | undefined>
  findByRequestCode(requestCode: string): Promise<SandboxSession | undefined>
  /** Inserts, or replaces the session of that id. */
  save(session: SandboxSession): Promise<void>
}

/** How long the sandbox bank stays at each status after sign-in. */
const STEP_MS = 1_000

/** How far a session is at an instant. Only time and the page move it; asking does not. */
export function sandboxProgress(session: SandboxSession, now: Date): LinkProgress {
  const user = session.username === null ? undefined : sandboxUser(session.username)
  if (!user || !session.signedInAt) {
    return session.openedAt ? IbvStatus.startedNotCompleted : IbvStatus.notStarted
  }
  const step = Math.floor((now.getTime() - session.signedInAt.getTime()) / STEP_MS)
  const last = user.path.length - 1
  return user.path[Math.max(0, Math.min(step, last))] ?? IbvStatus.otherError
}
