import { parseSignatureResourceCall } from '@dolphin/contract/agreements'
import {
  attachLoanCall,
  infrastructureParsePathResourceCall,
  parseCompleteResourceCall,
  parsePathResourceCall,
  parseReturningResourceCall,
} from '@dolphin/contract/applications'
import { customerRoute, publicRoute, type RouteDefinition } from '../../http/route.ts'
import type { ApplicationDeps } from './application-deps.ts'
import { attachLoan } from './attach-service.ts'
import { parseAnyLink, parseCouponLink, parseLoanLink } from './link-service.ts'

/** What links stand for, and how an application begun without an account comes to one. */
export function linkRoutes(deps: ApplicationDeps): RouteDefinition[] {
  return [
    publicRoute(parsePathResourceCall, async ({ query, actor, portfolio, now }) => {
      const question = { actor, portfolio, now, token: query.resource }
      const parsed = await parseLoanLink(deps, question, ['application', 'pendingApplication'])
      return parsed.ok ? parsed : await parseCouponLink(deps, question)
    }),
    publicRoute(parseReturningResourceCall, async ({ query, actor, portfolio, now }) =>
      parseLoanLink(deps, { actor, portfolio, now, token: query.resource }, ['returning']),
    ),
    publicRoute(parseCompleteResourceCall, async ({ query, actor, portfolio, now }) =>
      parseLoanLink(deps, { actor, portfolio, now, token: query.resource }, ['completeInformation']),
    ),
    publicRoute(parseSignatureResourceCall, async ({ query, actor, portfolio, now }) =>
      parseLoanLink(deps, { actor, portfolio, now, token: query.resource }, ['signature']),
    ),
    publicRoute(infrastructureParsePathResourceCall, async ({ body, actor, portfolio, now }) =>
      parseAnyLink(deps, { actor, portfolio, now, token: body.resource }),
    ),
    customerRoute(attachLoanCall, async ({ body, actor, write }) => {
      const { resource: token, ssnLast4, birthDate } = body
      return write((unit) => attachLoan(deps, unit, actor, { token, ssnLast4, birthDate }))
    }),
  ]
}
