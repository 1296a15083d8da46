import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { loadPortfolios } from '../modules/portfolios/portfolio-catalog.ts'
import { registerPages } from './pages.ts'

const PROJECT = fileURLToPath(new URL('../../../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'dolphin-built-pages-'))
const webDir = join(folder, 'dist')
const consoleDir = join(folder, 'console')
const PAGE = '<html lang="en"><head><title></title><!--dolphin:boot--></head><div id="root"></div></html>'

let app: FastifyInstance

beforeAll(async () => {
  mkdirSync(join(webDir, 'assets'), { recursive: true })
  writeFileSync(join(webDir, 'assets/home.js'), 'home')
  writeFileSync(join(webDir, 'assets/home.js.map'), 'source map')
  writeFileSync(join(webDir, 'theme.js'), 'theme')
  writeFileSync(join(folder, 'package.json'), 'beside the build')
  for (const language of ['en', 'es']) {
    const name = language === 'en' ? 'index.html' : `index.${language}.html`
    writeFileSync(join(webDir, name), PAGE)
    writeFileSync(
      join(webDir, `page-chunks.${language}.json`),
      JSON.stringify({
        'home/home': [`assets/home-${language}.js`, 'assets/loan-1.js'],
        'applications/application': ['assets/application-1.js', 'assets/loan-1.js'],
        'plans/offer-screen': ['assets/plan-1.js', 'assets/loan-1.js'],
      }),
    )
  }
  mkdirSync(join(consoleDir, 'assets/desk'), { recursive: true })
  writeFileSync(join(consoleDir, 'assets/desk/desk.js'), 'desk')
  writeFileSync(join(consoleDir, 'index.html'), '<html><head><!--desk--></head></html>')
  app = Fastify()
  await app.register(cookie)
  const config = { ...readConfig({ DOLPHIN_MODE: 'test' }, PROJECT), webDir, consoleDir }
  const { portfolio } = loadPortfolios(config.portfoliosDir).byHost('localhost') ?? {}
  const respond = await registerPages(app, {
    config,
    portfolioByHost: () => portfolio,
    portfolioById: (portfolioId) => (portfolioId === portfolio?.portfolioId ? portfolio : undefined),
    pictureOf: () => undefined,
  })
  app.setNotFoundHandler(async (request, reply) => respond(request, reply) ?? reply.code(404).send())
})

afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
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

test('a page runs what is ours or carries its nonce, and no text as HTML or script (ASVS 3.4.3, 14.2.3)', async () => {
  const policies = await Promise.all(
    [1, 2].map(async () => String((await read('/sign-in')).headers['content-security-policy'])),
  )
  const nonces = policies.map((policy) => /script-src 'self' 'nonce-([\w+/]{22}==)';/.exec(policy)?.[1])
  expect(new Set(nonces).size).toBe(2)
  expect(nonces).not.toContain(undefined)
  for (const rule of [
    "default-src 'none'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ])
    expect(policies[0]?.split('; ')).toContain(rule)
  expect(policies[0]).not.toMatch(/unsafe-|https?:/)
})

test('only files of the build are served: none beside it, and no source maps (ASVS 13.4.1)', async () => {
  expect((await read('/assets/home.js')).body).toBe('home')
  for (const url of [
    '/package.json',
    '/../package.json',
    '/..%2fpackage.json',
    '/assets/..%2f..%2fpackage.json',
  ])
    expect((await read(url)).body, url).not.toContain('beside the build')
  expect((await read('/assets/home.js.map')).body).not.toContain('source map')
})

test('a folder of the build lists nothing (ASVS 13.4.3)', async () => {
  for (const url of ['/assets', '/assets/']) {
    const { statusCode, body } = await read(url)
    expect([url, statusCode, body.includes('home.js')]).toEqual([url, 404, false])
  }
})

describe('the lender’s desk', () => {
  const DESK = 'desk.localhost:8080'
  const ask = (url: string, host: string) => app.inject({ url, headers: { host } })

  test.each([
    '/',
    '/sign-in',
    '/enroll',
    '/terminal',
    '/approvals',
    '/approvals/A000000012',
    '/people',
    '/account',
  ])('its host serves %s, under a policy without inline code, never to be kept or framed', async (url) => {
    const page = await ask(url, DESK)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('<meta name="desk" data-gateway-prefix="/fssapi" data-mode="test">')
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("style-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/nonce|unsafe|blob:/)
    expect(page.headers['permissions-policy']).toContain(
      'publickey-credentials-get=(self), publickey-credentials-create=(self)',
    )
  })

  test('every page that the desk has is found, with what is chosen on it', async () => {
    const source = readFileSync(new URL('../../../console/src/app/desk-app.tsx', import.meta.url), 'utf8')
    const paths = [...source.matchAll(/<Route path="(\/[^"]*)"/g)].map(([, path = '']) => path)
    expect(paths).toEqual(expect.arrayContaining(['/today', '/work/:chosen?', '/money']))
    // What may be chosen may be left out where the page says so.
    const urls = paths.flatMap((path) => [
      path.replace(/\/:\w+\?/, ''),
      path.replace(/:\w+\??/, 'W000000012'),
    ])
    for (const url of urls.filter((each) => !each.includes(':')))
      expect([url, (await ask(url, DESK)).statusCode]).toEqual([url, 200])
    expect((await ask('/work/W000000012/more', DESK)).statusCode).toBe(404)
  })

  test('its host answers 404 to the borrower’s pages, but serves the scripts that a view loads', async () => {
    for (const url of ['/home', '/application/x', '/repayment/loan-details', '/theme.js'])
      expect((await ask(url, DESK)).statusCode, url).toBe(404)
    expect((await ask('/assets/home.js', DESK)).statusCode).toBe(200)
    expect((await ask('/assets/desk/desk.js', DESK)).statusCode).toBe(200)
  })

  test('a view is a borrower’s page that the desk alone may frame, and that reports nothing (console.md, Mirror)', async () => {
    const frame = await ask('/mirror/M1/118/home?from=mail', DESK)
    expect(frame.statusCode).toBe(200)
    expect(frame.headers['x-frame-options']).toBe('SAMEORIGIN')
    expect(String(frame.headers['content-security-policy'])).toContain("frame-ancestors 'self';")
    const boot = /id="boot"[^>]*>([^<]*)</.exec(frame.body)?.[1] ?? ''
    expect(JSON.parse(boot)).toMatchObject({
      mirrorNo: 'M1',
      base: '/mirror/M1/118',
      behaviorSample: 0,
      portfolio: { portfolioId: 118 },
    })
    expect(preloaded(frame.body)).toContain('/assets/home-en.js')
    const own = JSON.parse(/id="boot"[^>]*>([^<]*)</.exec((await read('/home')).body)?.[1] ?? '') as object
    expect(own).not.toHaveProperty('mirrorNo')
    expect(String((await ask('/mirror/M1', DESK)).headers['content-security-policy'])).toContain(
      "frame-src 'self';",
    )
    expect(String((await ask('/today', DESK)).headers['content-security-policy'])).not.toContain('frame-src')
    expect((await ask('/mirror/M1/118/nowhere', DESK)).statusCode).toBe(404)
    expect((await ask('/mirror/M1/999/home', DESK)).body).not.toContain('id="boot"')
    expect((await ask('/mirror/M1/118/home', 'localhost')).statusCode).toBe(404)
  })

  test('a portfolio’s host answers 404 to the desk’s pages and their files', async () => {
    for (const url of ['/enroll', '/terminal', '/approvals', '/people', '/assets/desk/desk.js'])
      expect((await ask(url, 'localhost')).statusCode, url).toBe(404)
    expect((await ask('/assets/home.js', 'localhost')).statusCode).toBe(200)
  })
})
