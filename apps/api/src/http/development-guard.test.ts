import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Mode } from '../config/mode.ts'
import { guardDevelopment } from './development-guard.ts'

async function statusOf(
  guarded: { mode: Mode; developmentOpen: boolean },
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const app = Fastify()
  guardDevelopment(app, guarded)
  for (const path of ['/dev', '/dev/*', '/docs', '/docs/*', '/*']) app.get(path, () => 'page')
  const { statusCode } = await app.inject({ url, headers })
  await app.close()
  return statusCode
}

const CLOSED = { mode: 'development', developmentOpen: false } as const
const here = { host: 'localhost:8080' }

test.each(['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'])(
  'a development server takes nothing through a proxy: %s',
  async (name) => {
    expect(await statusOf(CLOSED, '/sign-in', { ...here, [name]: 'by=proxy' })).toBe(403)
    expect(await statusOf({ ...CLOSED, developmentOpen: true }, '/sign-in', { ...here, [name]: 'x' })).toBe(
      200,
    )
    expect(await statusOf({ ...CLOSED, mode: 'test' }, '/sign-in', { ...here, [name]: 'x' })).toBe(200)
  },
)

test.each([
  '/dev/mailbox',
  '/dev/mailbox.json?to=a@example.com',
  '/docs',
  '/docs/json',
  '/dev',
  '/%64ev/mailbox',
])('%s is there under names of this machine alone', async (url) => {
  for (const host of ['localhost:8080', '110.localhost', '127.0.0.1:8080', '[::1]:8080'])
    expect(await statusOf(CLOSED, url, { host })).toBe(200)
  for (const host of ['evil.example', 'localhost.evil.example', '10.0.0.7:8080'])
    for (const mode of ['development', 'test'] as const)
      expect(await statusOf({ ...CLOSED, mode }, url, { host })).toBe(404)
})

test('other pages ask for no name of this machine', async () => {
  expect(await statusOf(CLOSED, '/developers', { host: 'loans.lender.test' })).toBe(200)
  expect(await statusOf({ ...CLOSED, mode: 'production' }, '/docs', { host: 'loans.lender.test' })).toBe(200)
})
