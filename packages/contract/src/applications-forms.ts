import { z } from 'zod'
import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import { defineCall } from './call.ts'
import { personal } from './personal-fields.ts'
import { formDefinition } from './form-definition.ts'
import { limitedSession } from './shapes/session.ts'
import {
  answers,
  applicationNo,
  code,
  elementKey,
  externalKey,
  loanNo,
  queryList,
  queryPortfolioId,
  resource,
  text,
  versionNo,
} from './wire.ts'
import { formActionModeCode, loanFlagCode } from './wire-codes.ts'

const MOST_ELEMENTS = 100

/** What a form is filled with: values by element key, and the version that a save must name. */
const formAnswers = z.strictObject({
  code,
  /** Null before there is anything to write to. */
  externalKey: externalKey.nullable(),
  version: versionNo,
  values: personal('wholeAnswers', answers),
  /** Element keys whose stored value is not sent back (SSN, account number), with the mask to show instead. */
  masked: z.record(z.string(), text(32)),
})

/** As read: beside the answers, the ones that the bank report gives and that were not confirmed yet. */
const formRead = z.strictObject({
  ...formAnswers.shape,
  fromReport: z.array(elementKey).max(MOST_ELEMENTS),
})

/** The answer to a save: what is stored now, and what it made stale. */
const formSaved = z.strictObject({
  ...formAnswers.shape,
  applicationNo: applicationNo.nullable(),
  loanNo: loanNo.nullable(),
  loanFlags: z.array(loanFlagCode).max(4),
  /** Nothing is lent in the state that was corrected to: the save ends the application, with its reasons. */
  endsApplication: z.boolean(),
})

export const createFormCall = defineCall({
  name: 'createForm',
  method: 'POST',
  path: '/dolphin-loan/online/form/{code}',
  feature: 'applications',
  /** Guidance begins without an account: the first section makes application, loan and resource. */
  access: 'public',
  ownedWhenSignedIn: true,
  request: {
    params: z.strictObject({ code }),
    body: z.strictObject({
      externalKey: externalKey.nullable(),
      changed: answers,
      version: versionNo,
      /** A coupon link or a returning link that led here. */
      resource: resource.optional(),
    }),
  },
  reply: z.strictObject({
    ...formSaved.shape,
    /** The link to the application made here. */
    resource,
    /** Present only for a guest: the session limited to this application. */
    session: limitedSession.nullable(),
  }),
  refusals: [
    'notFound',
    'noIdentity',
    'portfolioClosed',
    'applicationAlreadyOpen',
    'inCollection',
    'stateNotServed',
    'conflict',
    'sectionNotEditable',
    'tooManyRequests',
  ],
  idempotent: true,
  summary: 'First save of a form; the personal section makes the application',
  source: 'ours',
})

export const getFormCall = defineCall({
  name: 'getForm',
  method: 'GET',
  path: '/dolphin-config/get-form',
  feature: 'applications',
  access: 'public',
  request: {
    query: z.strictObject({ code: queryList(code, 40), portfolioId: queryPortfolioId.optional() }),
  },
  reply: z.strictObject({ forms: z.record(code, formDefinition) }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'Form definitions keyed by code; answers 304 to a fitting ETag',
  source: 'product.md §7',
})

export const getPersonalCall = defineCall({
  name: 'getPersonal',
  method: 'GET',
  path: '/dolphin-loan/online/get-personal',
  feature: 'applications',
  access: 'session',
  request: { query: z.strictObject({ applicationNo: applicationNo.optional() }) },
  reply: formRead,
  refusals: ['notFound'],
  idempotent: false,
  summary: 'The answers of the personal section, as its form wants them',
  source: 'product.md §7',
})

export const readFormCall = defineCall({
  name: 'readForm',
  method: 'GET',
  path: '/dolphin-loan/online/form/{code}',
  feature: 'applications',
  access: 'session',
  request: {
    params: z.strictObject({ code }),
    /** Without a key: a new form, pre-filled from what is known of a signed-in customer. */
    query: z.strictObject({ externalKey: externalKey.optional() }),
  },
  reply: formRead,
  refusals: ['notFound'],
  idempotent: false,
  summary: 'The answers of a form',
  source: 'ours',
})

export const saveFormStepCall = defineCall({
  name: 'saveFormStep',
  method: 'POST',
  path: '/dolphin-loan/online/form/{code}/step',
  feature: 'applications',
  access: 'session',
  request: {
    params: z.strictObject({ code }),
    body: z.strictObject({
      /** Null before there is an application: a customer's answers wait in the account. */
      externalKey: externalKey.nullable(),
      changed: answers,
      version: versionNo,
      /** The elements of the steps that are filled in; they alone are judged and taken. */
      elements: z.array(code).min(1).max(MOST_ELEMENTS),
    }),
  },
  reply: formAnswers,
  refusals: ['notFound', 'conflict', 'sectionNotEditable'],
  idempotent: true,
  summary: 'Keeps the answers of a form that is not finished, to go on with on any device',
  source: 'ours',
})

export const updateFormCall = defineCall({
  name: 'updateForm',
  method: 'PUT',
  path: '/dolphin-loan/online/form/{code}',
  feature: 'applications',
  access: 'session',
  request: {
    params: z.strictObject({ code }),
    /** Only what changed; `version` is the one that was read. */
    body: z.strictObject({
      externalKey,
      changed: answers,
      version: versionNo,
      /** Preview judges and tells what the save would make stale, and stores nothing. */
      mode: formActionModeCode.default(FormActionMode.save),
      /** The borrower was told that the save ends the application, and wants it. */
      mayEnd: z.boolean().default(false),
    }),
  },
  reply: formSaved,
  refusals: [
    'notFound',
    'conflict',
    'sectionNotEditable',
    'stateNotServed',
    'bankAccountNotMatched',
    'tooManyRequests',
    'incomeNotVerified',
    'militaryCheckUnavailable',
  ],
  idempotent: true,
  summary: 'Saves the changed fields of a form',
  source: 'ours',
})
