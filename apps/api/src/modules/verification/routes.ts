import {
  createRequestCodeCall,
  getProviderCall,
  getRequestDetailsCall,
  getRequestStatusCall,
  uploadBankStatementCall,
} from '@dolphin/contract/verification'
import { ok } from '@dolphin/domain/outcome'
import { refuse } from '../../refusal.ts'
import { type RouteDefinition, sessionRoute } from '../../http/route.ts'
import { samePortfolio } from '../portfolios/same-portfolio.ts'
import { findBorrowerLoan } from '../loans/loan-access.ts'
import { PERSON_PROVIDER } from '../borrowers/statement-provider.ts'
import { linkProviders } from './link-choice.ts'
import { openLinkSession, prepareLink, recordLink } from './link-request.ts'
import { askPerson } from './person-request.ts'
import { offeredRungs, PROVIDER_NAMES, rescueLadder } from './rescue-ladder.ts'
import { seemsDown } from './provider-trouble.ts'
import { statementReviewRoutes } from './statement-review-routes.ts'
import { detailsView, findOwnRequest, statusView } from './request-view.ts'
import { keepStatement, recordStatement } from './statement-upload.ts'
import type { VerificationParts } from './verification-parts.ts'

/** Linking a bank, and the statement that stands in for it. */
export function verificationRoutes(parts: VerificationParts): RouteDefinition[] {
  return [
    providerRoute(parts),
    createRoute(parts),
    ...readRoutes(parts),
    uploadRoute(parts),
    ...statementReviewRoutes(parts),
  ]
}

function providerRoute(parts: VerificationParts): RouteDefinition {
  const { providers, config, database } = parts
  return sessionRoute(getProviderCall, async ({ query, portfolio, actor, now }) => {
    const same = samePortfolio(query.portfolioId, portfolio)
    if (!same.ok) return same
    const { portfolioId, ibvProvider } = portfolio
    const first = linkProviders(portfolio, providers)[0]
    const { loanNo } = query
    const loan = loanNo === undefined ? undefined : await findBorrowerLoan(database.db, actor, { loanNo })
    if (loan?.ok === false) return loan
    const ladder = loan && (await rescueLadder(parts, database.db, loan.value, now))
    const providerId = first?.id ?? ibvProvider
    return ok({
      providerId,
      name: first?.displayName ?? PROVIDER_NAMES[ibvProvider],
      link: { kind: 'page', scriptUrl: null, environment: config.mode },
      trouble: await seemsDown(database.db, portfolioId, providerId, now),
      fallbacks: ladder?.rungs ?? offeredRungs(parts, portfolioId),
      triesLeft: ladder?.triesLeft ?? null,
      attempt: ladder?.attempt ?? null,
    })
  })
}

function createRoute(parts: VerificationParts): RouteDefinition {
  return sessionRoute(createRequestCodeCall, async (context) => {
    const { body, actor, portfolio, write } = context
    if (body.purpose === 'signature')
      return (await parts.signing?.open(context)) ?? refuse('loanStatusInvalid')
    const wish = { actor, portfolio, loanNo: body.loanNo, providerId: body.providerId }
    if (body.providerId === PERSON_PROVIDER) return write((unit) => askPerson(parts, unit, wish))
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
      if (own !== undefined) return ok(await statusView(parts, own, context.portfolio.timeZone, context.now))
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
