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
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import { type Result, refuse } from '../../refusal.ts'
import { publicRoute, type RouteDefinition, sessionRoute } from '../../http/route.ts'
import { type AmountRequest, calculateAmount, prepareDecision } from '../decisions/decision-service.ts'
import { takeMatchTry } from '../borrowers/account-match.ts'
import { ensureLoanLink } from '../loans/loan-link.ts'
import { findBorrowerLoan } from '../loans/loan-access.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { SessionActor } from '../../http/actor.ts'
import type { ApplicationDeps } from './application-deps.ts'
import { BANK_MATCH_FORM, saveBankMatch } from './bank-match-form.ts'
import { CONTACT_FORM, readContactForm, saveContactForm } from './contact-form.ts'
import { createApplication } from './create-application.ts'
import { readNewSection, readSection } from './form-reading.ts'
import { type FormSavedReply, saveSectionChange, type SectionChange } from './form-saving.ts'
import { saveBegunAnswers, saveSectionStep } from './form-step.ts'
import { sectionOfForm } from './section-form.ts'

/** The calls that form definitions name: read, create and update the answers of a form. */
export function formRoutes(deps: ApplicationDeps): RouteDefinition[] {
  return [readRoute(deps), personalRoute(deps), createRoute(deps), updateRoute(deps), stepRoute(deps)]
}

const definitionOf = (deps: ApplicationDeps, portfolioId: number, code: string) =>
  deps.portfolios.byId(portfolioId)?.forms.get(code)

function readRoute(deps: ApplicationDeps): RouteDefinition {
  return sessionRoute(readFormCall, async ({ params, query, actor, portfolio, now }) => {
    const definition = definitionOf(deps, portfolio.portfolioId, params.code)
    const { externalKey } = query
    if (definition?.code === CONTACT_FORM) return readContactForm(deps, actor, definition, externalKey)
    if (definition?.code === BANK_MATCH_FORM && externalKey !== undefined) {
      const loan = await findBorrowerLoan(deps.database.db, actor, { applicationNo: externalKey })
      if (!loan.ok) return refuse('notFound')
      return ok({ code: definition.code, externalKey, version: 0, values: {}, masked: {}, fromReport: [] })
    }
    const section = sectionOfForm(params.code)
    if (definition === undefined || section === undefined) return refuse('notFound')
    if (externalKey !== undefined)
      return readSection(deps, actor, definition, section, { applicationNo: externalKey })
    if (actor.kind !== 'customer') return refuse('notFound')
    return ok(await readNewSection(deps, actor, definition, section, now))
  })
}

function personalRoute(deps: ApplicationDeps): RouteDefinition {
  return sessionRoute(getPersonalCall, async ({ query, actor, portfolio }) => {
    const definition = definitionOf(deps, portfolio.portfolioId, 'personal')
    if (definition === undefined) return refuse('notFound')
    const name = query.applicationNo === undefined ? 'newest' : { applicationNo: query.applicationNo }
    return readSection(deps, actor, definition, SectionKey.personal, name)
  })
}

/** The first save of a form. Without a key it is the personal form and begins an application. */
function createRoute(deps: ApplicationDeps): RouteDefinition {
  return publicRoute(createFormCall, async ({ params, body, actor, portfolio, origin, write, cookies }) => {
    const definition = definitionOf(deps, portfolio.portfolioId, params.code)
    const section = sectionOfForm(params.code)
    if (definition === undefined || section === undefined) return refuse('notFound')
    const { externalKey, changed, version } = body
    const change = { definition, section, changed, version, mode: FormActionMode.save }
    const answer = await write(async (unit) => {
      if (externalKey !== null) {
        if (actor.kind !== 'customer' && actor.kind !== 'limited') return refuse('noIdentity')
        const saved = await saveSectionChange(deps, unit, actor, portfolio, externalKey, change)
        return saved.ok ? await withLink(deps, unit, actor, saved.value) : saved
      }
      if (section !== SectionKey.personal) return refuse('notFound')
      const { ip, browser } = origin
      const created = await createApplication(deps, unit, { actor, portfolio, ip, browser, change })
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
  deps: ApplicationDeps,
  unit: UnitOfWork,
  actor: SessionActor,
  saved: Saved,
): Promise<Result<Saved & { readonly resource: string; readonly session: null }>> {
  assert(saved.applicationNo !== null, 'a section belongs to an application')
  const loan = await findBorrowerLoan(unit.tx, actor, { applicationNo: saved.applicationNo })
  if (!loan.ok) return loan
  const { token } = await ensureLoanLink(deps, unit, loan.value, 'application')
  return ok({ ...saved, resource: token, session: null })
}

function updateRoute(deps: ApplicationDeps): RouteDefinition {
  return sessionRoute(updateFormCall, async ({ params, body, actor, portfolio, now, write }) => {
    const definition = definitionOf(deps, portfolio.portfolioId, params.code)
    if (definition === undefined) return refuse('notFound')
    const { externalKey: applicationNo, changed, version, mode, mayEnd } = body
    if (definition.code === CONTACT_FORM) {
      const change = { definition, externalKey: applicationNo, changed, version, mode }
      return write((unit) => saveContactForm(deps, unit, actor, portfolio, change))
    }
    if (definition.code === BANK_MATCH_FORM) {
      const loan = await findBorrowerLoan(deps.database.db, actor, { applicationNo })
      if (!loan.ok) return refuse('notFound')
      const wait = await takeMatchTry(deps, deps.database.db, loan.value, now)
      if (wait !== undefined) return refuse('tooManyRequests', { retryAfterSeconds: wait.seconds })
      const match = { applicationNo, definition, changed, mode }
      return write((unit) => saveBankMatch(deps, unit, actor, portfolio, match))
    }
    const section = sectionOfForm(params.code)
    if (section === undefined) return refuse('notFound')
    const change = { definition, section, changed, version, mode, mayEnd }
    if (mayEnd && mode === FormActionMode.save) {
      const military = await prepareDecision(deps, decisionRequest(deps, actor, portfolio, applicationNo))
      return write((unit) => saveAndDecide(deps, unit, { actor, portfolio, applicationNo, change, military }))
    }
    return write((unit) => saveSectionChange(deps, unit, actor, portfolio, applicationNo, change))
  })
}

const decisionRequest = (
  deps: ApplicationDeps,
  actor: SessionActor,
  { portfolioId }: Portfolio,
  applicationNo: string,
): AmountRequest => {
  const data = deps.portfolios.byId(portfolioId)
  assert(data !== undefined, 'the portfolio of a host has its data')
  return { actor, applicationNo, match: undefined, data }
}

interface EndingChange {
  readonly actor: SessionActor
  readonly portfolio: Portfolio
  readonly applicationNo: string
  readonly change: SectionChange
  readonly military: Awaited<ReturnType<typeof prepareDecision>>
}

/**
 * Saves a correction that may end the application, and decides anew in the same transaction, so that the reasons and
 * their notice come with it. A save that ends nothing waits for the borrower's next step, like any other.
 */
async function saveAndDecide(
  deps: ApplicationDeps,
  unit: UnitOfWork,
  { actor, portfolio, applicationNo, change, military }: EndingChange,
): Promise<Result<FormSavedReply>> {
  const saved = await saveSectionChange(deps, unit, actor, portfolio, applicationNo, change)
  if (!saved.ok || !saved.value.endsApplication) return saved
  if (!military.ok) return military
  const request = decisionRequest(deps, actor, portfolio, applicationNo)
  const decided = await calculateAmount(deps, unit, request, military.value)
  if (!decided.ok) return decided
  return ok({ ...saved.value, loanFlags: [...decided.value.loan.flags] })
}

/** The steps of a form before its last one, so that they wait on every device. */
function stepRoute(deps: ApplicationDeps): RouteDefinition {
  return sessionRoute(saveFormStepCall, async ({ params, body, actor, portfolio, write }) => {
    const definition = definitionOf(deps, portfolio.portfolioId, params.code)
    const section = sectionOfForm(params.code)
    if (definition === undefined || section === undefined) return refuse('notFound')
    const { externalKey, ...step } = body
    const change = { definition, section, ...step }
    return write((unit) =>
      externalKey === null
        ? saveBegunAnswers(deps, unit, actor, portfolio, change)
        : saveSectionStep(deps, unit, actor, portfolio, externalKey, change),
    )
  })
}
