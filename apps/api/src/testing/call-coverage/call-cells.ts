import { type Call, isOfDesk } from '@dolphin/contract/call'
import type { ResponseCodeName } from '@dolphin/contract/response-codes'
import { accessRefusal } from '../../http/access-rule.ts'
import { ANONYMOUS } from '../../http/actor.ts'

/** Everybody who may turn up at a call, besides the one it is for. */
export const ACTOR_CELLS = {
  none: 'no session',
  limited: 'the limited session of identity/authenticate',
  otherCustomer: 'another customer of the same portfolio',
  otherPortfolio: 'a customer of another portfolio',
  expired: 'a session that has ended',
  forged: 'a credential that was tampered with',
  employee: 'an employee',
} as const

export type ActorCell = keyof typeof ACTOR_CELLS

/** `before` a request is admitted (address, format, identity), or `after`: input, key and the call's own rules. */
export type Stage = 'before' | 'after'

interface GeneralRefusal {
  readonly stage: Stage
  readonly code: ResponseCodeName
  readonly when: string
  readonly appliesTo: (call: Call) => boolean
}

const always = () => true
const writes = ({ method }: Call) => method !== 'GET'
const takesJson = ({ request, requestType }: Call) =>
  request.body !== undefined && requestType !== 'multipart'
const isKeyed = ({ idempotent }: Call) => idempotent
/** Where an ended or forged session is refused; an open call passes it over. */
const judgesSession = ({ access, ownedWhenSignedIn }: Call) =>
  (access !== 'public' && access !== 'resource') || ownedWhenSignedIn === true

const refusesSome = (code: ResponseCodeName) => (call: Call) =>
  [
    ANONYMOUS,
    { kind: 'limited', sessionId: '', tokenHash: '', portfolioId: 0, applicationNo: '' } as const,
  ].some((actor) => accessRefusal(call, actor) === code)

/** Where the roles of an employee are asked for. */
const takesRole = ({ staff }: Call) => staff !== undefined && staff.kind !== 'everyEmployee'
/** Borrowers' sessions have two halves, of which one may be forged; those of staff one. */
const isOfBorrowers = (call: Call) => judgesSession(call) && !isOfDesk(call)

/**
 * The codes that every call of an access and an input answers, in one place: a declaration names only its own.
 * Codes of the server as a whole (unknown path, wrong method, flood, a bug) are http/server.test.ts's.
 */
export const GENERAL_REFUSALS: readonly GeneralRefusal[] = [
  { stage: 'before', code: 'notFound', when: 'the host is of no portfolio', appliesTo: always },
  { stage: 'before', code: 'originNotAllowed', when: 'a page of another site asks', appliesTo: writes },
  { stage: 'before', code: 'malformedRequest', when: 'the body is no JSON', appliesTo: takesJson },
  {
    stage: 'before',
    code: 'unsupportedMediaType',
    when: 'the body is of a type not taken',
    appliesTo: takesJson,
  },
  { stage: 'before', code: 'payloadTooLarge', when: 'the body exceeds 256 KiB', appliesTo: takesJson },
  {
    stage: 'before',
    code: 'noIdentity',
    when: 'the request has no session',
    appliesTo: refusesSome('noIdentity'),
  },
  {
    stage: 'before',
    code: 'identityInformationMissing',
    when: 'the token comes without its credential',
    appliesTo: isOfBorrowers,
  },
  { stage: 'before', code: 'credentialInvalid', when: 'the credential is forged', appliesTo: isOfBorrowers },
  { stage: 'before', code: 'tokenOutdated', when: 'the session has ended', appliesTo: judgesSession },
  {
    stage: 'before',
    code: 'notPermitted',
    when: 'no role of the employee allows the call',
    appliesTo: takesRole,
  },
  {
    stage: 'before',
    code: 'signInRequiredForStep',
    when: 'a limited session asks for what needs a sign-in',
    appliesTo: refusesSome('signInRequiredForStep'),
  },
  { stage: 'after', code: 'invalidInput', when: 'a field is not part of the call', appliesTo: always },
  { stage: 'after', code: 'idempotencyKeyMissing', when: 'the key is missing', appliesTo: isKeyed },
  {
    stage: 'after',
    code: 'idempotencyKeyReused',
    when: 'the key was spent on another body',
    appliesTo: isKeyed,
  },
]

/** May come from any call and is no fault of its declaration. */
const NOT_DECLARED: readonly ResponseCodeName[] = [
  'idempotencyInProgress',
  'unsupportedMediaType',
  'malformedRequest',
  'overloaded',
  'savingPaused',
  'notPermitted',
  'mirrorReadOnly',
  'mirrorOver',
  'mirrorNotForRole',
]

export const CHANGED_CELL = 'changed'
export const refusalCell = (stage: Stage, code: ResponseCodeName): string => `${stage} ${code}`
export const actorCell = (actor: ActorCell): string => `actor ${actor}`

export interface Cell {
  readonly name: string
  readonly group: 'changed' | 'refusal' | 'general' | 'actor'
  /** What a test has to do to fill it. */
  readonly fill: string
}

/** Everything that the tests have to show of a call. */
export function cellsOf(call: Call): readonly Cell[] {
  const changed: Cell = {
    name: CHANGED_CELL,
    group: 'changed',
    fill: 'prove with proveChange that its answer follows what another call changed',
  }
  const refusals = call.refusals.map(
    (code): Cell => ({
      name: refusalCell('after', code),
      group: 'refusal',
      fill: `provoke ${code} by a test, or take it out of the declaration`,
    }),
  )
  const general = GENERAL_REFUSALS.filter(({ appliesTo }) => appliesTo(call)).map(
    ({ stage, code, when }): Cell => ({
      name: refusalCell(stage, code),
      group: 'general',
      fill: `let actor-matrix.db.test.ts reach it: ${when}`,
    }),
  )
  const actors = (Object.keys(ACTOR_CELLS) as ActorCell[]).map(
    (actor): Cell => ({
      name: actorCell(actor),
      group: 'actor',
      fill: `let actor-matrix.db.test.ts call it as ${ACTOR_CELLS[actor]}`,
    }),
  )
  return [changed, ...refusals, ...general, ...actors]
}

/** Whether a call may answer this code after admission: its declaration names it, or every such call may. */
export function mayAnswer(call: Call, code: ResponseCodeName): boolean {
  const isGeneral = GENERAL_REFUSALS.some(
    (one) => one.stage === 'after' && one.code === code && one.appliesTo(call),
  )
  return isGeneral || call.refusals.includes(code) || NOT_DECLARED.includes(code)
}
