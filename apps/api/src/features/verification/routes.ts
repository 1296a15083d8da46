import { createRequestCodeCall } from '@dolphin/contract/calls/verification/create-request-code'
import { getProviderCall } from '@dolphin/contract/calls/verification/get-provider'
import { getRequestDetailsCall } from '@dolphin/contract/calls/verification/get-request-details'
import { getRequestStatusCall } from '@dolphin/contract/calls/verification/get-request-status'
import { uploadBankStatementCall } from '@dolphin/contract/calls/verification/upload-bank-statement'
import { ok } from '@dolphin/domain/outcome'
import type { IbvFallback, IbvProviderId } from '@dolphin/domain/portfolio/portfolio'
import { refuse } from '../../http/refusal.ts'
import { type RouteDefinition, sessionRoute } from '../../http/route.ts'
import { samePortfolio } from '../../same-portfolio.ts'
import { openLinkSession, prepareLink, recordLink } from './link-request.ts'
import { detailsView, findOwnRequest, statusView } from './request-view.ts'
import { keepStatement, recordStatement } from './statement-upload.ts'
import type { VerificationParts } from './verification-parts.ts'

/** Linking a bank, and the statement that stands in for it. */
export function verificationRoutes(parts: VerificationParts): RouteDefinition[] {
  return [providerRoute(parts), createRoute(parts), ...readRoutes(parts), uploadRoute(parts)]
}

const PROVIDER_NAMES: Readonly<Record<IbvProviderId, string>> = {
  sandbox: 'Sandbox Bank Link',
  plaid: 'Plaid',
  mx: 'MX',
}

function fallbackView(fallback: IbvFallback) {
  if (fallback === 'statementUpload')
    return { kind: fallback, providerId: null, name: 'Upload a bank statement' }
  if (fallback === 'person') return { kind: fallback, providerId: null, name: 'Talk to a person' }
  return { kind: 'provider' as const, providerId: fallback, name: PROVIDER_NAMES[fallback] }
}

function providerRoute({ providers, config }: VerificationParts): RouteDefinition {
  return sessionRoute(getProviderCall, async ({ query, portfolio }) => {
    const same = samePortfolio(query.portfolioId, portfolio)
    if (!same.ok) return same
    const { ibvProvider, ibvFallbacks } = portfolio
    const isUsable = (fallback: IbvFallback) =>
      fallback === 'statementUpload' || fallback === 'person' || providers.has(fallback)
    return ok({
      providerId: ibvProvider,
      name: providers.get(ibvProvider)?.displayName ?? PROVIDER_NAMES[ibvProvider],
      link: { kind: 'page', scriptUrl: null, environment: config.mode },
      fallbacks: ibvFallbacks.filter(isUsable).map(fallbackView),
    })
  })
}

function createRoute(parts: VerificationParts): RouteDefinition {
  return sessionRoute(createRequestCodeCall, async (context) => {
    const { body, actor, portfolio, write } = context
    if (body.purpose === 'signature')
      return (await parts.signing?.open(context)) ?? refuse('loanStatusInvalid')
    const wish = { actor, portfolio, loanNo: body.loanNo, providerId: body.providerId }
    const prepared = await parts.units.write((unit) => prepareLink(parts, unit, wish))
    if (!prepared.ok) return prepared
    const session = await openLinkSession(parts, portfolio, prepared.value)
    if (!session.ok) return session
    return write((unit) => recordLink(parts, unit, wish, prepared.value, session.value))
  })
}

function readRoutes(parts: VerificationParts): RouteDefinition[] {
  return [
    sessionRoute(getRequestStatusCall, async (context) => {
      const own = await findOwnRequest(parts, context.actor, context.query.requestCode)
      if (own !== undefined) return ok(statusView(own, context.portfolio.timeZone))
      return (await parts.signing?.status(context)) ?? refuse('notFound')
    }),
    sessionRoute(getRequestDetailsCall, async (context) => {
      const own = await findOwnRequest(parts, context.actor, context.query.requestCode)
      if (own !== undefined) return ok(await detailsView(parts, own))
      return (await parts.signing?.details(context)) ?? refuse('notFound')
    }),
  ]
}

function uploadRoute(parts: VerificationParts): RouteDefinition {
  return sessionRoute(uploadBankStatementCall, async ({ body, actor, portfolio, upload, write }) => {
    const { loanNo, applicationNo } = body
    const byApplication = applicationNo === undefined ? 'newest' : { applicationNo }
    const wish = { actor, portfolio, name: loanNo === undefined ? byApplication : { loanNo } } as const
    const kept = await keepStatement(parts, wish, upload)
    if (!kept.ok) return kept
    return write((unit) => recordStatement(parts, unit, wish, kept.value))
  })
}
