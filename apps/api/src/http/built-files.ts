import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const YEAR_MS = 31_536_000_000
const HASHED_ASSET = /\/assets\//

interface BuiltFiles {
  /** The folder that a build has filled. */
  readonly root: string
  /** Whether the host that is asked serves this build; elsewhere its files do not exist. */
  readonly isServedAt: (request: FastifyRequest) => boolean
  /** Whether `reply.sendFile` takes its files from here, too; true for one build of the server. */
  readonly decorateReply: boolean
}

/** Serves the files of a build as the build compressed them: hashed assets for a year, others for an hour. */
export async function serveBuiltFiles(
  app: FastifyInstance,
  { root, isServedAt, decorateReply }: BuiltFiles,
): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    decorateReply,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz', '**/index*.html', '**/page-chunks.*', '**/*.map'],
    cacheControl: false,
    allowedPath: (_path, _root, request) => isServedAt(request),
    setHeaders(response, path) {
      const keep = HASHED_ASSET.test(path)
        ? `public, max-age=${YEAR_MS / 1_000}, immutable`
        : 'public, max-age=3600'
      response.header('cache-control', keep)
    },
  })
}
