import type { CustomerActor } from '../../http/actor.ts'
import { refuse } from '../../refusal.ts'

/** How long a proof of who somebody is stands for steps that move money or change where it goes. */
const RECENT_MS = 60 * 60 * 1000

/** The refusal of a stale session; undefined while the sign-in is recent. Source: ASVS 7.5.1, 7.5.3. */
export const staleSignIn = ({ authenticatedAt }: CustomerActor, now: Date) =>
  now.getTime() - authenticatedAt.getTime() > RECENT_MS ? refuse('recentSignInRequired') : undefined
