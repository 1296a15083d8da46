import type { ResponseCodeName } from '@dolphin/contract/response-codes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Observability } from '../observability/observability.ts'
import type { OpenSpan } from '../observability/tracing.ts'
import { loggablePath } from './logger.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span?: OpenSpan
    /** The refusal that was sent, by its name in the catalog. */
    refusedAs?: ResponseCodeName
  }
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** A line in the log, a count, and where traces are collected a span for every answer. */
export function observeCalls(app: FastifyInstance, { metrics, tracing }: Observability): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const call = callName(request)
    const method = methodName(request)
    request.span = tracing.begin(`${method} ${call}`, {
      'http.request.method': method,
      'http.route': request.routeOptions.url ?? 'none',
      'dolphin.request_id': request.id,
    })
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const status = reply.statusCode
    const code = codeName(request, reply)
    const seconds = reply.elapsedTime / 1_000
    metrics.callAnswered({ call: callName(request), method: methodName(request), status, code, seconds })
    request.span?.end({ 'http.response.status_code': status, 'dolphin.code': code }, status >= 500)
    const { traceId } = request.span ?? {}
    request.log.info(
      {
        method: request.method,
        path: request.is404 ? loggablePath(request.url) : (request.routeOptions.url ?? 'none'),
        status,
        ms: Math.round(reply.elapsedTime),
        ...(request.refusedAs === undefined ? {} : { refusal: request.refusedAs }),
        ...(traceId === undefined ? {} : { traceId }),
      },
      'request',
    )
    done()
  })
}

/** Files that have a route each; together they are one name. */
const FILES = /^\/(assets|docs)\//

/** The contract's name of the call, else the pattern of the route: both are the server's own words. */
function callName({ routeOptions, is404 }: FastifyRequest): string {
  if (is404) return 'page or none'
  const { operationId } = (routeOptions.schema ?? {}) as { operationId?: string }
  const pattern = routeOptions.url ?? 'none'
  return operationId ?? FILES.exec(pattern)?.[1] ?? pattern
}

const methodName = ({ method }: FastifyRequest): string => (METHODS.has(method) ? method : 'other')

function codeName({ refusedAs }: FastifyRequest, { statusCode }: FastifyReply): string {
  if (refusedAs !== undefined) return refusedAs
  return statusCode < 400 ? 'success' : 'none'
}
