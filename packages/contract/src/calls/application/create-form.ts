import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { formSaved } from '../../shapes/form-answers.ts'
import { limitedSession } from '../../shapes/session.ts'
import { answers, code, externalKey, resource, versionNo } from '../../wire.ts'

export const createFormCall = defineCall({
  name: 'createForm',
  method: 'POST',
  path: '/dolphin-loan/online/form/{code}',
  feature: 'application',
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
    /** Only where nobody was signed in: the session limited to this application. */
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
