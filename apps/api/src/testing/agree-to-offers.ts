import { recordConsents } from '@dolphin/database/consents/consent-repository'
import type { Owner } from '@dolphin/database/driver/owner'
import { setOptInFlags } from '@dolphin/database/identity/customer-repository'
import { OptInFlag } from '@dolphin/domain/identity/codes'
import { ConsentKind } from '@dolphin/domain/portfolios/consent-template'
import type { TestApi } from './api-fixture.ts'

/** A customer who agreed to offers by mail, with these flags besides. */
export async function agreeToMailOffers(api: TestApi, owner: Owner, otherFlags = 0): Promise<void> {
  const { database, deps, clock } = api
  const at = clock.now()
  await setOptInFlags(database.db, owner, OptInFlag.marketing | otherFlags, at)
  await recordConsents(database.db, deps.cipher, owner, {
    consents: [
      { kind: ConsentKind.marketingMail, templateVersion: '1', given: true, ipAddress: '', userAgent: '' },
    ],
    at,
  })
}
