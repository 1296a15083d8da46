import { setLanguage } from '@dolphin/database/identity/customer-repository'
import {
  authenticateIdentityCall,
  extendSessionCall,
  resendVerificationCodeCall,
  signInCall,
  signOutCall,
  verifyLoginCodeCall,
} from '@dolphin/contract/identity-sessions'
import {
  endSession,
  endSessionsOf,
  findSession,
  touchSession,
} from '@dolphin/database/identity/session-repository'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone } from '@dolphin/domain/time/new-york'
import { refuse } from '../../refusal.ts'
import { customerRoute, publicRoute, type RouteDefinition } from '../../http/route.ts'
import { samePortfolio } from '../portfolios/same-portfolio.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { authenticateByResource } from './resource-identity.ts'
import { CODE_TRIES, RESEND_AFTER_SECONDS } from './code-delivery.ts'
import { verifyLoginCode } from './login-code-service.ts'
import { IDLE_MS } from './session-service.ts'
import { sessionView, signedInView } from './session-view.ts'
import { resendCode, type SignedIn, signIn } from './sign-in-service.ts'

/** How a session begins, goes on and ends. */
export function sessionRoutes(deps: IdentityDeps): RouteDefinition[] {
  return [signInRoute(deps), codeRoute(deps), resendRoute(deps), authenticateRoute(deps), ...endRoutes()]
}

/** A browser keeps its device token in the cookie, out of reach of scripts; other clients get it by word. */
async function viewOf(
  deps: IdentityDeps,
  { session, openId, deviceToken: token }: SignedIn,
  inCookie: boolean,
  timeZone: string,
) {
  const deviceToken = inCookie ? null : token
  const owner = { portfolioId: session.portfolioId, openId }
  const homeFlag = await deps.lookups.homeFlag(deps.database.db, owner)
  return signedInView(session, timeZone, { openId, homeFlag, deviceToken })
}

function signInRoute(deps: IdentityDeps): RouteDefinition {
  return publicRoute(signInCall, async ({ body, portfolio, origin, locale, cookies }) => {
    const same = samePortfolio(body.portfolioId, portfolio)
    if (!same.ok) return same
    const { timeZone, portfolioId } = portfolio
    const result = await signIn(deps, {
      portfolioId,
      account: body.account,
      password: body.password,
      deviceToken: cookies.device ?? body.device.deviceToken,
      browser: origin.browser,
      ip: origin.ip,
      locale,
      userAgent: origin.userAgent,
      baseUrl: origin.baseUrl,
      bindingCookie: cookies.session,
    })
    if (!result.ok) return result
    if (result.value.kind === 'signedIn') {
      const view = await viewOf(deps, result.value.signedIn, origin.browser, timeZone)
      if (origin.browser) {
        cookies.bindTo(view.accessToken)
        cookies.rememberDevice(result.value.signedIn.deviceToken)
      }
      return ok({ needsCode: false, ...view } as const)
    }
    const { flowId, codeBy, maskedAddress, expiresAt } = result.value.step
    return ok({
      needsCode: true,
      sessionId: flowId,
      codeBy,
      maskedAddress,
      expiresAt: isoInZone(expiresAt, timeZone),
      triesLeft: CODE_TRIES,
      resendAfterSeconds: RESEND_AFTER_SECONDS,
    } as const)
  })
}

function codeRoute(deps: IdentityDeps): RouteDefinition {
  return publicRoute(verifyLoginCodeCall, async ({ body, portfolio, origin, cookies }) => {
    const { sessionId: flowId, code } = body
    const { portfolioId } = portfolio
    const answer = {
      portfolioId,
      flowId,
      code,
      rememberDevice: body.rememberDevice,
      browser: origin.browser,
      deviceToken: cookies.device,
      userAgent: origin.userAgent,
      baseUrl: origin.baseUrl,
      bindingCookie: cookies.session,
    }
    const result = await deps.units.write((unit) => verifyLoginCode(deps, unit, answer))
    if (!result.ok) return result
    if (origin.browser) {
      cookies.bindTo(result.value.session.accessToken)
      cookies.rememberDevice(result.value.deviceToken)
    }
    return ok(await viewOf(deps, result.value, origin.browser, portfolio.timeZone))
  })
}

function resendRoute(deps: IdentityDeps): RouteDefinition {
  return publicRoute(resendVerificationCodeCall, async ({ body, portfolio, cookies }) => {
    const { portfolioId } = portfolio
    const wanted = { portfolioId, flowId: body.sessionId, deviceToken: cookies.device }
    const result = await deps.units.write((unit) => resendCode(deps, unit, wanted))
    return result.ok ? ok({ sent: true, resendAfterSeconds: RESEND_AFTER_SECONDS } as const) : result
  })
}

function authenticateRoute(deps: IdentityDeps): RouteDefinition {
  return publicRoute(authenticateIdentityCall, async ({ body, portfolio, origin, now, cookies }) => {
    const wait = await deps.limits.take(deps.database.db, 'resourceProofs', origin.ip, now)
    if (wait !== undefined) return refuse('tooManyRequests', { retryAfterSeconds: wait.seconds })
    const { ssnLast4, birthDate, resource: token } = body
    const proof = { portfolioId: portfolio.portfolioId, token, ssnLast4, birthDate, browser: origin.browser }
    const result = await deps.units.write((unit) => authenticateByResource(deps, unit, proof))
    if (!result.ok) return result
    const { session, applicationNo, loanNo, next } = result.value
    if (origin.browser) cookies.bindTo(session.accessToken)
    const view = sessionView(session, portfolio.timeZone)
    return ok({ session: view, applicationNo, loanNo, next })
  })
}

function endRoutes(): RouteDefinition[] {
  return [
    customerRoute(signOutCall, async ({ body, actor, cookies, write }) => {
      cookies.unbind()
      return write(async ({ tx, now }) => {
        if (body.everywhere) await endSessionsOf(tx, actor, now)
        else await endSession(tx, actor.tokenHash, now)
        return ok({ done: true })
      })
    }),
    customerRoute(extendSessionCall, async ({ actor, portfolio, locale, write }) =>
      write(async ({ tx, now }) => {
        await touchSession(tx, actor.tokenHash, now)
        await setLanguage(tx, actor, locale, now)
        const session = await findSession(tx, actor.tokenHash)
        if (session === undefined) return refuse('tokenOutdated')
        const idleExpiresAt = new Date(session.lastSeenAt.getTime() + IDLE_MS)
        return ok({
          idleExpiresAt: isoInZone(idleExpiresAt, portfolio.timeZone),
          expiresAt: isoInZone(session.expiresAt, portfolio.timeZone),
        })
      }),
    ),
  ]
}
