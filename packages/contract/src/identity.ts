import { type OptOut, OptInFlag, STAFF_OPT_OUTS } from '@dolphin/domain/identity/codes'
import { z } from 'zod'
import { defineCall } from './call.ts'
import { personal } from './personal-fields.ts'
import { enteredApproval } from './shapes/approval.ts'
import { may, toDo, toEnter } from './staff-rule.ts'
import { consentChoice, consentTemplate } from './shapes/consent.ts'
import { address, knownName, personName } from './shapes/person.ts'
import { linkFault, linkPurpose, sentAnswer, signedInSession } from './shapes/session.ts'
import {
  email,
  instant,
  loginCode,
  maskedNumber,
  openId,
  pagePath,
  password,
  portfolioId,
  resource,
  resourceInLink,
  text,
  written,
} from './wire.ts'
import {
  accountStatusCode,
  contactTypeCode,
  createAccountTypeCode,
  customerCategoryCode,
  homeFlagCode,
} from './wire-codes.ts'

export const changePasswordCall = defineCall({
  name: 'changePassword',
  method: 'POST',
  path: '/dolphin-customer/change-password',
  feature: 'identity',
  access: 'customer',
  request: { body: z.strictObject({ currentPassword: password, newPassword: password }) },
  reply: z.strictObject({ done: z.literal(true) }),
  refusals: ['currentPasswordWrong', 'passwordRefused', 'signInThrottled'],
  idempotent: true,
  summary: 'Changes the password and ends every other session',
  source: 'product.md §7',
})

export const createAccountCall = defineCall({
  name: 'createAccount',
  method: 'POST',
  path: '/dolphin-customer/create-account',
  feature: 'identity',
  access: 'resource',
  request: {
    body: z.strictObject({
      resource,
      password,
      /** Asked with the application, and not here. */
      name: personName.optional(),
      consents: z.array(consentChoice).max(20),
      /** Read in the PDF of records-proof: proof that it opens. Without it, the first signing asks for the proof. */
      proofCode: text(20).optional(),
    }),
  },
  reply: z.strictObject({
    openId,
    createAccountType: createAccountTypeCode,
    /** Null for type 3, whose borrower signs in later. */
    session: signedInSession.nullable(),
    next: pagePath,
  }),
  refusals: [
    'linkNoLongerValid',
    'accountDuplicate',
    'passwordRefused',
    'consentRequired',
    'consentOutdated',
    'signingConsentMissing',
    'tooManyRequests',
  ],
  idempotent: true,
  summary: 'Creates the account of a mailed link and signs in',
  source: 'product.md §7',
})

export const recordsProofCall = defineCall({
  name: 'recordsProof',
  method: 'GET',
  path: '/dolphin-customer/records-proof',
  feature: 'identity',
  access: 'resource',
  replyType: 'file',
  request: { query: z.strictObject({ resource }) },
  reply: z.unknown(),
  refusals: ['linkNoLongerValid', 'tooManyRequests'],
  idempotent: false,
  summary: 'A PDF whose code proves, when the account is made, that records of this kind open',
  source: 'ours',
})

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
    name: knownName,
    /** Answers of an application that is not made yet wait in the account. */
    hasBegun: z.boolean(),
    address: address.nullable(),
    ssnMasked: maskedNumber.nullable(),
    contacts: z
      .array(
        z.strictObject({
          contactType: contactTypeCode,
          /** homePhone, cellPhone, email, … and its verify flag's key, homePhoneVerify. */
          key: text(40),
          verifyKey: text(40),
          value: personal('contact', text(254)),
          verified: z.boolean(),
        }),
      )
      .max(5),
    /** Bits 2, 4, 8, 16: do not call, uncontactable, marketing, operation. */
    optInFlags: z.int().min(0).max(31),
    /** What an employee noted that the customer does not want; the customer may allow each again. */
    optOuts: z.array(z.enum(STAFF_OPT_OUTS)).max(STAFF_OPT_OUTS.length),
    consentPhone: contactTypeCode.nullable(),
    customerCategory: customerCategoryCode,
    authenticatorOn: z.boolean(),
    /** No email address of theirs works: the pages ask for another one. */
    newAddressNeeded: z.boolean(),
    homeFlag: homeFlagCode,
  }),
  refusals: [],
  idempotent: false,
  summary: 'The signed-in customer: name, contacts, address, opt-ins',
  source: 'product.md §7',
})

export const parseLinkResourceCall = defineCall({
  name: 'parseLinkResource',
  method: 'GET',
  path: '/dolphin-customer/parse-link-resource',
  feature: 'identity',
  access: 'resource',
  request: { query: z.strictObject({ resource }) },
  reply: z.strictObject({
    valid: z.boolean(),
    fault: linkFault.nullable(),
    purpose: linkPurpose.nullable(),
    maskedEmail: text(254).nullable(),
    createAccountType: createAccountTypeCode.nullable(),
    /** -2 duplicate: shown to the holder of the link alone. */
    accountStatus: accountStatusCode.nullable(),
    expiresAt: instant.nullable(),
    consents: z.array(consentTemplate).max(20),
  }),
  refusals: [],
  idempotent: false,
  summary: 'What a mailed link is for, and whether it still holds',
  source: 'product.md §7',
})

export const resetPasswordCall = defineCall({
  name: 'resetPassword',
  method: 'POST',
  path: '/dolphin-customer/reset-password',
  feature: 'identity',
  access: 'resource',
  request: { body: z.strictObject({ resource, password }) },
  reply: z.strictObject({ done: z.literal(true), next: pagePath }),
  refusals: ['linkNoLongerValid', 'passwordRefused', 'accountInformationInvalid'],
  idempotent: true,
  summary: 'Sets a new password by a mailed link and ends every session',
  source: 'product.md §7',
})

export const sendContactCodeCall = defineCall({
  name: 'sendContactCode',
  method: 'POST',
  path: '/dolphin-customer/contact/send-code',
  feature: 'identity',
  access: 'session',
  request: { body: z.strictObject({ contactType: contactTypeCode }) },
  reply: z.strictObject({ ...sentAnswer.shape, maskedAddress: text(120), expiresAt: instant }),
  refusals: ['contactNotVerifiable', 'textMessagesNotAvailable', 'contactOptedOut', 'tooManyRequests'],
  idempotent: false,
  summary: 'Sends a code to a contact, to verify it',
  source: 'ours',
})

export const giveEmailCall = defineCall({
  name: 'giveEmail',
  method: 'POST',
  path: '/dolphin-customer/contact/give-email',
  feature: 'identity',
  access: 'customer',
  request: { body: z.strictObject({ email }) },
  reply: z.strictObject({ ...sentAnswer.shape, maskedAddress: text(120), expiresAt: instant }),
  refusals: ['tooManyRequests'],
  idempotent: false,
  summary: 'Takes another email address and sends a code to it; it counts once it is verified',
  source: 'ours',
})

export const sendCreateAccountEmailCall = defineCall({
  name: 'sendCreateAccountEmail',
  method: 'POST',
  path: '/dolphin-customer/send-create-account-email',
  feature: 'identity',
  access: 'public',
  request: {
    body: z.strictObject({
      portfolioId,
      email,
      createAccountType: createAccountTypeCode,
      /** What the account will be tied to: the application begun in guidance, or the loan to sign. */
      resource: resourceInLink.optional(),
    }),
  },
  reply: sentAnswer,
  refusals: ['tooManyRequests', 'tooManyMails'],
  idempotent: true,
  summary: 'Mails a link to create an account; always the same answer',
  source: 'product.md §7',
})

export const sendForgotPasswordEmailCall = defineCall({
  name: 'sendForgotPasswordEmail',
  method: 'POST',
  path: '/dolphin-customer/send-forgot-password-email',
  feature: 'identity',
  access: 'public',
  request: { body: z.strictObject({ portfolioId, email }) },
  reply: sentAnswer,
  refusals: ['tooManyRequests', 'tooManyMails'],
  idempotent: true,
  summary: 'Mails a link to reset the password; always the same answer',
  source: 'product.md §7',
})

export const verifyContactCall = defineCall({
  name: 'verifyContact',
  method: 'POST',
  path: '/dolphin-customer/contact/verify',
  feature: 'identity',
  access: 'session',
  request: { body: z.strictObject({ contactType: contactTypeCode, code: loginCode }) },
  reply: z.strictObject({ contactType: contactTypeCode, verified: z.literal(true) }),
  refusals: ['contactCodeInvalid'],
  idempotent: false,
  summary: 'Verifies a contact by the code sent to it',
  source: 'ours',
})

/** The account's email; or the customer's number, as a file of the desk has it. */
const accountNamed = z.union([email, openId])

export const changeAccountCall = defineCall({
  name: 'changeAccount',
  method: 'POST',
  path: '/dolphin-ops/account',
  feature: 'identity',
  access: 'operations',
  staff: {
    kind: 'byField',
    field: 'change',
    needs: {
      freeze: toDo('hold.set'),
      deactivate: toEnter('account.close'),
      activate: toEnter('hold.lift'),
    },
    about: 'request',
  },
  request: {
    body: z.strictObject({
      portfolioId,
      account: accountNamed,
      /** freeze: suspicion, until it is cleared; deactivate: closed at its owner's wish; activate lifts both. */
      change: z.enum(['freeze', 'deactivate', 'activate']),
      note: written(2_000),
    }),
  },
  reply: z.strictObject({
    portfolioId,
    openId,
    accountStatus: accountStatusCode,
    /** Of closing and reopening, which another confirms; null of freezing, which one does alone. */
    approval: enteredApproval.nullable(),
  }),
  refusals: ['accountNotFound', 'accountChangeRefused'],
  idempotent: true,
  summary: 'Freezes an account, whose sessions end at once, or enters its closing or reopening',
  source: 'ours',
})

const optOut = z.enum(Object.keys(OptInFlag) as [OptOut, ...OptOut[]])

export const enterOptOutCall = defineCall({
  name: 'enterOptOut',
  method: 'POST',
  path: '/dolphin-ops/contact/opt-out',
  feature: 'identity',
  access: 'operations',
  staff: may('contact.optOut'),
  request: {
    body: z.strictObject({
      portfolioId,
      account: accountNamed,
      optOut,
      /** How the customer said so. */
      note: written(2_000).min(1),
    }),
  },
  reply: z.strictObject({ portfolioId, openId, optInFlags: z.int().min(0).max(31) }),
  refusals: ['accountNotFound'],
  idempotent: true,
  summary: 'Notes what a customer does not want to get; only the customer takes it back',
  source: 'ours',
})

export const allowContactCall = defineCall({
  name: 'allowContact',
  method: 'POST',
  path: '/dolphin-customer/contact/allow',
  feature: 'identity',
  access: 'customer',
  request: { body: z.strictObject({ optOut: z.enum(STAFF_OPT_OUTS) }) },
  reply: z.strictObject({
    /** What is still not wanted. */
    optOuts: z.array(z.enum(STAFF_OPT_OUTS)).max(STAFF_OPT_OUTS.length),
    /** The customer's phone replied STOP: only START from it brings texts back. */
    textsStopped: z.boolean(),
  }),
  refusals: [],
  idempotent: true,
  summary: 'Takes back what an employee noted that the customer does not want',
  source: 'ours',
})
