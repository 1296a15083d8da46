import type { CallReply } from '@dolphin/contract/call'
import type { ResponseCodeName } from '@dolphin/contract/response-codes'
import type { beginSingleSignOnCall } from '@dolphin/contract/staff'
import type { StaffChallenge } from '@dolphin/database/staff/challenge-repository'
import type { Outcome } from '@dolphin/domain/outcome'
import { ok } from '@dolphin/domain/outcome'
import { ProviderFailure } from '@dolphin/integrations/ibv/provider-failure'
import type { OpenIdFlow } from '@dolphin/integrations/single-sign-on/open-id-client'
import type { OpenIdRefusal } from '@dolphin/integrations/single-sign-on/open-id-faults'
import type { DeskVisit } from '../../http/desk.ts'
import type { RequestOrigin } from '../../http/route.ts'
import { type Result, refuse, refuseAndCommit } from '../../refusal.ts'
import { hashToken, newToken } from '../../security/secrets.ts'
import { newChallenge, takeChallenge } from './challenges.ts'
import { letAccountIn } from './open-id-accounts.ts'
import type { StaffDeps } from './staff-deps.ts'
import type { OpenedStaffSession } from './staff-sessions.ts'

/** Where the provider sends the browser back; registered there with the desk's own origin. */
const RETURN_PATH = '/sign-in/single-sign-on'

const REFUSALS = {
  over: 'singleSignOnOver',
  denied: 'singleSignOnDenied',
  invalid: 'singleSignOnInvalid',
  clockOff: 'singleSignOnClockOff',
  tooWeak: 'singleSignOnTooWeak',
} as const satisfies Record<OpenIdRefusal['reason'], ResponseCodeName>

const flowOf = (
  { challengeId, nonce }: StaffChallenge,
  { origin }: DeskVisit,
  verifier: string,
): OpenIdFlow => ({ state: challengeId, nonce, verifier, redirectUri: origin + RETURN_PATH })

/**
 * Begins a sign-in at the company's provider. The browser keeps a token that is the verifier of PKCE, so only it can use
 * what the provider answers. Errors: `notFound` where no provider is set, `singleSignOnAway`.
 */
export async function beginSingleSignOn(
  deps: StaffDeps,
  desk: DeskVisit,
): Promise<Result<CallReply<typeof beginSingleSignOnCall>>> {
  const { openId, units, random } = deps
  if (openId === undefined) return refuse('notFound')
  const token = newToken(random)
  const begun = await units.write(async (unit) => {
    const asked = { purpose: 'singleSignOn', employeeId: null, actDigest: null } as const
    return ok(await newChallenge(deps, unit, { ...asked, subject: hashToken(token) }))
  })
  if (!begun.ok) return begun
  const location = await asking(deps, () => openId.begin(flowOf(begun.value, desk, token)))
  if (!location.ok) return location
  desk.keepSignOnToken(token)
  return ok({ location: location.value })
}

/**
 * Completes it with the query by which the browser came back. The state is spent first, whatever comes of the answer; the
 * provider is asked outside of any transaction. Errors: those of the provider, `staffSignInRefused` for everyone who is
 * not an active employee.
 */
export async function completeSingleSignOn(
  deps: StaffDeps,
  desk: DeskVisit,
  answer: string,
  origin: RequestOrigin,
): Promise<Result<OpenedStaffSession>> {
  const { openId, units } = deps
  if (openId === undefined) return refuse('notFound')
  const token = desk.signOnToken
  desk.dropSignOnToken()
  const state = new URLSearchParams(answer).get('state')
  if (token === undefined || state === null) return refuse('singleSignOnOver')
  const taken = await units.write(async (unit) => {
    const challenge = await takeChallenge(unit, state, 'singleSignOn')
    return challenge?.subject === hashToken(token) ? ok(challenge) : refuseAndCommit('singleSignOnOver')
  })
  if (!taken.ok) return taken
  const account = await asking(deps, () => openId.complete(flowOf(taken.value, desk, token), answer))
  return account.ok ? await units.write((unit) => letAccountIn(deps, unit, account.value, origin)) : account
}

/** Asks the provider; why there is no good answer goes to the log by its code, for the page says only what to do. */
async function asking<T>(
  { log }: Pick<StaffDeps, 'log'>,
  ask: () => Promise<Outcome<T, OpenIdRefusal>>,
): Promise<Result<T>> {
  try {
    const asked = await ask()
    if (asked.ok) return asked
    const { reason, code } = asked.error
    log.warn({ reason, fault: code }, 'a single sign-on was refused')
    return refuse(REFUSALS[reason])
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    log.warn({ fault: error.code }, 'the provider of single sign-on is away')
    return refuse('singleSignOnAway')
  }
}
