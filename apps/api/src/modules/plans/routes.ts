import type { Localized } from '@dolphin/domain/portfolios/localized'
import {
  calculatePaymentScheduleCall,
  getSimulatedDataCall,
  savePaymentOptionCall,
} from '@dolphin/contract/plans'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { findOpenSigningSession } from '@dolphin/database/agreements/signing-session-repository'
import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone } from '@dolphin/domain/time/new-york'
import { actorName, type SessionActor } from '../../http/actor.ts'
import { refuse, type Result } from '../../refusal.ts'
import { publicRoute, type RouteDefinition, sessionRoute } from '../../http/route.ts'
import { lockBorrowerLoan } from '../loans/loan-access.ts'
import { currentLoanLink } from '../loans/loan-link.ts'
import { savedScheduleView } from './plan-view.ts'
import { type ChosenPlan, type SavedPlan, savePlanChoice } from './save-plan.ts'
import { samePortfolio } from '../portfolios/same-portfolio.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { choiceNamed } from './plan-choice.ts'
import { type PlanServiceDeps, previewSchedule } from './plan-service.ts'
import { previewForPayroll, simulate } from './what-if.ts'

/** Plans: what they cost, and which one the borrower takes. */
export function paymentPlanRoutes(deps: PlanServiceDeps): RouteDefinition[] {
  return [
    scheduleRoute(deps),
    sessionRoute(savePaymentOptionCall, ({ actor, body, portfolio, write }) =>
      write(async (unit) => {
        const saved = await save(deps, unit, actor, body)
        if (!saved.ok) return saved
        const { loan, basis } = saved.value
        const open = await findOpenSigningSession(unit.tx, loan)
        const link = await currentLoanLink(deps, unit, loan, 'signature')
        return ok({
          loanNo: loan.loanNo,
          schedule: savedScheduleView(basis, saved.value),
          loanFlags: loan.flags,
          signingSession:
            open === undefined
              ? null
              : {
                  requestCode: open.requestCode,
                  signStatus: open.signStatus,
                  expiresAt: isoInZone(open.expiresAt, portfolio.timeZone),
                },
          signatureResource: open === undefined ? null : (link?.token ?? null),
        })
      }),
    ),
    publicRoute(getSimulatedDataCall, async ({ body, portfolio, origin, now }) => {
      const same = samePortfolio(body.portfolioId, portfolio)
      if (!same.ok) return same
      const { db } = deps.database
      const wait = await deps.limits.take(db, 'simulations', origin.ip, now)
      if (wait !== undefined) return refuse('tooManyRequests', { retryAfterSeconds: wait.seconds })
      const data = deps.portfolios.byId(portfolio.portfolioId)
      return data === undefined ? refuse('notFound') : simulate(deps, data, body, now)
    }),
  ]
}

function scheduleRoute(deps: PlanServiceDeps): RouteDefinition {
  return sessionRoute(calculatePaymentScheduleCall, async ({ actor, body, portfolio, now, write }) => {
    if (!('loanNo' in body)) {
      const same = samePortfolio(body.portfolioId, portfolio)
      const data = deps.portfolios.byId(portfolio.portfolioId)
      if (!same.ok || data === undefined) return same.ok ? refuse('notFound') : same
      const preview = previewForPayroll(deps, data, body, now)
      return write(() => Promise.resolve(preview))
    }
    if (body.mode === FormActionMode.preview) {
      const preview = await previewSchedule(deps, actor, body)
      return write(() => Promise.resolve(preview))
    }
    return write(async (unit) => {
      const saved = await save(deps, unit, actor, body)
      if (!saved.ok) return saved
      return ok({ ...savedScheduleView(saved.value.basis, saved.value), affordability: null })
    })
  })
}

interface SaveBody {
  readonly loanNo: string
  readonly optionId?: string | undefined
  readonly terms?: Parameters<typeof choiceNamed>[0]['terms']
  readonly paymentMode?: ChosenPlan['paymentMode']
  readonly couponCode?: string | null | undefined
}

/** Another window put a coupon on the loan, or took it off: the figures that were shown are not those that would be saved. */
const OTHER_COUPON: Localized = {
  en: 'The coupon on this loan changed in another window. Look at the plan again, then save it.',
  es: 'El cupón de este préstamo cambió en otra ventana. Mire el plan otra vez y guárdelo.',
}

async function save(
  deps: PlanServiceDeps,
  unit: UnitOfWork,
  actor: SessionActor,
  { loanNo, optionId, terms, paymentMode, couponCode }: SaveBody,
): Promise<Result<SavedPlan>> {
  // A limited session fills in sections; picking a plan asks who signs (domain.md §3).
  if (actor.kind === 'limited') return refuse('signInRequiredForStep')
  const loan = await lockBorrowerLoan(unit.tx, actor, { loanNo })
  if (!loan.ok) return loan
  if (couponCode !== undefined && couponCode !== loan.value.couponCode)
    return refuse('planRecalculationRequired', { message: OTHER_COUPON })
  const choice = choiceNamed({ optionId, terms })
  if (!choice.ok) return choice
  const saved = await savePlanChoice(deps, unit, loan.value, { choice: choice.value, paymentMode })
  if (!saved.ok) return saved
  const { plan } = saved.value
  await appendAudit(unit.tx, {
    portfolioId: plan.portfolioId,
    subject: loanNo,
    action: 'planSaved',
    actor: actorName(actor),
    facts: { planNo: plan.planNo, amount: moneyToWire(plan.amount), apr: plan.apr },
    at: unit.now,
  })
  return saved
}
