import { type Call, isAtDesk, isOfDesk } from '@dolphin/contract/call'
import { RESPONSE_CODES, type ResponseCodeName } from '@dolphin/contract/response-codes'
import { accessRefusal } from '../../http/access-rule.ts'
import type { Actor } from '../../http/actor.ts'
import { anEmployee } from '../employee-actor.ts'
import type { ActorCell } from './call-cells.ts'

/** An actor as the server sees each cell; only the kind counts here. */
const SEEN_AS: Readonly<Record<Exclude<ActorCell, 'expired' | 'forged'>, Actor>> = {
  none: { kind: 'anonymous' },
  limited: { kind: 'limited', sessionId: '', tokenHash: '', portfolioId: 0, applicationNo: '' },
  otherCustomer: customer(),
  otherPortfolio: customer(),
  employee: anEmployee(),
}

function customer(): Actor {
  return {
    kind: 'customer',
    sessionId: '',
    tokenHash: '',
    openId: '',
    portfolioId: 0,
    authenticatedAt: new Date(0),
  }
}

/** A token that is no session of staff, brought to the desk, opens nothing that needs one. */
function refusalAtDesk({ access }: Call, actor: ActorCell): ResponseCodeName | undefined {
  if (access === 'public') return undefined
  return actor === 'none' ? 'noIdentity' : 'tokenOutdated'
}

const isOpen = ({ access }: Call) => access === 'public' || access === 'resource'

/** How the access rule answers an actor: one code, or undefined where the call goes on to judge whose data it is. */
export function refusalByAccess(call: Call, actor: ActorCell): ResponseCodeName | undefined {
  // Staff and borrowers have hosts of their own: what is of the one is not found at the other.
  if (actor === 'employee') return isAtDesk(call) ? undefined : 'notFound'
  if (isOfDesk(call)) return refusalAtDesk(call, actor)
  if (actor === 'expired' || actor === 'forged') {
    if (isOpen(call) && call.ownedWhenSignedIn !== true) return undefined
    return actor === 'expired' ? 'tokenOutdated' : 'credentialInvalid'
  }
  return accessRefusal(call, SEEN_AS[actor])
}

/**
 * The codes that a stranger may get for a request about the owner's data: of a thing named in it, that it does
 * not exist; of a link, what an unfitting link gets. An open call is everybody's.
 */
export function codesForOtherCustomer(call: Call, request: string, things: readonly string[], link: string) {
  const names = (words: readonly string[]) => words.some((word) => request.includes(word))
  const signIn = call.refusals.filter((name) => name === 'signInRequiredForStep')
  if (!isOpen(call) && names(things)) {
    const absent = call.refusals.filter((name) => name === 'loanNotFound' || name === 'notFound')
    return numbers([...absent, ...signIn])
  }
  if (!isOpen(call) && names([link])) return numbers(call.refusals)
  return [1, ...numbers([...call.refusals, 'invalidInput'])]
}

const numbers = (names: readonly ResponseCodeName[]) => names.map((name) => RESPONSE_CODES[name].code)
