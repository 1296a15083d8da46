import { success } from '@dolphin/contract/envelope'
import { ok } from '@dolphin/domain/outcome'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { sendFailure } from '../../http/error-handler.ts'
import { acceptRawBodies } from '../../http/raw-body.ts'
import { endAdvertising } from '../consents/end-advertising.ts'
import { ownerOfUnsubscribeToken } from './notice-reference.ts'
import { UNSUBSCRIBE_PATH } from './send-notice.ts'

/** The page on which a signed-in customer takes the consent back. */
const CONSENT_PAGE = '/consent'

interface Params {
  readonly token: string
}

/**
 * POST ends advertising at once, without a sign-in (RFC 8058 §3.2); GET, which mail scanners send too, changes nothing and
 * leads to the page.
 */
export function registerUnsubscribe(deps: Pick<Deps, 'keys' | 'units' | 'cipher'>) {
  return async (app: FastifyInstance): Promise<void> => {
    await app.register((scope) => {
      acceptRawBodies(scope)
      const path = `${UNSUBSCRIBE_PATH}/:token`
      scope.get(path, { schema: { hide: true } }, (_request, reply) => reply.redirect(CONSENT_PAGE))
      scope.post<{ Params: Params }>(path, { schema: { hide: true } }, async (request, reply) => {
        const owner = ownerOfUnsubscribeToken(deps.keys, request.params.token)
        if (owner === undefined) return sendFailure(request, reply, 'notFound')
        await deps.units.write(async (unit) =>
          ok(await endAdvertising(deps, unit, owner, { how: 'oneClick' })),
        )
        return reply.send(success({ done: true }))
      })
      return Promise.resolve()
    })
  }
}
