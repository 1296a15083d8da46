import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import type { FastifyInstance } from 'fastify'
import type { Readiness } from '../readiness.ts'

const OVERLOADED = RESPONSE_CODES.overloaded

/**
 * `/healthz`: the process responds; a supervisor that restarts it reads this. `/readyz`: the server can take requests,
 * with the checks made; a load balancer reads this. Both contain only public information.
 */
export function registerHealth(app: FastifyInstance, readiness: Readiness): void {
  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 200, code: 1, data: { alive: true } }))
  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    const report = await readiness.check()
    if (report.ready) return { status: 200, code: 1, data: report }
    const { httpStatus: status, code } = OVERLOADED
    return reply.code(status).header('retry-after', '2').send({ status, code, data: report })
  })
}

/** While a server drains, each answer tells its client to open the next connection somewhere else. */
export function letConnectionsGo(app: FastifyInstance, readiness: Readiness): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (readiness.draining) reply.header('connection', 'close')
    done()
  })
}
