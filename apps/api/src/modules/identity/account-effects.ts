import { type Customer, findCustomer } from '@dolphin/database/identity/customer-repository'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { type Figure, figureDifferences } from '@dolphin/domain/approvals/figures'
import { type AccountChange, accountStatusText } from '@dolphin/domain/identity/account-change'
import { OptInFlag, type OptOut, optOutsOfFlags } from '@dolphin/domain/identity/codes'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { CarriedOut } from '../approvals/approval-kind.ts'
import { changeAccount } from './account-state.ts'
import { enterOptOut } from './contact-opt-outs.ts'

interface Owner {
  readonly portfolioId: number
  readonly openId: string
}

const OPT_OUT_LABELS: Readonly<Record<OptOut, string>> = {
  doNotCall: 'Do not call (2)',
  uncontactable: 'Do not contact (4)',
  marketing: 'Marketing off (8)',
  operation: 'Service texts off (16)',
}

const figuresOf = ({ accountStatus, optInFlags }: Customer): Figure[] => [
  { label: 'State of the account', value: accountStatusText(accountStatus) },
  ...(Object.keys(OptInFlag) as OptOut[]).map((name) => ({
    label: OPT_OUT_LABELS[name],
    value: optOutsOfFlags(optInFlags).includes(OptInFlag[name]) ? 'yes' : 'no',
  })),
]

const EFFECTS: Readonly<Record<AccountChange, string>> = {
  freeze: 'Every session of the customer ends at once; they cannot sign in.',
  deactivate: 'Every session of the customer ends at once; they cannot sign in.',
  activate: 'The customer can sign in again.',
}

/** Freezes, closes or reopens an account and says what that changed. Errors: those of changeAccount. */
export const changeAccountWithEffects = (
  deps: Deps,
  unit: UnitOfWork,
  { portfolioId, openId, ...order }: Owner & Omit<Parameters<typeof changeAccount>[2], 'account'>,
): Promise<Result<CarriedOut>> => {
  const work = () => changeAccount(deps, unit, { ...order, portfolioId, account: openId })
  return withEffects(deps, unit, { portfolioId, openId }, { work, effects: [EFFECTS[order.change]] })
}

/** Notes what is not wanted and says what that changed. Errors: those of enterOptOut. */
export const enterOptOutWithEffects = (
  deps: Deps,
  unit: UnitOfWork,
  { portfolioId, openId, optOut }: Owner & { readonly optOut: OptOut },
  actor: string,
): Promise<Result<CarriedOut>> => {
  const work = () => enterOptOut(deps, unit, { portfolioId, account: openId, optOut, note: '' }, actor)
  const effects = ['Only the customer takes it back. Notices that a law asks for go on.']
  return withEffects(deps, unit, { portfolioId, openId }, { work, effects })
}

async function withEffects(
  { cipher }: Deps,
  { tx }: UnitOfWork,
  owner: Owner,
  { work, effects }: { readonly work: () => Promise<Result<unknown>>; readonly effects: string[] },
): Promise<Result<CarriedOut>> {
  const before = await findCustomer(tx, cipher, owner)
  if (before === undefined) return refuse('accountNotFound')
  const done = await work()
  if (!done.ok) return done
  const after = await findCustomer(tx, cipher, owner)
  if (after === undefined) return refuse('accountNotFound')
  return ok({ differences: figureDifferences(figuresOf(before), figuresOf(after)), effects })
}
