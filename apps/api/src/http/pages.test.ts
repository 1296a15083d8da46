import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { loadPortfolios } from '../modules/portfolios/portfolio-catalog.ts'
import { registerPages } from './pages.ts'

const PROJECT = fileURLToPath(new URL('../../../../', import.meta.url))
const webDir = mkdtempSync(join(tmpdir(), 'dolphin-built-pages-'))
const PAGE = '<html lang="en"><head><title></title><!--dolphin:boot--></head><div id="root"></div></html>'

let app: FastifyInstance

beforeAll(async () => {
  mkdirSync(join(webDir, 'assets'))
  for (const language of ['en', 'es']) {
    const name = language === 'en' ? 'index.html' : `index.${language}.html`
    writeFileSync(join(webDir, name), PAGE)
    writeFileSync(
      join(webDir, `page-chunks.${language}.json`),
      JSON.stringify({
        'home/home': [`assets/home-${language}.js`, 'assets/loan-1.js'],
        'applications/application': ['assets/application-1.js', 'assets/loan-1.js'],
        'plans/amount-screen': ['assets/plan-1.js', 'assets/loan-1.js'],
      }),
    )
  }
  app = Fastify()
  await app.register(cookie)
  const config = { ...readConfig({ DOLPHIN_MODE: 'test' }, PROJECT), webDir }
  const { portfolio } = loadPortfolios(config.portfoliosDir).byHost('localhost') ?? {}
  const respond = await registerPages(app, {
    config,
    portfolioByHost: () => portfolio,
    pictureOf: () => undefined,
  })
  app.setNotFoundHandler(async (request, reply) => respond(request, reply) ?? reply.code(404).send())
})

afterAll(async () => {
  await app.close()
  rmSync(webDir, { recursive: true })
})

const read = (url: string, language = 'en') =>
  app.inject({ url, headers: { host: 'localhost', 'accept-language': language } })
const preloaded = (body: string) =>
  [...body.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g)].map(([, href]) => href)

test.each([
  ['en', ['/assets/home-en.js', '/assets/loan-1.js']],
  ['es', ['/assets/home-es.js', '/assets/loan-1.js']],
])(
  'a page in "%s" names its own scripts in its head, so that they come in one go',
  async (language, scripts) => {
    const page = await read('/home?from=mail', language)
    expect(page.statusCode).toBe(200)
    expect(preloaded(page.body)).toEqual(scripts)
  },
)

test('a step of the application names the scripts of its screen too, each once', async () => {
  const page = await read('/application/abc?section=loanDetail')
  expect(preloaded(page.body)).toEqual(['/assets/application-1.js', '/assets/loan-1.js', '/assets/plan-1.js'])
})

test('a page of which the build names no scripts, and an address without a page, name none', async () => {
  expect(preloaded((await read('/documents')).body)).toEqual([])
  const nowhere = await read('/nowhere')
  expect(nowhere.statusCode).toBe(404)
  expect(preloaded(nowhere.body)).toEqual([])
})

test('the picture along the foot of a brand is asked for with the page, not once the page is drawn', async () => {
  const { body } = await read('/sign-in')
  expect(body).toContain('<link rel="preload" as="image" href="/portfolios/118/pattern.svg">')
})

test('the lists themselves are no files of the site', async () => {
  expect((await read('/page-chunks.en.json')).headers['content-type']).toContain('text/html')
})
