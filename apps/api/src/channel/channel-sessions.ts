import type { Session } from '@dolphin/database/identity/session-repository'
import type { Actor, Credentials } from '../http/actor.ts'
import type { Result } from '../refusal.ts'

/** What the channel asks of sessions; identity's session service answers. */
export interface ChannelSessions {
  /** Who these credentials are, or why they are refused. */
  resolve(credentials: Credentials): Promise<Result<Actor>>
  /** Whether a session is still alive: an open channel ends with it. */
  isAlive(session: Session, now: Date): boolean
}
