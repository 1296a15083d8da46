import type { Locale } from '@dolphin/domain/portfolios/localized'
import { findCustomerByEmail } from '@dolphin/database/identity/customer-repository'
import { insertResource } from '@dolphin/database/applications/resource-repository'
import type { CreateAccountType } from '@dolphin/domain/identity/codes'
import { ok } from '@dolphin/domain/outcome'
import { HOUR_MS, MINUTE_MS } from '@dolphin/domain/time/durations'
import { type Result, refuse, refuseAndCommit } from '../../refusal.ts'
import type { JobData, JobDefinition } from '../../ports/job-queue.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { stateRefusal } from './sign-in-service.ts'
import { hashToken, newId, newToken } from '../../security/secrets.ts'

const LINK_MAIL_JOB = 'identity-link-mail'
const LINK_HOURS = 72
const RESET_MINUTES = 30

export interface LinkRequest {
  readonly purpose: 'createAccount' | 'resetPassword'
  readonly portfolioId: number
  readonly email: string
  /** What the new account is for; only with createAccount. */
  readonly createAccountType: CreateAccountType | undefined
  readonly resource: string | undefined
  readonly baseUrl: string
  readonly ip: string
  /** Of the page that asked; an account speaks its own. */
  readonly locale: Locale
}

type SealedRequest = Omit<LinkRequest, 'ip'>

const place = (requestId: string) => ({ table: 'jobs', id: requestId, column: 'linkRequest' })

/**
 * Takes a request for a link. The same work is done for every address, known or not: whether there is an account
 * is looked up by the job, off the request. Errors: `tooManyRequests`, `tooManyMails`. Source: design/security.md T3.
 */
export async function requestLink(
  deps: IdentityDeps,
  unit: UnitOfWork,
  request: LinkRequest,
): Promise<Result<undefined>> {
  const { ip, ...wanted } = request
  const wait = await deps.limits.take(unit.tx, 'accountLinks', ip, unit.now)
  if (wait !== undefined) return refuse('tooManyRequests', { retryAfterSeconds: wait.seconds })
  // Counted by what was typed, whether it is an account's or not: the refusal tells nothing of the account.
  const address = `${wanted.portfolioId}/${wanted.email.trim().toLowerCase()}`
  const tooMany = await deps.limits.take(unit.tx, 'linkMails', address, unit.now)
  if (tooMany !== undefined) return refuseAndCommit('tooManyMails', { retryAfterSeconds: tooMany.seconds })
  const requestId = newId(deps.random)
  const sealed = deps.cipher.seal(place(requestId), JSON.stringify(wanted))
  await deps.jobs.send(unit, LINK_MAIL_JOB, { requestId, sealed })
  return ok(undefined)
}

/** The job: makes the link and queues its mail. Done twice, it mails once. */
export function linkMailJob(deps: IdentityDeps): JobDefinition {
  return { name: LINK_MAIL_JOB, run: (data) => run(deps, data) }
}

async function run(deps: IdentityDeps, { requestId, sealed }: JobData): Promise<void> {
  const id = String(requestId)
  const request = JSON.parse(deps.cipher.open(place(id), String(sealed))) as SealedRequest
  await deps.units.write(async (unit) => {
    const { portfolioId, email, purpose } = request
    const customer = await findCustomerByEmail(unit.tx, deps.cipher, portfolioId, email)
    const language = request.locale
    const shared = { portfolioId, recipient: email, loanNo: null, language, dedupKey: `link/${id}` }
    if (customer !== undefined && stateRefusal(customer) !== undefined) {
      // A link would lead to a page that refuses: only the lender opens a held account.
      const { openId } = customer
      await deps.notices.send(unit, { ...shared, kind: 'accountOnHold', values: {}, openId })
    } else if (purpose === 'resetPassword' && customer !== undefined) {
      const expiresAt = new Date(unit.now.getTime() + RESET_MINUTES * MINUTE_MS)
      const link = await makeLink(deps, unit, request, { subject: { openId: customer.openId }, expiresAt })
      const values = { link, validMinutes: String(RESET_MINUTES) }
      await deps.notices.send(unit, { ...shared, kind: 'resetLink', values, openId: customer.openId })
    } else if (purpose === 'createAccount' && customer !== undefined) {
      const values = {
        signInLink: `${request.baseUrl}/sign-in`,
        resetLink: `${request.baseUrl}/send-reset-link`,
      }
      await deps.notices.send(unit, { ...shared, kind: 'accountExists', values, openId: customer.openId })
    } else if (purpose === 'createAccount') {
      const expiresAt = new Date(unit.now.getTime() + LINK_HOURS * HOUR_MS)
      const subject = { createAccountType: request.createAccountType ?? 2 }
      const link = await makeLink(deps, unit, request, { subject, expiresAt })
      const values = { link, validHours: String(LINK_HOURS) }
      await deps.notices.send(unit, { ...shared, kind: 'createAccountLink', values, openId: null })
    }
    return ok(undefined)
  })
}

const PAGES = { createAccount: 'create-account', resetPassword: 'reset-password' } as const

/** Whom a link is about, and until when it works. */
interface LinkContent {
  readonly subject: Readonly<Record<string, string | number>>
  readonly expiresAt: Date
}

async function makeLink(
  deps: IdentityDeps,
  unit: UnitOfWork,
  { purpose, portfolioId, email, resource, baseUrl }: SealedRequest,
  { subject, expiresAt }: LinkContent,
): Promise<string> {
  const token = newToken(deps.random)
  await insertResource(unit.tx, deps.cipher, {
    tokenHash: hashToken(token),
    portfolioId,
    purpose,
    subject,
    sealedSubject: { email, ...(resource === undefined ? {} : { resource }) },
    createdAt: unit.now,
    expiresAt,
    maxUses: 1,
  })
  return `${baseUrl}/${PAGES[purpose]}/${token}`
}
