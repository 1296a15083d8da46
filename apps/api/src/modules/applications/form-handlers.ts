import { SectionKey } from '@dolphin/domain/applications/codes'
import { SECTION_FORM_CODES } from '@dolphin/domain/applications/sections'
import { assert } from '@dolphin/domain/assert'
import type { FormDefinition } from '@dolphin/domain/form/form-definition'
import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import { ok } from '@dolphin/domain/outcome'
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import type { SessionActor } from '../../http/actor.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { takeMatchTry } from '../borrowers/account-match.ts'
import { type AmountRequest, calculateAmount, prepareDecision } from '../decisions/decision-service.ts'
import { findBorrowerLoan } from '../loans/loan-access.ts'
import type { ApplicationDeps } from './application-deps.ts'
import { BANK_MATCH_FORM, saveBankMatch } from './bank-match-form.ts'
import { CONTACT_FORM, readContactForm, saveContactForm } from './contact-form.ts'
import { type FormAnswersReply, readNewSection, readSection } from './form-reading.ts'
import {
  type FormSavedReply,
  saveSectionChange,
  type SectionChange,
  type BorrowersApplication,
} from './form-saving.ts'

interface FormRead {
  readonly actor: SessionActor
  readonly definition: FormDefinition
  /** What the form belongs to: an application, or the account of the contacts. */
  readonly externalKey: string | undefined
  readonly now: Date
}

interface FormUpdate {
  readonly actor: SessionActor
  readonly portfolio: Portfolio
  readonly definition: FormDefinition
  readonly externalKey: string
  readonly changed: Readonly<Record<string, unknown>>
  readonly version: number
  readonly mode: FormActionMode
  readonly mayEnd: boolean
  readonly now: Date
  readonly write: (
    work: (unit: UnitOfWork) => Promise<Result<FormSavedReply>>,
  ) => Promise<Result<FormSavedReply>>
}

/** How the answers of one form are read and updated. */
interface FormHandler {
  readonly read: (deps: ApplicationDeps, request: FormRead) => Promise<Result<FormAnswersReply>>
  readonly update: (deps: ApplicationDeps, request: FormUpdate) => Promise<Result<FormSavedReply>>
}

const contact: FormHandler = {
  read: (deps, { actor, definition, externalKey }) => readContactForm(deps, actor, definition, externalKey),
  update: (deps, { actor, portfolio, write, ...change }) =>
    write((unit) => saveContactForm(deps, unit, { actor, portfolio }, change)),
}

/** Begins empty each time: it names an account and keeps no answers of its own. */
const bankMatch: FormHandler = {
  async read(deps, { actor, definition, externalKey }) {
    if (externalKey === undefined) return refuse('notFound')
    const loan = await findBorrowerLoan(deps.database.db, actor, { applicationNo: externalKey })
    if (!loan.ok) return refuse('notFound')
    return ok({ code: definition.code, externalKey, version: 0, values: {}, masked: {}, fromReport: [] })
  },
  async update(
    deps,
    { actor, portfolio, externalKey: applicationNo, definition, changed, mode, now, write },
  ) {
    const loan = await findBorrowerLoan(deps.database.db, actor, { applicationNo })
    if (!loan.ok) return refuse('notFound')
    const wait = await takeMatchTry(deps, deps.database.db, loan.value, now)
    if (wait !== undefined) return refuse('tooManyRequests', { retryAfterSeconds: wait.seconds })
    const match = { definition, changed, mode }
    return write((unit) => saveBankMatch(deps, unit, { actor, portfolio, applicationNo }, match))
  },
}

const section = (key: SectionKey): FormHandler => ({
  async read(deps, { actor, definition, externalKey, now }) {
    if (externalKey !== undefined)
      return await readSection(deps, actor, { definition, section: key }, { applicationNo: externalKey })
    if (actor.kind !== 'customer') return refuse('notFound')
    return ok(await readNewSection(deps, actor, { definition, section: key }, now))
  },
  async update(deps, request) {
    const {
      actor,
      portfolio,
      externalKey: applicationNo,
      definition,
      changed,
      version,
      mode,
      mayEnd,
    } = request
    const change = { definition, section: key, changed, version, mode, mayEnd }
    if (!mayEnd || mode !== FormActionMode.save)
      return await request.write((unit) =>
        saveSectionChange(deps, unit, { actor, portfolio, applicationNo }, change),
      )
    const military = await prepareDecision(deps, decisionRequest(deps, actor, portfolio, applicationNo))
    return await request.write((unit) =>
      saveAndDecide(deps, unit, { actor, portfolio, applicationNo, change, military }),
    )
  },
})

const HANDLERS: ReadonlyMap<string, FormHandler> = new Map([
  [CONTACT_FORM, contact],
  [BANK_MATCH_FORM, bankMatch],
  ...Object.values(SectionKey).flatMap((key): [string, FormHandler][] => {
    const code = SECTION_FORM_CODES[key]
    return code === undefined ? [] : [[code, section(key)]]
  }),
])

/** Who reads and updates the form of a code; undefined where no call does. */
export const handlerOf = (code: string): FormHandler | undefined => HANDLERS.get(code)

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

interface EndingChange extends BorrowersApplication {
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
  const saved = await saveSectionChange(deps, unit, { actor, portfolio, applicationNo }, change)
  if (!saved.ok || !saved.value.endsApplication) return saved
  if (!military.ok) return military
  const request = decisionRequest(deps, actor, portfolio, applicationNo)
  const decided = await calculateAmount(deps, unit, request, military.value)
  if (!decided.ok) return decided
  return ok({ ...saved.value, loanFlags: [...decided.value.loan.flags] })
}
