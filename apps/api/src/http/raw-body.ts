import type { FastifyInstance } from 'fastify'

const BODY_LIMIT_BYTES = 64 * 1024

/** Within this scope bodies come as the bytes that were sent: a signature is over those. */
export function acceptRawBodies(scope: FastifyInstance, bodyLimit = BODY_LIMIT_BYTES): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
    done(null, body),
  )
}
