import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { allowContactCall, enterOptOutCall } from '@dolphin/contract/identity'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { lockContacts } from '@dolphin/database/identity/contact-repository'
import {
  clearStaffOptOut,
  type Customer,
  findCustomer,
  setStaffOptOut,
} from '@dolphin/database/identity/customer-repository'
import { suspendedAddressesOf } from '@dolphin/database/notices/suspended-address-repository'
import { assert } from '@dolphin/domain/assert'
import { hasOptInFlag, OptInFlag, STAFF_OPT_OUTS, type StaffOptOut } from '@dolphin/domain/identity/codes'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import type { CustomerActor } from '../../http/actor.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { endAdvertising } from '../consents/end-advertising.ts'
import { followReach } from '../notices/reach.ts'
import { findAccount } from './find-account.ts'

type OptOutDeps = Pick<Deps, 'cipher' | 'sms'>

/** What an employee noted that the customer does not want. */
export const optOutsOf = ({ staffOptOuts }: Pick<Customer, 'staffOptOuts'>): StaffOptOut[] =>
  STAFF_OPT_OUTS.filter((name) => hasOptInFlag(staffOptOuts, OptInFlag[name]))

/**
 * Notes what a customer told an employee not to want; only the customer takes it back. Again changes nothing but the
 * audit. No notice that a law asks for ends by it. Errors: `accountNotFound`. Source: product.md §3, customer opt-in
 * flags; docs/design/console.md, Permissions.
 */
export async function enterOptOut(
  deps: OptOutDeps,
  unit: UnitOfWork,
  { portfolioId, account, optOut, note }: CallRequest<typeof enterOptOutCall>['body'],
  actor: string,
): Promise<Result<CallReply<typeof enterOptOutCall>>> {
  const { tx, now } = unit
  const customer = await findAccount(tx, deps.cipher, { portfolioId, account })
  if (customer === undefined) return refuse('accountNotFound')
  await lockContacts(tx, customer)
  if (optOut === 'marketing') await endAdvertising(deps, unit, customer, { how: 'employee', by: actor })
  else await setStaffOptOut(tx, customer, OptInFlag[optOut], now)
  await followReach(deps, unit, customer)
  const { openId } = customer
  const facts = { optOut, note }
  await appendAudit(tx, { portfolioId, subject: openId, action: 'optOutEntered', actor, facts, at: now })
  return ok({ portfolioId, openId, optInFlags: (await reread(deps, unit, customer)).optInFlags })
}

/**
 * The customer takes back what an employee noted. Where the phone itself replied STOP the flag stands until it says
 * START, for its carrier lets no text through.
 */
export async function allowContact(
  deps: OptOutDeps,
  unit: UnitOfWork,
  actor: CustomerActor,
  optOut: StaffOptOut,
): Promise<Result<CallReply<typeof allowContactCall>>> {
  const { tx, now } = unit
  await lockContacts(tx, actor)
  const customer = await reread(deps, unit, actor)
  const textsStopped = [...(await suspendedAddressesOf(tx, actor)).values()].includes('optedOut')
  const flag = OptInFlag[optOut]
  if (hasOptInFlag(customer.staffOptOuts, flag)) {
    const keepsFlag = optOut === 'doNotCall' && textsStopped
    await clearStaffOptOut(tx, actor, { flag, keepsFlag }, now)
    await followReach(deps, unit, actor)
    const { portfolioId, openId } = actor
    const by = { action: 'optOutTakenBack', actor: `customer:${openId}` } as const
    await appendAudit(tx, { portfolioId, subject: openId, ...by, facts: { optOut }, at: now })
  }
  return ok({ optOuts: optOutsOf(await reread(deps, unit, actor)), textsStopped })
}

async function reread(
  { cipher }: OptOutDeps,
  { tx }: UnitOfWork,
  owner: Pick<Customer, 'portfolioId' | 'openId'>,
): Promise<Customer> {
  const customer = await findCustomer(tx, cipher, owner)
  assert(customer !== undefined, 'a customer is never deleted')
  return customer
}
