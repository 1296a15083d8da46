import { randomBytes } from 'node:crypto'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'

const YEAR_SECONDS = 31_536_000

/** Answers of calls are data: nothing in them may run, be framed or be kept. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/**
 * The policy of a page: own scripts and styles, plus the one inline block that carries the nonce. `style`
 * attributes set by script go through the CSSOM, which needs no exception. Source: security.md T13, ASVS 3.4.3.
 */
export function pagePolicy(nonce: string, upgrade: boolean): string {
  const rules = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self' blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    "media-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types dolphin',
  ]
  if (upgrade) rules.push('upgrade-insecure-requests')
  return rules.join('; ')
}

/** A nonce for one answer: 128 random bits. */
export const newNonce = (): string => randomBytes(16).toString('base64')

/** Headers that every answer carries, whoever made it; pages replace the content policy by their own. */
export async function registerSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: { maxAge: YEAR_SECONDS, includeSubDomains: true },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('content-security-policy', API_POLICY)
    reply.header('cache-control', 'no-store')
    reply.header('x-request-id', request.id)
    reply.header(
      'permissions-policy',
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()',
    )
  })
}

/** Sends an HTML page under the page policy. */
export function sendPage(reply: FastifyReply, status: number, html: string, policy: string): FastifyReply {
  return reply
    .code(status)
    .header('content-security-policy', policy)
    .type('text/html; charset=utf-8')
    .send(html)
}
