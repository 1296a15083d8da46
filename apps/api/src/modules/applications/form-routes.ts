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
import { type Result, refuse } from '../../refusal.ts'
import { publicRoute, type RouteDefinition, sessionRoute } from '../../http/route.ts'
import { ensureLoanLink } from '../loans/loan-link.ts'
import { findBorrowerLoan } from '../loans/loan-access.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { SessionActor } from '../../http/actor.ts'
import type { ApplicationDeps } from './application-deps.ts'
import { createApplication } from './create-application.ts'
import { handlerOf } from './form-handlers.ts'
import { readSection } from './form-reading.ts'
import { saveSectionChange } from './form-saving.ts'
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
    const handler = handlerOf(params.code)
    if (definition === undefined || handler === undefined) return refuse('notFound')
    return handler.read(deps, { actor, definition, externalKey: query.externalKey, now })
  })
}

function personalRoute(deps: ApplicationDeps): RouteDefinition {
  return sessionRoute(getPersonalCall, async ({ query, actor, portfolio }) => {
    const definition = definitionOf(deps, portfolio.portfolioId, 'personal')
    if (definition === undefined) return refuse('notFound')
    const name = query.applicationNo === undefined ? 'newest' : { applicationNo: query.applicationNo }
    return readSection(deps, actor, { definition, section: SectionKey.personal }, name)
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
        const saved = await saveSectionChange(
          deps,
          unit,
          { actor, portfolio, applicationNo: externalKey },
          change,
        )
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
    const handler = handlerOf(params.code)
    if (definition === undefined || handler === undefined) return refuse('notFound')
    return handler.update(deps, { actor, portfolio, now, write, definition, ...body })
  })
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
        ? saveBegunAnswers(deps, unit, { actor, portfolio }, change)
        : saveSectionStep(deps, unit, { actor, portfolio, applicationNo: externalKey }, change),
    )
  })
}
