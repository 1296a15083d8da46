import { listInstitutionCall } from '@dolphin/contract/institutions'
import {
  createRequestCodeCall,
  getProviderCall,
  getRequestDetailsCall,
  getRequestStatusCall,
  uploadBankStatementCall,
} from '@dolphin/contract/verification'
import { saveStatementColumnsCall, showStatementColumnsCall } from '@dolphin/contract/statement-columns'
import { ok } from '@dolphin/domain/outcome'
import { refuse } from '../../refusal.ts'
import { type RouteDefinition, sessionRoute } from '../../http/route.ts'
import { samePortfolio } from '../portfolios/same-portfolio.ts'
import { findBorrowerLoan } from '../loans/loan-access.ts'
import { PERSON_PROVIDER } from '../borrowers/statement-provider.ts'
import { chosenInstitution, listInstitutions } from './institutions.ts'
import { linkProviders } from './link-choice.ts'
import { endOpening, openLinkSession, prepareLink, recordLink } from './link-request.ts'
import { requestManualReview } from './person-request.ts'
import { offeredFallbacks, PROVIDER_NAMES, findFallbackOptions } from './fallback-options.ts'
import { seemsDown } from './provider-trouble.ts'
import { statementReviewRoutes } from './statement-review-routes.ts'
import { detailsView, findNewestRequestCode, findOwnRequest, statusView } from './request-view.ts'
import { readByColumns, recordColumns, showColumns } from './statement-columns.ts'
import { storeStatement, recordStatement } from './statement-upload.ts'
import type { VerificationDeps } from './verification-deps.ts'

/** Linking a bank, and the statement that stands in for it. */
export function verificationRoutes(deps: VerificationDeps): RouteDefinition[] {
  return [
    providerRoute(deps),
    institutionRoute(deps),
    createRoute(deps),
    ...readRoutes(deps),
    uploadRoute(deps),
    ...columnRoutes(deps),
    ...statementReviewRoutes(deps),
  ]
}

function providerRoute(deps: VerificationDeps): RouteDefinition {
  const { providers, config, database } = deps
  return sessionRoute(getProviderCall, async ({ query, portfolio, actor, now }) => {
    const same = samePortfolio(query.portfolioId, portfolio)
    if (!same.ok) return same
    const { portfolioId, ibvProvider } = portfolio
    const first = linkProviders(portfolio, providers)[0]
    const { loanNo } = query
    const loan = loanNo === undefined ? undefined : await findBorrowerLoan(database.db, actor, { loanNo })
    if (loan?.ok === false) return loan
    const fallbackOptions = loan && (await findFallbackOptions(deps, database.db, loan.value, now))
    const providerId = first?.id ?? ibvProvider
    return ok({
      providerId,
      name: first?.displayName ?? PROVIDER_NAMES[ibvProvider],
      link: { kind: 'page', scriptUrl: null, environment: config.mode },
      trouble: await seemsDown(database.db, { portfolioId, provider: providerId }, now),
      fallbacks: fallbackOptions?.fallbacks ?? offeredFallbacks(deps, portfolioId),
      triesLeft: fallbackOptions?.triesLeft ?? null,
      attempt: fallbackOptions?.attempt ?? null,
    })
  })
}

function institutionRoute(deps: VerificationDeps): RouteDefinition {
  return sessionRoute(listInstitutionCall, ({ query, actor, portfolio, now }) =>
    listInstitutions(deps, { actor, portfolio, now, ...query }),
  )
}

function createRoute(deps: VerificationDeps): RouteDefinition {
  return sessionRoute(createRequestCodeCall, async (context) => {
    const { body, actor, portfolio, locale, write } = context
    if (body.purpose === 'signature')
      return (await deps.signing?.open(context)) ?? refuse('loanStatusInvalid')
    const { loanNo, providerId, institutionId } = body
    const wish = { actor, portfolio, loanNo, providerId, institutionId, locale }
    if (providerId === PERSON_PROVIDER) return write((unit) => requestManualReview(deps, unit, wish))
    const prepared = await deps.units.write((unit) => prepareLink(deps, unit, wish))
    if (!prepared.ok) return prepared
    try {
      const institution = await chosenInstitution(deps, portfolio, prepared.value)
      if (!institution.ok) return institution
      const session = await openLinkSession(deps, portfolio, prepared.value)
      if (!session.ok) return session
      const opened = { ...prepared.value, session: session.value, institution: institution.value }
      return await write((unit) => recordLink(deps, unit, wish, opened))
    } finally {
      if (prepared.value.open === undefined)
        await endOpening(deps, { portfolioId: portfolio.portfolioId, loanNo })
    }
  })
}

function readRoutes(deps: VerificationDeps): RouteDefinition[] {
  return [
    sessionRoute(getRequestStatusCall, async (context) => {
      const { actor, query, portfolio, now } = context
      const requestCode = query.requestCode ?? (await findNewestRequestCode(deps, actor))
      if (requestCode === undefined) return refuse('notFound')
      const own = await findOwnRequest(deps, actor, requestCode)
      if (own !== undefined) return ok(await statusView(deps, own, portfolio.timeZone, now))
      return (await deps.signing?.status(context, requestCode)) ?? refuse('notFound')
    }),
    sessionRoute(getRequestDetailsCall, async (context) => {
      const { actor, query } = context
      const requestCode = query.requestCode ?? (await findNewestRequestCode(deps, actor))
      if (requestCode === undefined) return refuse('notFound')
      const own = await findOwnRequest(deps, actor, requestCode)
      if (own !== undefined) return ok(await detailsView(deps, own))
      return (await deps.signing?.details(context, requestCode)) ?? refuse('notFound')
    }),
  ]
}

function uploadRoute(deps: VerificationDeps): RouteDefinition {
  return sessionRoute(uploadBankStatementCall, async ({ body, actor, portfolio, origin, upload, write }) => {
    const { loanNo, applicationNo } = body
    const byApplication = applicationNo === undefined ? 'newest' : { applicationNo }
    const wish = { actor, portfolio, name: loanNo === undefined ? byApplication : { loanNo } } as const
    const kept = await storeStatement(deps, wish, { upload, ip: origin.ip })
    if (!kept.ok) return kept
    return write((unit) => recordStatement(deps, unit, wish, kept.value))
  })
}

function columnRoutes(deps: VerificationDeps): RouteDefinition[] {
  return [
    sessionRoute(showStatementColumnsCall, ({ actor, query }) =>
      showColumns(deps, { actor, requestCode: query.requestCode }),
    ),
    sessionRoute(saveStatementColumnsCall, async ({ actor, body, write }) => {
      const wish = { actor, requestCode: body.requestCode }
      const answered = await readByColumns(deps, wish, body.columns)
      if (!answered.ok) return answered
      return write((unit) => recordColumns(deps, unit, wish, answered.value))
    }),
  ]
}
