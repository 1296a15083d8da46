import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { holdsBearer } from '../security/secrets.ts'
import { isLoopback } from '../config/loopback.ts'
import { sendFailure } from './error-handler.ts'
import type { Readiness } from '../readiness.ts'

const OVERLOADED = RESPONSE_CODES.overloaded

/** What proxies add; a request with one of these comes from elsewhere, whatever connection it arrives on. */
const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'via']

/**
 * `/healthz`: the process responds; a supervisor that restarts it reads this. `/readyz`: the server can take requests;
 * a load balancer reads its status. The checks made are for this machine and for who has the token of the metrics:
 * the public learns nothing of database, schema and queue.
 */
export function registerHealth(
  app: FastifyInstance,
  readiness: Readiness,
  metricsToken: string | undefined,
): void {
  const isInside = (request: FastifyRequest): boolean =>
    isOfThisMachine(request) || (metricsToken !== undefined && holdsBearer(request.headers, metricsToken))
  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 200, code: 1, data: { alive: true } }))
  app.get('/readyz', { logLevel: 'warn' }, async (request, reply) => {
    if (!hasOneSpelling(request)) return sendFailure(request, reply, 'notFound')
    const report = await readiness.check()
    const data = isInside(request) ? report : null
    if (report.ready) return { status: 200, code: 1, data }
    const { httpStatus: status, code } = OVERLOADED
    return reply.code(status).header('retry-after', '2').send({ status, code, data })
  })
}

/** Balancers keep the path from the world by its letters, which a router also finds encoded. */
const hasOneSpelling = ({ url, routeOptions }: FastifyRequest): boolean =>
  url.split('?', 1)[0] === routeOptions.url

const isOfThisMachine = ({ socket, headers }: FastifyRequest): boolean =>
  isLoopbackAddress(socket.remoteAddress ?? '') && PROXY_HEADERS.every((name) => headers[name] === undefined)

const isLoopbackAddress = (address: string): boolean =>
  address === '::1' || isLoopback(address.replace(/^::ffff:/, ''))

/** While a server drains, each answer tells its client to open the next connection somewhere else. */
export function letConnectionsGo(app: FastifyInstance, readiness: Readiness): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (readiness.draining) reply.header('connection', 'close')
    done()
  })
}
