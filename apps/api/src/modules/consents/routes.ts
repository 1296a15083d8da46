import type { Locale } from '@dolphin/domain/portfolios/localized'
import type { ForReaders } from '../../reader-words.ts'
import {
  batchSaveConsentStatusCall,
  checkConsentStatusCall,
  getConsentTemplateCall,
} from '@dolphin/contract/consents'
import type { consentOverview } from '@dolphin/contract/shapes/consent'
import type { Executor } from '@dolphin/database/driver/executor'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  type ConsentRecord,
  currentConsents,
  recordConsents,
} from '@dolphin/database/consents/consent-repository'
import { listOwnLoans, lockLoan } from '@dolphin/database/loans/loan-repository'
import { findCustomer, setOptInFlags } from '@dolphin/database/identity/customer-repository'
import { ADVERTISING_CONSENT_KINDS } from '@dolphin/domain/consents/advertising'
import { checkConsents, type ConsentAnswer } from '@dolphin/domain/consents/consent-check'
import { hasOptInFlag, OptInFlag } from '@dolphin/domain/identity/codes'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { flagsRaisedBy } from '@dolphin/domain/loans/loan-flag'
import { ok } from '@dolphin/domain/outcome'
import { ConsentKind, type ConsentTemplate } from '@dolphin/domain/portfolios/consent-template'
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import { isoInZone } from '@dolphin/domain/time/new-york'
import type { z } from 'zod'
import { consentRefusal } from './consent-refusal.ts'
import { consentTemplateView } from './consent-template-view.ts'
import type { Deps } from '../../deps.ts'
import type { CustomerActor } from '../../http/actor.ts'
import { refuse } from '../../refusal.ts'
import { customerRoute, publicRoute, type RequestOrigin, type RouteDefinition } from '../../http/route.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { raiseFlags } from '../loans/loan-moves.ts'
import { consentAt } from '../portfolios/version-history.ts'

const CACHE_SECONDS = 300

type NeededDeps = Pick<Deps, 'database' | 'portfolios' | 'cipher'>

/** What a customer agreed to, refuses or still has to read. */
export function consentRoutes(deps: NeededDeps): RouteDefinition[] {
  const templatesOf = (portfolioId: number) => deps.portfolios.byId(portfolioId)?.consents ?? []
  return [
    publicRoute(getConsentTemplateCall, async ({ query, portfolio, cacheFor }) => {
      const portfolioId = query.portfolioId ?? portfolio.portfolioId
      const data = deps.portfolios.byId(portfolioId)
      if (data === undefined) return refuse('notFound')
      const templates = await templatesAt(deps, data.consents, { ...query, portfolioId })
      if (templates.length === 0) return refuse('notFound')
      cacheFor(CACHE_SECONDS)
      return ok({ templates: templates.map((template) => consentTemplateView(template, data.portfolio)) })
    }),
    customerRoute(checkConsentStatusCall, async ({ actor, portfolio }) =>
      ok(await overviewOf(deps.database.db, actor, templatesOf(portfolio.portfolioId), portfolio)),
    ),
    customerRoute(batchSaveConsentStatusCall, async ({ body, actor, portfolio, origin, locale, write }) =>
      write(async (unit) => {
        const templates = templatesOf(portfolio.portfolioId)
        const asked = await stillAsked(unit.tx, actor, templates, body.consents)
        const checked = checkConsents(asked, body.consents)
        if (!checked.ok) return consentRefusal(checked.error)
        await save(deps, unit, actor, { answers: checked.value, origin, locale })
        return ok(await overviewOf(unit.tx, actor, templates, portfolio))
      }),
    ),
  ]
}

interface TemplateQuery {
  readonly portfolioId: number
  readonly kind?: ConsentKind | undefined
  readonly version?: number | undefined
}

/** Returns the texts in force, or an earlier version: a customer who agreed to it may read it again. */
async function templatesAt(
  { database }: NeededDeps,
  inForce: readonly ConsentTemplate[],
  { portfolioId, kind, version }: TemplateQuery,
): Promise<readonly ConsentTemplate[]> {
  const ofKind = inForce.filter((one) => kind === undefined || one.kind === kind)
  if (version === undefined) return ofKind
  const found = ofKind.filter((one) => one.version === version)
  if (found.length > 0 || kind === undefined) return found
  const earlier = await consentAt(database.db, portfolioId, kind, version)
  return earlier === undefined ? [] : [earlier]
}

/** A required consent given before at its newest version need not be sent again. */
async function stillAsked(
  executor: Executor,
  actor: CustomerActor,
  templates: readonly ConsentTemplate[],
  answers: readonly ConsentAnswer[],
): Promise<ConsentTemplate[]> {
  const current = await currentConsents(executor, actor)
  return templates.filter((template) => {
    if (answers.some(({ kind }) => kind === template.kind)) return true
    const held = current.get(template.kind)
    return !(held?.given === true && held.templateVersion === String(template.version))
  })
}

/** Answers to consents, with the browser they came from and the language of its page. */
interface AnsweredConsents {
  readonly answers: readonly ConsentAnswer[]
  readonly origin: RequestOrigin
  readonly locale: Locale
}

async function save(
  deps: NeededDeps,
  unit: UnitOfWork,
  actor: CustomerActor,
  { answers, origin: { ip, userAgent }, locale }: AnsweredConsents,
): Promise<void> {
  const { tx, now } = unit
  const before = await currentConsents(tx, actor)
  const records = answers.map(({ kind, version, given }) => ({
    kind,
    templateVersion: String(version),
    given,
    ipAddress: ip,
    userAgent,
  }))
  await recordConsents(tx, deps.cipher, actor, { consents: records, at: now })
  if (answers.some(({ kind }) => ADVERTISING_CONSENT_KINDS.includes(kind)))
    await followAdvertising(deps, unit, actor)
  await followIdentification(unit, actor, { before, answers })
  await appendAudit(tx, {
    portfolioId: actor.portfolioId,
    subject: actor.openId,
    action: 'consentsSaved',
    actor: `customer:${actor.openId}`,
    facts: {
      given: answers.filter(({ given }) => given).map(({ kind, version }) => `${kind}@${version}`),
      // The words that stood on the page.
      language: locale,
    },
    at: now,
  })
}

/** The flag of marketing stands while a consent to advertising is given, by whichever channel. */
async function followAdvertising(
  { cipher }: NeededDeps,
  { tx, now }: UnitOfWork,
  actor: CustomerActor,
): Promise<void> {
  const customer = await findCustomer(tx, cipher, actor)
  const current = await currentConsents(tx, actor)
  const given = ADVERTISING_CONSENT_KINDS.some((kind) => current.get(kind)?.given === true)
  if (customer === undefined || hasOptInFlag(customer.optInFlags, OptInFlag.marketing) === given) return
  await setOptInFlags(tx, actor, customer.optInFlags ^ OptInFlag.marketing, now)
}

/** The consent that identifies a covered borrower is an answer of the application: an unsigned offer is made anew. */
async function followIdentification(
  unit: UnitOfWork,
  actor: CustomerActor,
  { before, answers }: { before: ReadonlyMap<string, ConsentRecord>; answers: readonly ConsentAnswer[] },
): Promise<void> {
  const kind = ConsentKind.militarySelfIdentification
  const answer = answers.find((one) => one.kind === kind)
  if (answer === undefined || answer.given === (before.get(kind)?.given ?? false)) return
  for (const own of await listOwnLoans(unit.tx, actor)) {
    const loan = await lockLoan(unit.tx, own)
    if (loan?.status === LoanStatus.originating && loan.signedAt === null)
      await raiseFlags(unit, loan, flagsRaisedBy('militaryChanged'))
  }
}

async function overviewOf(
  executor: Executor,
  actor: CustomerActor,
  templates: readonly ConsentTemplate[],
  portfolio: Portfolio,
): Promise<ForReaders<z.output<typeof consentOverview>>> {
  const current = await currentConsents(executor, actor)
  const consents = templates.map((template) => {
    const held = current.get(template.kind)
    return {
      ...consentTemplateView(template, portfolio),
      given: held?.given ?? false,
      givenAt: held?.given === true ? isoInZone(held.at, portfolio.timeZone) : null,
      outdated: held?.given === true && held.templateVersion !== String(template.version),
    }
  })
  return {
    consents,
    militarySelfIdentified: current.get(ConsentKind.militarySelfIdentification)?.given ?? false,
    complete: consents.every(({ required, given, outdated }) => !required || (given && !outdated)),
  }
}
