import { randomBytes } from 'node:crypto'
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { assert } from '@dolphin/domain/assert'
import type { FastifyInstance, FastifyReply } from 'fastify'
import helmet from 'helmet'

const YEAR_SECONDS = 31_536_000

/** Answers of calls are data: nothing in them may run, be framed or be kept. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/**
 * The policy of a page: own scripts and styles, plus the one inline block that carries the nonce. `style`
 * attributes set by script go through the CSSOM, which needs no exception. Source: design/security.md T13,
 * ASVS 3.4.3.
 */
export function pagePolicy(nonce: string, upgrade: boolean, ancestors: FrameAncestors = "'none'"): string {
  return policyOf(
    [
      `script-src 'self' 'nonce-${nonce}'`,
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data: blob:",
      "frame-src 'self' blob:",
      "worker-src 'self'",
      "manifest-src 'self'",
      "media-src 'self'",
    ],
    upgrade,
    ancestors,
  )
}

/** Who may frame a page: no one, or the pages of the same host. */
type FrameAncestors = "'none'" | "'self'"

/**
 * The policy of the desk: files of its own alone, no inline block at all. One page frames a borrower's, its view of a
 * customer's own pages. Source: docs/facts/staff-passkeys.md; docs/design/console.md, Mirror.
 */
export const deskPolicy = (upgrade: boolean, framesPages = false): string => {
  const own = ["script-src 'self'", "style-src 'self'", "img-src 'self' data:"]
  return policyOf(framesPages ? [...own, "frame-src 'self'"] : own, upgrade)
}

function policyOf(
  sources: readonly string[],
  upgrade: boolean,
  ancestors: FrameAncestors = "'none'",
): string {
  const rules = [
    "default-src 'none'",
    ...sources,
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${ancestors}`,
    "require-trusted-types-for 'script'",
    'trusted-types dolphin',
  ]
  if (upgrade) rules.push('upgrade-insecure-requests')
  return rules.join('; ')
}

/** A nonce for one answer: 128 random bits. */
export const newNonce = (): string => randomBytes(16).toString('base64')

/** helmet says the same about every request, so it is asked once. */
function helmetHeaders(): OutgoingHttpHeaders {
  const answer = new ServerResponse(new IncomingMessage(new Socket()))
  const asked = helmet({
    contentSecurityPolicy: false,
    strictTransportSecurity: { maxAge: YEAR_SECONDS, includeSubDomains: true },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  })
  asked(answer.req, answer, (error) => assert(error === undefined, 'helmet knows its headers'))
  return answer.getHeaders()
}

/** Adds security headers to every response from any handler; pages replace the content policy by their own. */
export function registerSecurityHeaders(app: FastifyInstance): void {
  const headers = {
    ...helmetHeaders(),
    'content-security-policy': API_POLICY,
    'cache-control': 'no-store',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()',
  }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    done()
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
