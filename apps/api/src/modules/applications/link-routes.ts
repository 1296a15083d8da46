import { parseSignatureResourceCall } from '@dolphin/contract/agreements'
import {
  attachLoanCall,
  infrastructureParsePathResourceCall,
  parseCompleteResourceCall,
  parsePathResourceCall,
  parseReturningResourceCall,
} from '@dolphin/contract/applications'
import { customerRoute, publicRoute, type RouteDefinition } from '../../http/route.ts'
import type { ApplicationParts } from './application-parts.ts'
import { attachLoan } from './attach-service.ts'
import { parseAnyLink, parseCouponLink, parseLoanLink } from './link-service.ts'

/** What links stand for, and how an application begun without an account comes to one. */
export function linkRoutes(parts: ApplicationParts): RouteDefinition[] {
  return [
    publicRoute(parsePathResourceCall, async ({ query, actor, portfolio, now }) => {
      const question = { actor, portfolio, now, token: query.resource }
      const parsed = await parseLoanLink(parts, question, ['application', 'pendingApplication'])
      return parsed.ok ? parsed : await parseCouponLink(parts, question)
    }),
    publicRoute(parseReturningResourceCall, async ({ query, actor, portfolio, now }) =>
      parseLoanLink(parts, { actor, portfolio, now, token: query.resource }, ['returning']),
    ),
    publicRoute(parseCompleteResourceCall, async ({ query, actor, portfolio, now }) =>
      parseLoanLink(parts, { actor, portfolio, now, token: query.resource }, ['completeInformation']),
    ),
    publicRoute(parseSignatureResourceCall, async ({ query, actor, portfolio, now }) =>
      parseLoanLink(parts, { actor, portfolio, now, token: query.resource }, ['signature']),
    ),
    publicRoute(infrastructureParsePathResourceCall, async ({ body, actor, portfolio, now }) =>
      parseAnyLink(parts, { actor, portfolio, now, token: body.resource }),
    ),
    customerRoute(attachLoanCall, async ({ body, actor, write }) => {
      const { resource: token, ssnLast4, birthDate } = body
      return write((unit) => attachLoan(parts, unit, actor, { token, ssnLast4, birthDate }))
    }),
  ]
}
