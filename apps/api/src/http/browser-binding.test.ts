import cookie from '@fastify/cookie'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import { createBrowserBinding } from './browser-binding.ts'

describe('what ties a session to its browser (design/security.md D2)', () => {
  const binding = createBrowserBinding(new Uint8Array(32).fill(5), 'development')

  /** Asks a server with the cookies given and answers the cookies it set, and what it read. */
  async function visit(
    act: (request: FastifyRequest, reply: FastifyReply) => string | undefined | void,
    headers: Readonly<Record<string, string>> = {},
  ) {
    const app = Fastify()
    await app.register(cookie)
    app.get('/', (request, reply) => ({ read: act(request, reply) }))
    const answer = await app.inject({ url: '/', headers: { host: 'localhost:8080', ...headers } })
    await app.close()
    return { cookies: answer.cookies, read: answer.json<{ read?: string }>().read }
  }
  const set = (headers?: Readonly<Record<string, string>>) =>
    visit((request, reply) => binding.cookiesOf(request, reply).bindTo('a-token'), headers)

  test('its cookie is out of reach of scripts and other sites, and goes with the browser', async () => {
    expect((await set()).cookies).toEqual([
      {
        name: '__Host-dolphin',
        value: binding.digest('a-token'),
        path: '/',
        httpOnly: true,
        secure: true,
        sameSite: 'Strict',
      },
    ])
    expect((await set({ host: 'loans.example.com' })).cookies).toEqual([
      {
        name: 'dolphin-development',
        value: binding.digest('a-token'),
        path: '/',
        httpOnly: true,
        sameSite: 'Strict',
      },
    ])
  })

  test('it follows from the token and the key, and from neither alone', () => {
    const other = createBrowserBinding(new Uint8Array(32).fill(6), 'development')
    expect(binding.digest('a-token')).toBe(binding.digest('a-token'))
    expect(binding.digest('a-token')).not.toBe(binding.digest('b-token'))
    expect(binding.digest('a-token')).not.toBe(other.digest('a-token'))
    expect(binding.digest('a-token')).toMatch(/^[\w-]{43}$/)
  })

  test('it is read again, and cleared', async () => {
    const headers = { cookie: '__Host-dolphin=kept; __Host-dolphin-device=known' }
    const session = (request: FastifyRequest, reply: FastifyReply) =>
      binding.cookiesOf(request, reply).session
    const device = (request: FastifyRequest, reply: FastifyReply) => binding.cookiesOf(request, reply).device
    const unbind = (request: FastifyRequest, reply: FastifyReply) =>
      binding.cookiesOf(request, reply).unbind()
    expect((await visit(session, headers)).read).toBe('kept')
    expect((await visit(device, headers)).read).toBe('known')
    expect((await visit(session)).read).toBeUndefined()
    const [cleared] = (await visit(unbind, headers)).cookies
    expect(cleared).toMatchObject({ name: '__Host-dolphin', value: '', path: '/', secure: true })
    expect(cleared?.expires?.getTime()).toBe(0)
  })

  test('a device is known for 180 days', async () => {
    const { cookies } = await visit((request, reply) =>
      binding.cookiesOf(request, reply).rememberDevice('token'),
    )
    expect(cookies).toEqual([
      {
        name: '__Host-dolphin-device',
        value: 'token',
        maxAge: 15_552_000,
        path: '/',
        httpOnly: true,
        secure: true,
        sameSite: 'Strict',
      },
    ])
  })
})
