import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { currentConsents, recordConsents } from '@dolphin/database/consents/consent-repository'
import type { Owner } from '@dolphin/database/driver/owner'
import { findCustomer, setOptInFlags } from '@dolphin/database/identity/customer-repository'
import { ADVERTISING_CONSENT_KINDS } from '@dolphin/domain/consents/advertising'
import { hasOptInFlag, OptInFlag } from '@dolphin/domain/identity/codes'
import type { Deps } from '../../deps.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'

/** How advertising ended without a page of the customer's, and by which employee where one entered it. */
export interface AdvertisingEnd {
  readonly how: 'oneClick' | 'complaint' | 'textReply' | 'employee'
  readonly by?: string
}

/** Withdraws the consents to advertising by every channel; again is harmless. No other consent changes. 16 CFR 316.5; RFC 8058. */
export async function endAdvertising(
  { cipher }: Pick<Deps, 'cipher'>,
  { tx, now }: UnitOfWork,
  owner: Owner,
  { how, by }: AdvertisingEnd,
): Promise<void> {
  const customer = await findCustomer(tx, cipher, owner)
  if (customer === undefined || !hasOptInFlag(customer.optInFlags, OptInFlag.marketing)) return
  await setOptInFlags(tx, owner, customer.optInFlags ^ OptInFlag.marketing, now)
  const current = await currentConsents(tx, owner)
  const consents = ADVERTISING_CONSENT_KINDS.flatMap((kind) => {
    const held = current.get(kind)
    if (held?.given !== true) return []
    return [{ kind, templateVersion: held.templateVersion, given: false, ipAddress: '', userAgent: how }]
  })
  await recordConsents(tx, cipher, owner, { consents, at: now })
  const { portfolioId, openId } = owner
  await appendAudit(tx, {
    portfolioId,
    subject: openId,
    action: 'advertisingEnded',
    actor: by ?? `customer:${openId}`,
    facts: { how },
    at: now,
  })
}
