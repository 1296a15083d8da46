import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { loadPortfolios } from '../modules/portfolios/portfolio-catalog.ts'
import { registerScreenPages } from './screen-pages.ts'

const PROJECT = fileURLToPath(new URL('../../../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'dolphin-screens-'))

beforeAll(() => {
  const built = join(folder, 'dist-screens')
  mkdirSync(join(built, 'assets'), { recursive: true })
  writeFileSync(join(built, 'assets/screens-1.js'), '1')
  writeFileSync(
    join(built, 'screens.html'),
    '<html lang="en"><head><title></title><!--dolphin:boot--></head><div id="root"></div></html>',
  )
})

afterAll(() => rmSync(folder, { recursive: true }))

async function serverIn(mode: 'development' | 'production') {
  const app = Fastify()
  app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler)
  const config = { ...readConfig({ DOLPHIN_MODE: 'test' }, PROJECT), mode, webDir: join(folder, 'dist') }
  const portfolios = loadPortfolios(config.portfoliosDir)
  await registerScreenPages(app, { config, portfolios })
  const read = (url: string) => app.inject({ method: 'GET', url, headers: { host: 'localhost' } })
  return { read, close: () => app.close() }
}

test('in development a screen is served in the brand and language asked for, its files to keep', async () => {
  const { read, close } = await serverIn('development')
  const page = await read('/dev/screens/home-1-start?brand=110&language=es')
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('lang="es"')
  expect(page.body).toContain('"portfolioId":110')
  expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect((await read('/dev/screens')).body).toContain('"portfolioId":118')
  expect((await read('/dev/screens/assets/screens-1.js')).headers['cache-control']).toContain('immutable')
  await close()
})

test('in production none of their addresses exists (issue: off in production)', async () => {
  const { read, close } = await serverIn('production')
  for (const url of ['/dev/screens', '/dev/screens/home-1-start', '/dev/screens/assets/screens-1.js'])
    expect((await read(url)).statusCode, url).toBe(404)
  await close()
})
