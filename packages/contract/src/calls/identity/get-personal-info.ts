import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { address, personName } from '../../shapes/person.ts'
import { contactTypeCode, customerCategoryCode, homeFlagCode } from '../../wire-codes.ts'
import { maskedNumber, openId, portfolioId, text } from '../../wire.ts'

export const getPersonalInfoCall = defineCall({
  name: 'getPersonalInfo',
  method: 'GET',
  path: '/dolphin-loan/online/loan/get-personal-info',
  feature: 'identity',
  access: 'customer',
  request: {},
  reply: z.strictObject({
    openId,
    portfolioId,
    name: personName,
    address: address.nullable(),
    ssnMasked: maskedNumber.nullable(),
    contacts: z
      .array(
        z.strictObject({
          contactType: contactTypeCode,
          /** homePhone, cellPhone, email, … and its verify flag's key, homePhoneVerify. */
          key: text(40),
          verifyKey: text(40),
          value: text(254),
          verified: z.boolean(),
        }),
      )
      .max(5),
    /** Bits 2, 4, 8, 16: do not call, uncontactable, marketing, operation. */
    optInFlags: z.int().min(0).max(31),
    consentPhone: contactTypeCode.nullable(),
    customerCategory: customerCategoryCode,
    authenticatorOn: z.boolean(),
    homeFlag: homeFlagCode,
  }),
  refusals: [],
  idempotent: false,
  summary: 'The signed-in customer: name, contacts, address, opt-ins',
  source: 'product.md §7',
})
