import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { ApiConfig } from '../config/config.ts'
import type { PageResponder } from './not-found.ts'
import { serveBuiltFiles } from './built-files.ts'
import { deskAt } from './desk.ts'
import { deskPolicy, sendPage } from './security-headers.ts'

/**
 * The addresses of the desk's pages, as apps/console/src/app/desk-app.tsx has them, with what is chosen on a list: a number,
 * or a name as the calls know it. Everything else answers 404 with the same HTML, which says so.
 */
const PAGE =
  /^\/(?:sign-in(?:\/single-sign-on)?|enroll|terminal|people|system|account|today|money|coupons|legal-holds|mirror\/[\w-]{1,64}|(?:approvals|touch|work|reviews|statements|messages|data-requests|customers)(?:\/[\w~.%-]{1,120})?)?\/?$/

/** The page that frames a customer's own. */
const MIRROR = /^\/mirror\//

/** Passkeys are made and asked for on the desk's own pages, and in no frame within them. */
const PERMISSIONS =
  'publickey-credentials-get=(self), publickey-credentials-create=(self), camera=(), microphone=(), geolocation=(), payment=(), usb=()'

/** The settings that the pages need before their first call, as data of the page: nothing of it runs. */
const settingsOf = ({
  gatewayPrefix,
  mode,
  singleSignOn,
}: Pick<ApiConfig, 'gatewayPrefix' | 'mode' | 'singleSignOn'>): string => {
  const signOn = singleSignOn === undefined ? '' : ` data-sign-on="${singleSignOn.name}"`
  return `<meta name="desk" data-gateway-prefix="${gatewayPrefix}" data-mode="${mode}"${signOn}>`
}

/** Serves the lender's desk, at its own host alone. */
export async function registerConsolePages(app: FastifyInstance, config: ApiConfig): Promise<PageResponder> {
  const page = join(config.consoleDir, 'index.html')
  if (!existsSync(page)) return () => undefined
  await serveBuiltFiles(app, {
    root: config.consoleDir,
    isServedAt: (request) => deskAt(request, config) !== undefined,
    decorateReply: false,
  })
  const html = readFileSync(page, 'utf8').replace('<!--desk-->', () => settingsOf(config))
  return (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    reply.header('permissions-policy', PERMISSIONS)
    const policy = deskPolicy(request.protocol === 'https', MIRROR.test(path))
    return sendPage(reply, PAGE.test(path) ? 200 : 404, html, policy)
  }
}
