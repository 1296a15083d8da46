import {
  createFormCall,
  getPersonalCall,
  readFormCall,
  saveFormStepCall,
  updateFormCall,
} from '@dolphin/contract/applications-forms'
import { SectionKey } from '@dolphin/domain/applications/codes'
import { assert } from '@dolphin/domain/assert'
import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import { ok } from '@dolphin/domain/outcome'
import { type Answer, refuse } from '../../refusal.ts'
import { publicRoute, type RouteDefinition, sessionRoute } from '../../http/route.ts'
import { takeMatchTry } from '../borrowers/account-match.ts'
import { ensureLoanLink } from '../loans/loan-link.ts'
import { findBorrowerLoan } from '../loans/loan-access.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { SessionActor } from '../../http/actor.ts'
import type { ApplicationParts } from './application-parts.ts'
import { BANK_MATCH_FORM, saveBankMatch } from './bank-match-form.ts'
import { CONTACT_FORM, readContactForm, saveContactForm } from './contact-form.ts'
import { createApplication } from './create-application.ts'
import { readNewSection, readSection } from './form-reading.ts'
import { saveSectionChange } from './form-saving.ts'
import { keepBegunAnswers, saveSectionStep } from './form-step.ts'
import { sectionOfForm } from './section-form.ts'

/** The calls that form definitions name: read, create and update the answers of a form. */
export function formRoutes(parts: ApplicationParts): RouteDefinition[] {
  return [readRoute(parts), personalRoute(parts), createRoute(parts), updateRoute(parts), stepRoute(parts)]
}

const definitionOf = (parts: ApplicationParts, portfolioId: number, code: string) =>
  parts.portfolios.byId(portfolioId)?.forms.get(code)

function readRoute(parts: ApplicationParts): RouteDefinition {
  return sessionRoute(readFormCall, async ({ params, query, actor, portfolio, now }) => {
    const definition = definitionOf(parts, portfolio.portfolioId, params.code)
    const { externalKey } = query
    if (definition?.code === CONTACT_FORM) return readContactForm(parts, actor, definition, externalKey)
    if (definition?.code === BANK_MATCH_FORM && externalKey !== undefined) {
      const loan = await findBorrowerLoan(parts.database.db, actor, { applicationNo: externalKey })
      if (!loan.ok) return refuse('notFound')
      return ok({ code: definition.code, externalKey, version: 0, values: {}, masked: {} })
    }
    const section = sectionOfForm(params.code)
    if (definition === undefined || section === undefined) return refuse('notFound')
    if (externalKey !== undefined) return readSection(parts, actor, definition, section, externalKey)
    if (actor.kind !== 'customer') return refuse('notFound')
    return ok(await readNewSection(parts, actor, definition, section, now))
  })
}

function personalRoute(parts: ApplicationParts): RouteDefinition {
  return sessionRoute(getPersonalCall, async ({ query, actor, portfolio }) => {
    const definition = definitionOf(parts, portfolio.portfolioId, 'personal')
    if (definition === undefined) return refuse('notFound')
    return readSection(parts, actor, definition, SectionKey.personal, query.applicationNo)
  })
}

/** The first save of a form. Without a key it is the personal form and begins an application. */
function createRoute(parts: ApplicationParts): RouteDefinition {
  return publicRoute(createFormCall, async ({ params, body, actor, portfolio, origin, write, cookies }) => {
    const definition = definitionOf(parts, portfolio.portfolioId, params.code)
    const section = sectionOfForm(params.code)
    if (definition === undefined || section === undefined) return refuse('notFound')
    const { externalKey, changed, version } = body
    const change = { definition, section, changed, version, mode: FormActionMode.save }
    const answer = await write(async (unit) => {
      if (externalKey !== null) {
        if (actor.kind !== 'customer' && actor.kind !== 'limited') return refuse('noIdentity')
        const saved = await saveSectionChange(parts, unit, actor, portfolio, externalKey, change)
        return saved.ok ? await withLink(parts, unit, actor, saved.value) : saved
      }
      if (section !== SectionKey.personal) return refuse('notFound')
      const { ip, browser } = origin
      const created = await createApplication(parts, unit, { actor, portfolio, ip, browser, change })
      if (!created.ok) return created
      const { saved, resource, session } = created.value
      return ok({ ...saved, resource, session })
    })
    // Outside of the write, so that a repeated request binds the browser to the session it is answered with.
    if (answer.ok && answer.value.session !== null && origin.browser)
      cookies.bindTo(answer.value.session.accessToken)
    return answer
  })
}

async function withLink<Saved extends { readonly applicationNo: string | null }>(
  parts: ApplicationParts,
  unit: UnitOfWork,
  actor: SessionActor,
  saved: Saved,
): Promise<Answer<Saved & { readonly resource: string; readonly session: null }>> {
  assert(saved.applicationNo !== null, 'a section belongs to an application')
  const loan = await findBorrowerLoan(unit.tx, actor, { applicationNo: saved.applicationNo })
  if (!loan.ok) return loan
  const { token } = await ensureLoanLink(parts, unit, loan.value, 'application')
  return ok({ ...saved, resource: token, session: null })
}

function updateRoute(parts: ApplicationParts): RouteDefinition {
  return sessionRoute(updateFormCall, async ({ params, body, actor, portfolio, now, write }) => {
    const definition = definitionOf(parts, portfolio.portfolioId, params.code)
    if (definition === undefined) return refuse('notFound')
    const { externalKey: applicationNo, changed, version, mode } = body
    if (definition.code === CONTACT_FORM) {
      const change = { definition, externalKey: applicationNo, changed, version, mode }
      return write((unit) => saveContactForm(parts, unit, actor, portfolio, change))
    }
    if (definition.code === BANK_MATCH_FORM) {
      const loan = await findBorrowerLoan(parts.database.db, actor, { applicationNo })
      if (!loan.ok) return refuse('notFound')
      const wait = await takeMatchTry(parts, parts.database.db, loan.value, now)
      if (wait !== undefined) return refuse('tooManyRequests', { retryAfterSeconds: wait.seconds })
      const match = { applicationNo, definition, changed, mode }
      return write((unit) => saveBankMatch(parts, unit, actor, portfolio, match))
    }
    const section = sectionOfForm(params.code)
    if (section === undefined) return refuse('notFound')
    const change = { definition, section, changed, version, mode }
    return write((unit) => saveSectionChange(parts, unit, actor, portfolio, applicationNo, change))
  })
}

/** The steps of a form before its last one, so that they wait on every device. */
function stepRoute(parts: ApplicationParts): RouteDefinition {
  return sessionRoute(saveFormStepCall, async ({ params, body, actor, portfolio, write }) => {
    const definition = definitionOf(parts, portfolio.portfolioId, params.code)
    const section = sectionOfForm(params.code)
    if (definition === undefined || section === undefined) return refuse('notFound')
    const { externalKey, ...step } = body
    const change = { definition, section, ...step }
    return write((unit) =>
      externalKey === null
        ? keepBegunAnswers(parts, unit, actor, portfolio, change)
        : saveSectionStep(parts, unit, actor, portfolio, externalKey, change),
    )
  })
}
