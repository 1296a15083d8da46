import type { Call, CallAccess } from '@dolphin/contract/call'
import type { ResponseCodeName } from '@dolphin/contract/response-codes'
import type { Actor } from './actor.ts'

type ActorKind = Actor['kind']

/**
 * Who may call what: absent means allowed. A limited session never reaches what needs a sign-in (domain.md §3). Staff
 * and borrowers never meet at one host, so each other's grants are refused in any case (design/security.md T7).
 */
const REFUSED: Readonly<Record<CallAccess, Partial<Record<ActorKind, ResponseCodeName>>>> = {
  public: { employee: 'wrongGrantType' },
  resource: { employee: 'wrongGrantType' },
  session: { anonymous: 'noIdentity', employee: 'wrongGrantType' },
  customer: { anonymous: 'noIdentity', limited: 'signInRequiredForStep', employee: 'wrongGrantType' },
  operations: { anonymous: 'noIdentity', limited: 'wrongGrantType', customer: 'wrongGrantType' },
}

/** The refusal of this access rule for this actor, or undefined where the actor may go on. */
export function accessRefusal(
  { access, method }: Pick<Call, 'access' | 'method'>,
  actor: Actor,
): ResponseCodeName | undefined {
  // Reading what anyone may read needs no grant; list-portfolio shows an employee more.
  if (access === 'public' && method === 'GET') return undefined
  return REFUSED[access][actor.kind]
}
