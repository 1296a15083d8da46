import type { ForReaders } from '../../reader-words.ts'
import type { CallReply } from '@dolphin/contract/call'
import type {
  createRequestCodeCall,
  getRequestDetailsCall,
  getRequestStatusCall,
} from '@dolphin/contract/verification'
import type { SessionActor } from '../../http/actor.ts'
import type { Result } from '../../refusal.ts'
import type { RouteContext } from '../../http/route.ts'

/**
 * The signing side of the three calls that bank verification and signing share. The verification feature owns
 * the routes and asks this port; the agreement feature is behind it (compose.ts wires them).
 */
export interface SigningRequests {
  /** create-request-code with purpose "signature". */
  open(
    context: RouteContext<typeof createRequestCodeCall, SessionActor>,
  ): Promise<Result<CallReply<typeof createRequestCodeCall>>>
  /** Undefined where no signing in reach has this code. */
  status(
    context: RouteContext<typeof getRequestStatusCall, SessionActor>,
    requestCode: string,
  ): Promise<Result<ForReaders<CallReply<typeof getRequestStatusCall>>> | undefined>
  details(
    context: RouteContext<typeof getRequestDetailsCall, SessionActor>,
    requestCode: string,
  ): Promise<Result<ForReaders<CallReply<typeof getRequestDetailsCall>>> | undefined>
}
