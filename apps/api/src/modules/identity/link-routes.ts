import {
  createAccountCall,
  parseLinkResourceCall,
  resetPasswordCall,
  sendCreateAccountEmailCall,
  sendForgotPasswordEmailCall,
} from '@dolphin/contract/identity'
import { findCustomer } from '@dolphin/database/identity/customer-repository'
import { findResource, type Resource } from '@dolphin/database/applications/resource-repository'
import { HomeFlag } from '@dolphin/domain/loans/codes'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone } from '@dolphin/domain/time/new-york'
import { consentTemplateView } from '../consents/consent-template-view.ts'
import { refuse } from '../../refusal.ts'
import { publicRoute, type RouteDefinition } from '../../http/route.ts'
import { samePortfolio } from '../portfolios/same-portfolio.ts'
import { checkTypedProof, recordAccountProof, recordsProofRoute, typedProof } from './account-proof.ts'
import { accountConsents, createAccount, readLink } from './account-service.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { requestLink } from './link-mail.ts'
import { checkNewPassword, type PasswordOwner } from './password-rules.ts'
import { resetPassword } from './password-service.ts'
import { hashToken } from '../../security/secrets.ts'
import { signedInView } from './session-view.ts'
import { RESEND_AFTER_SECONDS } from './code-delivery.ts'

const SENT = { sent: true, resendAfterSeconds: RESEND_AFTER_SECONDS } as const

/** Everything that happens by a mailed link. */
export function linkRoutes(deps: IdentityDeps): RouteDefinition[] {
  return [
    ...requestRoutes(deps),
    parseRoute(deps),
    recordsProofRoute(deps),
    createRoute(deps),
    resetRoute(deps),
  ]
}

function requestRoutes(deps: IdentityDeps): RouteDefinition[] {
  return [
    publicRoute(sendCreateAccountEmailCall, async ({ body, portfolio, origin, locale, write }) => {
      const same = samePortfolio(body.portfolioId, portfolio)
      if (!same.ok) return same
      const { email, createAccountType, resource } = body
      const { portfolioId } = portfolio
      const request = { purpose: 'createAccount', portfolioId, email, createAccountType, resource } as const
      return write(async (unit) => {
        const taken = await requestLink(deps, unit, {
          ...request,
          baseUrl: origin.baseUrl,
          ip: origin.ip,
          locale,
        })
        return taken.ok ? ok(SENT) : taken
      })
    }),
    publicRoute(sendForgotPasswordEmailCall, async ({ body, portfolio, origin, locale, write }) => {
      const same = samePortfolio(body.portfolioId, portfolio)
      if (!same.ok) return same
      const { portfolioId } = portfolio
      const nothing = { createAccountType: undefined, resource: undefined }
      const request = { purpose: 'resetPassword', portfolioId, email: body.email, ...nothing } as const
      return write(async (unit) => {
        const taken = await requestLink(deps, unit, {
          ...request,
          baseUrl: origin.baseUrl,
          ip: origin.ip,
          locale,
        })
        return taken.ok ? ok(SENT) : taken
      })
    }),
  ]
}

function parseRoute(deps: IdentityDeps): RouteDefinition {
  return publicRoute(parseLinkResourceCall, async ({ query, portfolio, now }) => {
    const { portfolioId, timeZone } = portfolio
    const view = await readLink(deps, { tx: deps.database.db, now }, portfolioId, query.resource)
    const templates = deps.portfolios.byId(portfolioId)?.consents ?? []
    const asks = view.fault === null && view.purpose === 'createAccount'
    return ok({
      valid: view.fault === null,
      fault: view.fault,
      purpose: view.purpose,
      maskedEmail: view.maskedEmail,
      createAccountType: view.createAccountType,
      accountStatus: view.accountStatus,
      expiresAt: view.expiresAt === null ? null : isoInZone(view.expiresAt, timeZone),
      consents: asks
        ? accountConsents(templates).map((template) => consentTemplateView(template, portfolio))
        : [],
    })
  })
}

function createRoute(deps: IdentityDeps): RouteDefinition {
  return publicRoute(createAccountCall, async ({ body, portfolio, origin, locale, write, cookies }) => {
    const { password } = body
    const link = await findResource(deps.database.db, deps.cipher, hashToken(body.resource))
    const owner = { email: emailIn(link), profile: body.name }
    const policy = checkNewPassword(deps, portfolio, { password, owner, elementKey: 'password' })
    if (!policy.ok) return policy
    // A token that never existed must not make the server hash a password.
    if (link === undefined) return refuse('linkNoLongerValid')
    const passwordHash = await deps.passwords.hash(body.password, { kind: 'stranger', address: origin.ip })
    const proof = await typedProof(deps, portfolio, link, body.proofCode)
    let deviceToken: string | undefined
    const answer = await write(async (unit) => {
      const proven = proof === undefined ? ok(undefined) : await checkTypedProof(deps, unit, proof)
      if (!proven.ok) return proven
      const created = await createAccount(deps, unit, {
        portfolioId: portfolio.portfolioId,
        token: body.resource,
        passwordHash,
        name: body.name,
        consents: body.consents,
        templates: deps.portfolios.byId(portfolio.portfolioId)?.consents ?? [],
        ip: origin.ip,
        locale,
        userAgent: origin.userAgent,
        browser: origin.browser,
      })
      if (!created.ok) return created
      const { session, openId, createAccountType, next } = created.value
      if (proven.value !== undefined)
        await recordAccountProof(unit, { portfolioId: portfolio.portfolioId, openId }, proven.value)
      deviceToken = created.value.deviceToken
      const extra = { openId, homeFlag: HomeFlag.noLoanAmount, deviceToken: null }
      const view = session === undefined ? null : signedInView(session, portfolio.timeZone, extra)
      return ok({ openId, createAccountType, session: view, next })
    })
    if (answer.ok && origin.browser) {
      if (answer.value.session !== null) cookies.bindTo(answer.value.session.accessToken)
      if (deviceToken !== undefined) cookies.rememberDevice(deviceToken)
    }
    return answer
  })
}

function resetRoute(deps: IdentityDeps): RouteDefinition {
  return publicRoute(resetPasswordCall, async ({ body, portfolio, origin, write }) => {
    const { password } = body
    const link = await findResource(deps.database.db, deps.cipher, hashToken(body.resource))
    const owner = await ownerOfLink(deps, portfolio.portfolioId, link)
    const policy = checkNewPassword(deps, portfolio, { password, owner, elementKey: 'password' })
    if (!policy.ok) return policy
    if (link === undefined) return refuse('linkNoLongerValid')
    const passwordHash = await deps.passwords.hash(body.password, { kind: 'stranger', address: origin.ip })
    const { portfolioId } = portfolio
    return write(async (unit) => {
      const request = { portfolioId, token: body.resource, passwordHash, baseUrl: origin.baseUrl }
      const done = await resetPassword(deps, unit, request)
      return done.ok ? ok({ done: true, next: '/sign-in' } as const) : done
    })
  })
}

function emailIn(link: Resource | undefined): string | undefined {
  const email = link?.sealedSubject?.['email']
  return typeof email === 'string' ? email : undefined
}

/**
 * Returns the owner of the password that a link resets; empty where it is not such a link of this portfolio.
 */
async function ownerOfLink(
  { database, cipher }: IdentityDeps,
  portfolioId: number,
  link: Resource | undefined,
): Promise<PasswordOwner> {
  const openId = link?.subject['openId']
  const isReset = link?.purpose === 'resetPassword' && link.portfolioId === portfolioId
  if (!isReset || typeof openId !== 'string') return {}
  return (await findCustomer(database.db, cipher, { portfolioId, openId })) ?? {}
}
