import { pageLanguage } from '../../../http/request-language.ts'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { type LinkProgress, statusOfProgress } from '@dolphin/domain/verification/link-failure'
import {
  checkSandboxCredentials,
  type SandboxIbvProvider,
} from '@dolphin/integrations/ibv/sandbox/sandbox-provider'
import type { SandboxSession } from '@dolphin/integrations/ibv/sandbox/sandbox-session'
import { SANDBOX_BANK, sandboxInstitution } from '@dolphin/integrations/ibv/sandbox/institutions'
import { type SandboxUser, sandboxUser } from '@dolphin/integrations/ibv/sandbox/test-users'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendFailure } from '../../../http/error-handler.ts'
import { isForeignOrigin } from '../../../http/origin.ts'
import { newNonce, pagePolicy, sendPage } from '../../../http/security-headers.ts'
import { ENDINGS, endingOf } from './sandbox-bank-endings.ts'
import { sendSandboxEvents } from './sandbox-bank-events.ts'
import { accountsPage, type BankPage, endPage, signInPage } from './sandbox-bank-html.ts'
import type { VerificationDeps } from '../verification-deps.ts'

/** Where the pages stand; the session's id is the last part. */
export const SANDBOX_BANK_PATH = '/sandbox-bank'
const BODY_LIMIT_BYTES = 16 * 1024

type Visit = FastifyRequest<{ Params: { id: string } }>

/**
 * The hosted pages of the sandbox bank: sign-in, accounts, and where nothing was shared why. Plain forms that work
 * without script; what was proved on one page is carried to the next under a seal, so the bank keeps no half-done visits.
 */
export function registerSandboxBank(deps: VerificationDeps, bank: SandboxIbvProvider) {
  return async (app: FastifyInstance): Promise<void> => {
    await app.register(async (scope) => {
      scope.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
        (_request, body, done) => done(null, new URLSearchParams(String(body))),
      )
      scope.addHook('preHandler', async (request, reply) => {
        if (request.method === 'POST' && isForeignOrigin(request))
          await sendFailure(request, reply, 'originNotAllowed')
      })
      const schema = { hide: true }
      const path = `${SANDBOX_BANK_PATH}/:id`
      scope.get(path, { schema }, (request: Visit, reply) => showSignIn(deps, bank, request, reply))
      scope.post(`${path}/sign-in`, { schema }, (request: Visit, reply) => signIn(deps, bank, request, reply))
      scope.post(`${path}/accounts`, { schema }, (request: Visit, reply) =>
        shareAccounts(deps, bank, request, reply),
      )
    })
  }
}

const actionOf = ({ params }: Visit): string => `${SANDBOX_BANK_PATH}/${encodeURIComponent(params.id)}`

const formOf = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams()

/** What every page needs: the nonce of its style, the reader's language and the bank's name. */
type View = Omit<BankPage, 'action'>

/** Sends a page of the bank that a visit is at; of the first bank, where there is no visit. */
function send(
  reply: FastifyReply,
  status: number,
  visit: SandboxSession | undefined,
  render: (view: View) => string,
): FastifyReply {
  const { name: bank } = sandboxInstitution(visit?.institutionId ?? null) ?? SANDBOX_BANK
  const nonce = newNonce()
  const locale = pageLanguage(reply.request)
  // A form on a page that tells no referrer is sent with the origin "null", like a stranger's
  reply.header('referrer-policy', 'same-origin')
  return sendPage(reply, status, render({ nonce, locale, bank }), pagePolicy(nonce, false))
}

/** Opens the session, or shows why it cannot be opened. */
async function openVisit(
  bank: SandboxIbvProvider,
  { params }: Visit,
  reply: FastifyReply,
): Promise<SandboxSession | undefined> {
  const opened = await bank.openPage(params.id)
  if (!opened.ok) {
    const text = {
      en: 'This visit has ended. Go back to your application and open the bank page again.',
      es: 'Esta visita terminó. Vuelva a su solicitud y abra otra vez la página del banco.',
    }
    await send(reply, opened.error === 'expired' ? 410 : 404, undefined, (view) =>
      endPage(view, { title: { en: 'This page has expired', es: 'Esta página venció' }, text }, undefined),
    )
    return undefined
  }
  if (opened.value.signedInAt !== null) {
    const { returnUrl } = opened.value
    await send(reply, 200, opened.value, (view) =>
      endPage(
        view,
        {
          title: { en: 'All done here', es: 'Aquí ya está todo listo' },
          text: { en: 'You have signed in already.', es: 'Ya inició sesión.' },
        },
        returnUrl,
      ),
    )
    return undefined
  }
  return opened.value
}

async function showSignIn(
  deps: VerificationDeps,
  bank: SandboxIbvProvider,
  request: Visit,
  reply: FastifyReply,
) {
  const visit = await openVisit(bank, request, reply)
  if (visit === undefined) return reply
  await sendSandboxEvents(deps, visit.providerSessionId, [IbvStatus.startedNotCompleted])
  const empty = { username: '', ownerName: '', needsCode: false, error: undefined }
  return send(reply, 200, visit, (view) => signInPage({ action: actionOf(request), ...view, ...empty }))
}

const REFUSALS: Readonly<Record<'wrongCredentials' | 'codeNeeded' | 'wrongCode', Localized>> = {
  wrongCredentials: {
    en: 'User name or password is not right. Pick a test user from the list below.',
    es: 'El usuario o la contraseña no son correctos. Elija un usuario de prueba de la lista de abajo.',
  },
  codeNeeded: {
    en: 'Enter the code as well, and the password again.',
    es: 'Escriba también el código y otra vez la contraseña.',
  },
  wrongCode: {
    en: 'The code is not right. Enter it again, with the password.',
    es: 'El código no es correcto. Escríbalo otra vez, con la contraseña.',
  },
}

const lastStep = (path: SandboxUser['path']): LinkProgress => path.at(-1) ?? IbvStatus.otherError

/** Users whom the bank refuses at the sign-in. */
const endsAtSignIn = ({ path }: SandboxUser): boolean =>
  statusOfProgress(lastStep(path)) < IbvStatus.notStarted

/** Users who leave before they are signed in; their visit can be gone on with. */
const leaves = ({ path }: SandboxUser): boolean => lastStep(path) === IbvStatus.startedNotCompleted

async function signIn(deps: VerificationDeps, bank: SandboxIbvProvider, request: Visit, reply: FastifyReply) {
  const visit = await openVisit(bank, request, reply)
  if (visit === undefined) return reply
  const form = formOf(request)
  const typed = {
    username: (form.get('username') ?? '').trim(),
    password: form.get('password') ?? '',
    code: (form.get('code') ?? '').trim(),
    ownerName: (form.get('ownerName') ?? '').slice(0, 100),
  }
  const checked = checkSandboxCredentials(typed)
  const action = actionOf(request)
  if (!checked.ok) {
    const { username, ownerName } = typed
    const [error, needsCode] = [REFUSALS[checked.error], checked.error !== 'wrongCredentials']
    return send(reply, 422, visit, (view) =>
      signInPage({ action, ...view, username, ownerName, needsCode, error }),
    )
  }
  if (leaves(checked.value))
    return send(reply, 200, visit, (view) =>
      endPage(view, ENDINGS[IbvStatus.startedNotCompleted], visit.returnUrl),
    )
  if (endsAtSignIn(checked.value)) return finish(deps, bank, { visit, typed }, reply)
  const pass = sealPass(deps, visit.providerSessionId, typed)
  return send(reply, 200, visit, (view) =>
    accountsPage({ action, ...view, user: checked.value, pass, error: undefined }),
  )
}

/** Shares the accounts that were ticked, or leaves. */
async function shareAccounts(
  deps: VerificationDeps,
  bank: SandboxIbvProvider,
  request: Visit,
  reply: FastifyReply,
) {
  const visit = await openVisit(bank, request, reply)
  if (visit === undefined) return reply
  const form = formOf(request)
  if (form.get('answer') !== 'share') return reply.redirect(visit.returnUrl, 303)
  const pass = form.get('pass') ?? ''
  const credentials = openPass(deps, visit.providerSessionId, pass)
  const user = sandboxUser(credentials?.username ?? '')
  const action = actionOf(request)
  if (credentials === undefined || user === undefined) return reply.redirect(action, 303)
  const sharedAccounts = form.getAll('account')
  if (sharedAccounts.length > 0)
    return finish(deps, bank, { visit, typed: { ...credentials, sharedAccounts } }, reply)
  const error = {
    en: 'Choose at least one account, or go back to your application.',
    es: 'Elija al menos una cuenta o vuelva a su solicitud.',
  }
  return send(reply, 422, visit, (view) => accountsPage({ action, ...view, user, pass, error }))
}

type Typed = Parameters<SandboxIbvProvider['signIn']>[1]

/** A visit at the sandbox bank, and what was typed there. */
interface SandboxSignIn {
  readonly visit: SandboxSession
  readonly typed: Typed
}

async function finish(
  deps: VerificationDeps,
  bank: SandboxIbvProvider,
  { visit, typed }: SandboxSignIn,
  reply: FastifyReply,
) {
  const { providerSessionId, returnUrl } = visit
  const signedIn = await bank.signIn(providerSessionId, typed)
  const user = sandboxUser(typed.username)
  if (!signedIn.ok || user === undefined)
    return reply.redirect(`${SANDBOX_BANK_PATH}/${providerSessionId}`, 303)
  await sendSandboxEvents(deps, providerSessionId, user.path)
  const ending = endingOf(lastStep(user.path))
  // Nothing is left to be said: the application says how it goes on.
  if (ending === undefined) return reply.redirect(returnUrl, 303)
  return send(reply, 200, visit, (view) => endPage(view, ending, returnUrl))
}

interface Pass {
  readonly username: string
  readonly password: string
  readonly code: string
  readonly ownerName: string
}

const passDigest = ({ keys }: VerificationDeps, sessionId: string, content: string): Buffer =>
  createHmac('sha256', keys.derive('sandbox bank visit')).update(`${sessionId}.${content}`).digest()

/** What was typed on the sign-in page, carried over the next pages of the same visit; all of it is public test data. */
function sealPass(deps: VerificationDeps, sessionId: string, pass: Pass): string {
  const content = Buffer.from(JSON.stringify(pass)).toString('base64url')
  return `${content}.${passDigest(deps, sessionId, content).toString('base64url')}`
}

function openPass(deps: VerificationDeps, sessionId: string, sealed: string): Pass | undefined {
  const [content = '', signature = ''] = sealed.split('.')
  const [expected, given] = [passDigest(deps, sessionId, content), Buffer.from(signature, 'base64url')]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  // Sealed by sealPass, so its shape is known.
  return JSON.parse(Buffer.from(content, 'base64url').toString('utf8')) as Pass
}
