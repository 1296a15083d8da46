import type { Call } from '@dolphin/contract/call'
import { routePath } from '@dolphin/contract/call'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendFailure } from './error-handler.ts'

/** Answers a page for this address, or undefined where it is none of the pages' business. */
export type PageResponder = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined

/**
 * What no route answers: a page, a call with the wrong method (405 with Allow), or nothing at all (404); the
 * latter two as envelope.
 */
export function registerNotFound(
  app: FastifyInstance,
  gatewayPrefix: string,
  calls: readonly Call[],
  respondWithPage: PageResponder,
): void {
  const paths = calls.map((call) => ({
    method: call.method,
    pattern: new RegExp(`^${gatewayPrefix}${routePath(call).replace(/:[a-zA-Z]+/g, '[^/]+')}$`),
  }))
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    if (path.startsWith(`${gatewayPrefix}/`)) {
      const allowed = paths.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
      if (allowed.length === 0) return sendFailure(request, reply, 'notFound')
      reply.header('allow', [...new Set(allowed)].join(', '))
      return sendFailure(request, reply, 'methodNotAllowed')
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return sendFailure(request, reply, path === '/' ? 'methodNotAllowed' : 'notFound')
    }
    return respondWithPage(request, reply) ?? sendFailure(request, reply, 'notFound')
  })
}
