import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locale } from '@dolphin/domain/portfolios/localized'
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiConfig } from '../config/config.ts'
import type { PageResponder } from './not-found.ts'
import { hostName } from '../config/loopback.ts'
import { serveBuiltFiles } from './built-files.ts'
import { registerConsolePages } from './console-pages.ts'
import { deskAt } from './desk.ts'
import { fillHead } from './page-head.ts'
import { type MirroredPage, mirroredPageAt, pageAt, screenAt } from './page-routes.ts'
import { pageLanguage } from './request-language.ts'
import { newNonce, pagePolicy, sendPage } from './security-headers.ts'
import { hostOf } from './request-host.ts'

/** Another picture may be published any time. */
const PUBLISHED_SECONDS = 300

/** A published picture of a portfolio as SVG; undefined for one that is none, or that the deploy brought. */
export type PictureOf = (portfolioId: number, name: string) => string | undefined

interface PageServing {
  readonly config: ApiConfig
  readonly portfolioByHost: (host: string) => Portfolio | undefined
  readonly portfolioById: (portfolioId: number) => Portfolio | undefined
  readonly pictureOf: PictureOf
}

/** Serves the built pages: the lender's desk at its host, and the borrower's at the portfolios' and in a view of the desk. */
export async function registerPages(app: FastifyInstance, serving: PageServing): Promise<PageResponder> {
  const { config, portfolioByHost, portfolioById } = serving
  const atDesk = await registerConsolePages(app, config)
  const borrowerPage = await registerBorrowerPages(app, serving)
  return (request, reply) => {
    if (deskAt(request, config) === undefined)
      return borrowerPage(request, reply, portfolioByHost(hostName(hostOf(request))))
    const mirrored = mirroredPageAt(request.url)
    if (mirrored === undefined) return atDesk(request, reply)
    return borrowerPage(request, reply, portfolioById(mirrored.portfolioId), mirrored)
  }
}

type BorrowerPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  portfolio: Portfolio | undefined,
  mirrored?: MirroredPage,
) => FastifyReply | undefined

/** One HTML page in the reader's language under the brand. */
async function registerBorrowerPages(
  app: FastifyInstance,
  { config, pictureOf }: PageServing,
): Promise<BorrowerPage> {
  if (!existsSync(join(config.webDir, 'index.html'))) return () => undefined
  const built = readPages(config.webDir)
  await serveBuiltFiles(app, {
    root: config.webDir,
    // A view at the desk loads the same scripts
    isServedAt: (request) => deskAt(request, config) === undefined || request.url.startsWith('/assets/'),
    decorateReply: true,
  })
  registerPortfolioAssets(app, config, pictureOf)
  return (request, reply, portfolio, mirrored) => {
    if (portfolio === undefined) return undefined
    const { url } = mirrored ?? request
    const name = pageAt(url.split('?', 1)[0] ?? '/')
    const nonce = newNonce()
    const language = pageLanguage(request)
    const { html, chunksOf } = built[language]
    const scripts = [...new Set([name, screenAt(url)].flatMap((part) => chunksOf[part ?? ''] ?? []))]
    const { gatewayPrefix, behaviorSample } = config
    const parts = { portfolio, gatewayPrefix, behaviorSample, nonce, language, scripts, mirrored }
    const policy = pagePolicy(nonce, request.protocol === 'https', mirrored && "'self'")
    reply.header('content-language', language).header('vary', 'Accept-Language, Cookie')
    if (mirrored !== undefined) reply.header('x-frame-options', 'SAMEORIGIN')
    return sendPage(reply, name === undefined ? 404 : 200, fillHead(html, parts), policy)
  }
}

interface BuiltPages {
  readonly html: string
  /** The scripts of each page and screen besides the entry's, by its name (page-routes.ts). */
  readonly chunksOf: Readonly<Record<string, readonly string[]>>
}

/** The pages of each language, as the build left them: English is `index.html`, Spanish `index.es.html`. */
function readPages(webDir: string): Readonly<Record<Locale, BuiltPages>> {
  const read = (name: string) => readFileSync(join(webDir, name), 'utf8')
  const chunks = (language: Locale): BuiltPages['chunksOf'] => {
    const name = `page-chunks.${language}.json`
    // Without it pages are right, only slower
    return existsSync(join(webDir, name)) ? (JSON.parse(read(name)) as BuiltPages['chunksOf']) : {}
  }
  return {
    en: { html: read('index.html'), chunksOf: chunks('en') },
    es: { html: read('index.es.html'), chunksOf: chunks('es') },
  }
}

/** Pictures of a brand, such as its icon, as published or as deployed; nothing else of its folder is served. */
function registerPortfolioAssets(app: FastifyInstance, config: ApiConfig, pictureOf: PictureOf): void {
  app.get<{ Params: { portfolioId: string; file: string } }>(
    '/portfolios/:portfolioId/:file',
    { schema: { hide: true } },
    (request, reply) => {
      const { portfolioId, file } = request.params
      if (!/^\d{1,3}$/.test(portfolioId) || !/^[a-z0-9-]+\.(svg|png|ico)$/.test(file))
        return reply.callNotFound()
      const published = pictureOf(Number(portfolioId), file.replace(/\.svg$/, ''))
      if (published !== undefined) {
        reply.header('cache-control', `public, max-age=${PUBLISHED_SECONDS}`)
        return reply.type('image/svg+xml').send(published)
      }
      reply.header('cache-control', 'public, max-age=3600')
      return reply.sendFile(`${portfolioId}/${file}`, config.portfoliosDir)
    },
  )
}
