import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { Locale } from '@dolphin/domain/portfolio/localized'
import type { Portfolio } from '@dolphin/domain/portfolio/portfolio'
import type { FastifyInstance } from 'fastify'
import type { ApiConfig } from '../config.ts'
import type { PageResponder } from './not-found.ts'
import { hostName } from './origin.ts'
import { fillHead } from './page-head.ts'
import { isKnownPage } from './page-routes.ts'
import { pageLanguage } from './request-language.ts'
import { newNonce, pagePolicy, sendPage } from './security-headers.ts'

const YEAR_MS = 31_536_000_000
const HASHED_ASSET = /\/assets\//

/** Serves the built pages: hashed assets for a year, and one HTML page in the reader's language under the brand. */
export async function registerPages(
  app: FastifyInstance,
  config: ApiConfig,
  portfolioByHost: (host: string) => Portfolio | undefined,
): Promise<PageResponder> {
  if (!existsSync(join(config.webDir, 'index.html'))) return () => undefined
  const html = readPages(config.webDir)
  await app.register(fastifyStatic, {
    root: config.webDir,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz', '**/index*.html', '**/*.map'],
    cacheControl: false,
    setHeaders(response, path) {
      const keep = HASHED_ASSET.test(path)
        ? `public, max-age=${YEAR_MS / 1_000}, immutable`
        : 'public, max-age=3600'
      response.header('cache-control', keep)
    },
  })
  await registerPortfolioAssets(app, config)
  return (request, reply) => {
    const portfolio = portfolioByHost(hostName(request.host))
    if (portfolio === undefined) return undefined
    const path = request.url.split('?', 1)[0] ?? '/'
    const nonce = newNonce()
    const language = pageLanguage(request)
    const { gatewayPrefix } = config
    const page = fillHead(html[language], { portfolio, gatewayPrefix, nonce, language })
    const policy = pagePolicy(nonce, request.protocol === 'https')
    reply.header('content-language', language).header('vary', 'Accept-Language, Cookie')
    return sendPage(reply, isKnownPage(path) ? 200 : 404, page, policy)
  }
}

/** The page of each language, as the build left it: English is `index.html`, Spanish `index.es.html`. */
function readPages(webDir: string): Readonly<Record<Locale, string>> {
  const page = (name: string) => readFileSync(join(webDir, name), 'utf8')
  return { en: page('index.html'), es: page('index.es.html') }
}

/** Pictures of a brand, such as its icon; nothing else of a portfolio's folder is served. */
async function registerPortfolioAssets(app: FastifyInstance, config: ApiConfig): Promise<void> {
  app.get<{ Params: { portfolioId: string; file: string } }>(
    '/portfolios/:portfolioId/:file',
    { schema: { hide: true } },
    (request, reply) => {
      const { portfolioId, file } = request.params
      if (!/^\d{1,3}$/.test(portfolioId) || !/^[a-z0-9-]+\.(svg|png|ico)$/.test(file))
        return reply.callNotFound()
      reply.header('cache-control', 'public, max-age=3600')
      return reply.sendFile(`${portfolioId}/${file}`, config.portfoliosDir)
    },
  )
}
