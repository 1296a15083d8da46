import {
  allowContactCall,
  changePasswordCall,
  getPersonalInfoCall,
  giveEmailCall,
  sendContactCodeCall,
  verifyContactCall,
} from '@dolphin/contract/identity'
import { authenticatorCall } from '@dolphin/contract/identity-sessions'
import type { CallReply } from '@dolphin/contract/call'
import { type Contact, listContacts } from '@dolphin/database/identity/contact-repository'
import { type Customer, findCustomer } from '@dolphin/database/identity/customer-repository'
import { CONTACT_KEYS, ContactType } from '@dolphin/domain/identity/codes'
import { isUsState } from '@dolphin/domain/applications/us-states'
import { maskSsn } from '@dolphin/domain/format/ssn'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone } from '@dolphin/domain/time/new-york'
import { refuse } from '../../refusal.ts'
import { customerRoute, type RouteDefinition, sessionRoute } from '../../http/route.ts'
import { reachOfCustomer } from '../notices/reach.ts'
import { allowContact, optOutsOf } from './contact-opt-outs.ts'
import { giveEmail, sendContactCode, type SentCode, verifyContact } from './contact-service.ts'
import { checkCurrentPassword, placeOf } from './current-password.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { checkNewPassword } from './password-rules.ts'
import { changePassword } from './password-service.ts'
import { RESEND_AFTER_SECONDS } from './code-delivery.ts'
import { confirmAuthenticator, removeAuthenticator, startAuthenticator } from './authenticator-service.ts'

/** What a signed-in customer sees and changes of themselves. */
export function profileRoutes(deps: IdentityDeps): RouteDefinition[] {
  return [
    changePasswordRoute(deps),
    personalInfoRoute(deps),
    ...contactRoutes(deps),
    authenticatorRoute(deps),
  ]
}

function changePasswordRoute(deps: IdentityDeps): RouteDefinition {
  return customerRoute(changePasswordCall, async ({ body, actor, portfolio, origin, write }) => {
    const right = await checkCurrentPassword(deps, actor, body.currentPassword, 'currentPassword')
    if (!right.ok) return right
    const owner = (await findCustomer(deps.database.db, deps.cipher, actor)) ?? {}
    const newPassword = { password: body.newPassword, owner, elementKey: 'newPassword' }
    const policy = checkNewPassword(deps, portfolio, newPassword)
    if (!policy.ok) return policy
    const passwordHash = await deps.passwords.hash(body.newPassword, placeOf(actor))
    return write(async (unit) => {
      const done = await changePassword(deps, unit, actor, { passwordHash, baseUrl: origin.baseUrl })
      return done.ok ? ok({ done: true }) : done
    })
  })
}

const NOTHING_SHOWN = { secret: null, otpauthUrl: null, recoveryCodes: [] } as const

function authenticatorRoute(deps: IdentityDeps): RouteDefinition {
  return customerRoute(authenticatorCall, async ({ body, actor, origin, write }) => {
    const { baseUrl } = origin
    if (body.step === 'confirm') {
      return write(async (unit) => {
        const on = await confirmAuthenticator(deps, unit, actor, { code: body.code, baseUrl })
        return on.ok ? ok({ ...NOTHING_SHOWN, authenticatorOn: true, recoveryCodes: on.value }) : on
      })
    }
    const right = await checkCurrentPassword(deps, actor, body.password, 'password')
    if (!right.ok) return right
    if (body.step === 'remove') {
      return write(async (unit) => {
        const off = await removeAuthenticator(deps, unit, actor, { code: body.code, baseUrl })
        return off.ok ? ok({ ...NOTHING_SHOWN, authenticatorOn: false }) : off
      })
    }
    return write(async (unit) => {
      const shown = await startAuthenticator(deps, unit, actor)
      return shown.ok ? ok({ ...NOTHING_SHOWN, authenticatorOn: false, ...shown.value }) : shown
    })
  })
}

function personalInfoRoute(deps: IdentityDeps): RouteDefinition {
  return customerRoute(getPersonalInfoCall, async ({ actor }) => {
    const { db } = deps.database
    const customer = await findCustomer(db, deps.cipher, actor)
    if (customer === undefined) return refuse('noIdentity')
    const contacts = await listContacts(db, deps.cipher, actor)
    const homeFlag = await deps.lookups.homeFlag(db, actor)
    const customerCategory = await deps.lookups.customerCategory(db, actor)
    const { mails } = await reachOfCustomer(deps, db, customer)
    const newAddressNeeded = mails.length === 0
    return ok({ ...personView(customer, contacts), newAddressNeeded, homeFlag, customerCategory })
  })
}

type PersonalInfo = CallReply<typeof getPersonalInfoCall>

function personView(
  { portfolioId, openId, profile, ssn, optInFlags, staffOptOuts, totpSecret }: Customer,
  contacts: readonly Contact[],
): Omit<PersonalInfo, 'newAddressNeeded' | 'homeFlag' | 'customerCategory'> {
  const { firstName = '', middleName = '', lastName = '', address, begun } = profile
  const state = address?.state ?? ''
  return {
    openId,
    portfolioId,
    name: { firstName, middleName, lastName },
    hasBegun: begun !== undefined && Object.keys(begun).length > 0,
    address:
      address !== undefined && isUsState(state) ? { ...address, unit: address.unit ?? '', state } : null,
    ssnMasked: ssn === null ? null : maskSsn(ssn),
    contacts: contacts.map(({ contactType, value, verified }) => ({
      contactType,
      ...CONTACT_KEYS[contactType],
      value,
      verified,
    })),
    optInFlags,
    optOuts: optOutsOf({ staffOptOuts }),
    consentPhone:
      contacts.find(({ contactType }) => contactType === ContactType.cellPhone)?.contactType ?? null,
    authenticatorOn: totpSecret !== null,
  }
}

const sentView = ({ maskedAddress, expiresAt }: SentCode, zone: string) => ({
  sent: true as const,
  resendAfterSeconds: RESEND_AFTER_SECONDS,
  maskedAddress,
  expiresAt: isoInZone(expiresAt, zone),
})

function contactRoutes(deps: IdentityDeps): RouteDefinition[] {
  return [
    sessionRoute(sendContactCodeCall, async ({ body, actor, portfolio, write }) =>
      write(async (unit) => {
        const sent = await sendContactCode(deps, unit, actor, body.contactType)
        return sent.ok ? ok(sentView(sent.value, portfolio.timeZone)) : sent
      }),
    ),
    customerRoute(giveEmailCall, async ({ body, actor, portfolio, write }) =>
      write(async (unit) => {
        const sent = await giveEmail(deps, unit, actor, body.email)
        return sent.ok ? ok(sentView(sent.value, portfolio.timeZone)) : sent
      }),
    ),
    customerRoute(allowContactCall, ({ body, actor, write }) =>
      write((unit) => allowContact(deps, unit, actor, body.optOut)),
    ),
    sessionRoute(verifyContactCall, async ({ body, actor, write }) =>
      write(async (unit) => {
        const done = await verifyContact(deps, unit, actor, body)
        return done.ok ? ok({ contactType: body.contactType, verified: true }) : done
      }),
    ),
  ]
}
