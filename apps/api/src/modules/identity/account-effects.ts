import { type Customer, findCustomer } from '@dolphin/database/identity/customer-repository'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { Difference } from '@dolphin/domain/approvals/canonical-act'
import { type Figure, figuresCompared } from '@dolphin/domain/approvals/figures'
import { type AccountChange, accountStatusText } from '@dolphin/domain/identity/account-change'
import { hasOptInFlag, OptInFlag, type OptOut } from '@dolphin/domain/identity/codes'
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

/** How the figures before and after are told. */
type Compare = (before: readonly Figure[], after: readonly Figure[]) => Difference[]

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
    value: hasOptInFlag(optInFlags, OptInFlag[name]) ? 'yes' : 'no',
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
  { openId, ...order }: Owner & Omit<Parameters<typeof changeAccount>[2], 'account'>,
  compare: Compare,
): Promise<Result<CarriedOut>> =>
  withEffects(
    deps,
    unit,
    { portfolioId: order.portfolioId, openId },
    {
      work: () => changeAccount(deps, unit, { ...order, account: openId }),
      effects: [EFFECTS[order.change]],
      compare,
    },
  )

/** What a change of an account comes to; the caller undoes it. */
export const previewAccountChange = (
  deps: Deps,
  unit: UnitOfWork,
  { portfolioId, openId, act }: Owner & { readonly act: AccountChange },
  actor: string,
): Promise<Result<CarriedOut>> =>
  changeAccountWithEffects(deps, unit, { portfolioId, openId, change: act, note: '', actor }, figuresCompared)

/** What noting that something is not wanted comes to; the caller undoes it. */
export const previewOptOut = (
  deps: Deps,
  unit: UnitOfWork,
  { portfolioId, openId, optOut }: Owner & { readonly optOut: OptOut },
  actor: string,
): Promise<Result<CarriedOut>> =>
  withEffects(
    deps,
    unit,
    { portfolioId, openId },
    {
      work: () => enterOptOut(deps, unit, { portfolioId, account: openId, optOut, note: '' }, actor),
      effects: ['Only the customer takes it back. Notices that a law asks for go on.'],
      compare: figuresCompared,
    },
  )

async function withEffects(
  { cipher }: Deps,
  { tx }: UnitOfWork,
  owner: Owner,
  {
    work,
    effects,
    compare,
  }: { readonly work: () => Promise<Result<unknown>>; readonly effects: string[]; readonly compare: Compare },
): Promise<Result<CarriedOut>> {
  const before = await findCustomer(tx, cipher, owner)
  if (before === undefined) return refuse('accountNotFound')
  const done = await work()
  if (!done.ok) return done
  const after = await findCustomer(tx, cipher, owner)
  if (after === undefined) return refuse('accountNotFound')
  return ok({ differences: compare(figuresOf(before), figuresOf(after)), effects })
}
