import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import { type Locale, LOCALES } from '@dolphin/domain/portfolios/localized'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { hostName } from '../config/loopback.ts'
import { fillHead } from '../http/page-head.ts'
import { newNonce, pagePolicy, sendPage } from '../http/security-headers.ts'
import { hostOf } from '../http/request-host.ts'

const query = z.object({
  brand: z.coerce.number().int().optional(),
  language: z.enum(LOCALES).default('en'),
  mode: z.enum(['light', 'dark']).optional(),
})

/**
 * /dev/screens and /dev/screens/<name>: every state of every page from fixtures, in a brand, language and color mode
 * of choice. Never in production, and nowhere where they were not built. Source: the "Screens page".
 */
export async function registerScreenPages(
  app: FastifyInstance,
  { config, portfolios }: Pick<Deps, 'config'> & { portfolios: Pick<Deps['portfolios'], 'byHost' | 'byId'> },
): Promise<void> {
  const folder = resolve(config.webDir, '../dist-screens')
  const file = join(folder, 'screens.html')
  if (config.mode === 'production' || !existsSync(file)) return
  const html = readFileSync(file, 'utf8')
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/dev/screens/assets/',
    decorateReply: false,
    cacheControl: false,
    setHeaders: (response) => {
      response.header('cache-control', 'public, max-age=31536000, immutable')
    },
  })
  for (const path of ['/dev/screens', '/dev/screens/:name']) {
    app.get(path, { schema: { querystring: query, hide: true } }, (request, reply) => {
      const { brand, language } = request.query as z.output<typeof query>
      const entry =
        brand === undefined ? portfolios.byHost(hostName(hostOf(request))) : portfolios.byId(brand)
      if (entry === undefined) return reply.callNotFound()
      const nonce = newNonce()
      const { gatewayPrefix } = config
      const page = fillHead(inLanguage(html, language), {
        portfolio: entry.portfolio,
        gatewayPrefix,
        nonce,
        language,
        behaviorSample: 0,
        scripts: [],
      })
      return sendPage(reply, 200, page, pagePolicy(nonce, false))
    })
  }
}

const inLanguage = (html: string, language: Locale): string =>
  html.replace('<html lang="en"', `<html lang="${language}"`)
