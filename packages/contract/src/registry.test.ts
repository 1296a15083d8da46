import { PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Call, isOfDesk, routePath } from './call.ts'
import { namesIn, REQUEST_PARTS } from './call-names.ts'
import type { MultipartCallName } from './call-types.ts'
import { successEnvelopeSchema } from './envelope.ts'
import { DESK_ROUTES } from './desk-route-table.ts'
import { deskRouteRows, routeRows } from './route-table-text.ts'
import { ROUTES } from './route-table.ts'
import { ALL_CALLS, CALLS } from './registry.ts'

/** Calls that neither create, sign nor move money, though they are sent by POST. */
const HARMLESS_POSTS: readonly (keyof typeof CALLS)[] = [
  'getPortfolioId',
  'authenticateIdentity',
  'checkCollectionStatus',
  'compareTransactionFee',
  'dryRunPolicy',
  'checkPortfolio',
  'previewDecline',
  'previewCounter',
  'previewFileAct',
  'previewPortfolio',
  'getSimulatedData',
  'signIn',
  'verifyLoginCode',
  'resendVerificationCode',
  'saveBehaviorRecord',
  'infrastructureParsePathResource',
  'signOut',
  'extendSession',
  'endSession',
  'sendContactCode',
  'verifyContact',
  'authenticator',
  'verifyDocument',
  'beginStaffSignIn',
  'staffSignIn',
  'staffPasswordSignIn',
  'beginSingleSignOn',
  'completeSingleSignOn',
  'staffSignOut',
  'endStaffSession',
  'beginEnrollment',
  'completeEnrollment',
  'enrollFirstAdministrator',
  'reportKnownKey',
  'nameKnownKey',
  'beginTerminal',
  'beginLettingIn',
  'letTerminalIn',
  'askTouch',
  'beginTouch',
  'giveTouch',
  'beginConfirmation',
  'askStaffProof',
  'beginPasskey',
  'addPasskey',
  'reportOwnKnownKey',
  'nameOwnKnownKey',
  'removePasskey',
  'claimTerminal',
  'searchAudit',
  'findCustomers',
  'beginUnmask',
  'unmask',
  'readMessage',
  // A code, as send-contact-code; and a download.
  'giveEmail',
  'printPaperNotice',
  'exportRecords',
]

const MULTIPART: Record<MultipartCallName, true> = {
  uploadBankStatement: true,
  uploadRequestedDocument: true,
  verifyDocument: true,
  importReturn: true,
  importBankDirectory: true,
}

/** By these an employee comes in: no one is signed in yet. */
const WAYS_IN: readonly string[] = [
  'beginStaffSignIn',
  'staffSignIn',
  'staffPasswordSignIn',
  'beginSingleSignOn',
  'completeSingleSignOn',
  'beginEnrollment',
  'completeEnrollment',
  'reportKnownKey',
  'nameKnownKey',
  'enrollFirstAdministrator',
  'beginTerminal',
  'claimTerminal',
]

/** Public calls that the terminal reads as well. */
const ALSO_AT_DESK: readonly string[] = ['getHoliday', 'listPortfolio']

/** What a field may say. */
const valuesOf = (schema: unknown): string[] => {
  const { enum: values, const: value } = (schema ?? {}) as { enum?: string[]; const?: string }
  return values ?? (value === undefined ? [] : [value])
}

/** Follows a schema to every object in it. */
function objectsIn(part: unknown): readonly Record<string, unknown>[] {
  if (typeof part !== 'object' || part === null) return []
  const own = part as Record<string, unknown>
  const inside = Object.values(own).flatMap(objectsIn)
  return own['type'] === 'object' && 'properties' in own ? [own, ...inside] : inside
}

/** Fields whose words are a person's own; one with a list of values is none. */
const WRITTEN: readonly string[] = ['text', 'note', 'reason', 'details', 'answer']

function writtenIn(schema: unknown): readonly (readonly [string, z.ZodType])[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(writtenIn)
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape as Readonly<Record<string, z.ZodType>>).flatMap(([field, inner]) => {
    const bare = inner instanceof z.ZodOptional || inner instanceof z.ZodNullable ? inner.unwrap() : inner
    return WRITTEN.includes(field) && bare instanceof z.ZodString ? [[field, inner] as const] : []
  })
}

describe('the registry of calls', () => {
  test('a call stands under its own name, and on a route of its own', () => {
    for (const [name, call] of Object.entries(CALLS)) expect(call.name).toBe(name)
    const routes = ALL_CALLS.map((call) => `${call.method} ${call.path}`)
    expect(new Set(routes).size).toBe(routes.length)
  })

  test('each route table of a browser says what the registry says; else run generate-route-table.mjs', () => {
    expect(ROUTES).toEqual(routeRows(ALL_CALLS))
    expect(DESK_ROUTES).toEqual(deskRouteRows(ALL_CALLS))
  })

  test('a name stands in one part of a request alone, and the path names what its params are', () => {
    for (const call of ALL_CALLS) {
      const names = REQUEST_PARTS.flatMap((part) => namesIn(call, part))
      expect(names.toSorted(), call.name).toEqual([...new Set(names)].toSorted())
      const placeholders = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
      expect([...namesIn(call, 'params')].toSorted(), call.name).toEqual(placeholders.toSorted())
    }
  })

  test('a call of staff that is judged by what it names takes a portfolio or a loan in every shape of its request', () => {
    const judged = ALL_CALLS.filter(({ staff }) => staff !== undefined && 'about' in staff)
    for (const { name, staff, request } of judged) {
      if (staff?.kind === 'everyEmployee' || !['request', 'loanAmount'].includes(staff?.about ?? '')) continue
      const { params, query, body } = request
      const shapes = body instanceof z.ZodUnion ? body.options : [body]
      for (const shape of shapes) {
        const names = REQUEST_PARTS.flatMap((part) =>
          namesIn({ request: { params, query, body: shape as z.ZodType } as typeof request }, part),
        )
        expect(names.includes('portfolioId') || names.includes('loanNo'), name).toBe(true)
      }
    }
  })

  test('what a person writes has no hidden characters, and lines that end with a line feed (docs/security.md T13)', () => {
    // Its answer is an address of a provider of single sign-on.
    const fields = ALL_CALLS.filter(({ name }) => name !== 'completeSingleSignOn').flatMap(
      ({ name, request: { body } }) =>
        writtenIn(body).map(([field, schema]) => ({ name: `${name}.${field}`, schema })),
    )
    const taken = (schema: z.ZodType, text: string) => schema.safeParse(text).success
    expect(fields.length).toBeGreaterThan(40)
    const wrong = fields.filter(
      ({ schema }) =>
        schema.safeParse('Called at noon.\r\nNo answer.').data !== 'Called at noon.\nNo answer.' ||
        taken(schema, 'Called\u0007 at noon') ||
        taken(schema, 'Called \u202e at noon'),
    )
    expect(wrong.map(({ name }) => name)).toEqual([])
  })

  test('the names of a part are read whichever shape its schema has', () => {
    const taking = ALL_CALLS.filter(({ request: { body } }) => body !== undefined)
    const without = taking.filter((call) => namesIn(call, 'body').length === 0).map(({ name }) => name)
    const empty = taking
      .filter(({ request: { body } }) => body?.safeParse({}).success)
      .map(({ name }) => name)
    expect(without.filter((name) => !empty.includes(name))).toEqual([])
  })

  test('GET and DELETE read from the address, POST and PUT from the body (product.md §7)', () => {
    for (const call of ALL_CALLS) {
      const hasBody = call.method === 'POST' || call.method === 'PUT'
      expect(call.request.body !== undefined, call.name).toBe(hasBody)
      if (call.method === 'GET') expect(call.idempotent, call.name).toBe(false)
    }
  })

  test('every POST that creates, signs or moves money takes an Idempotency-Key (contract.md)', () => {
    const without = ALL_CALLS.filter((call) => call.method !== 'GET' && !call.idempotent).map(
      (call) => call.name,
    )
    expect(without.toSorted()).toEqual([...HARMLESS_POSTS].toSorted())
  })

  test('wherever the sub-status of a loan is answered, its older review code stands beside it (product.md §4)', () => {
    const answering = ALL_CALLS.flatMap((call) =>
      objectsIn(z.toJSONSchema(call.reply))
        .map((part) => part['properties'] as Record<string, unknown>)
        .filter((properties) => JSON.stringify(properties['subStatus'] ?? '').includes('customerReview'))
        .map((properties) => ({ call: call.name, hasCode: 'reviewStatus' in properties })),
    )
    expect(answering.filter(({ hasCode }) => !hasCode)).toEqual([])
    expect(answering.length).toBeGreaterThanOrEqual(10)
  })

  test('tokens stand in the replies of the five calls that open a session, and in no other', () => {
    const withTokens = ALL_CALLS.filter((call) =>
      objectsIn(z.toJSONSchema(call.reply)).some((part) => 'accessToken' in (part['properties'] as object)),
    ).map((call) => call.name)
    expect(withTokens.toSorted()).toEqual(
      ['authenticateIdentity', 'createAccount', 'createForm', 'signIn', 'verifyLoginCode'].toSorted(),
    )
  })

  test('an unknown field is refused everywhere, in requests and in replies', () => {
    for (const call of ALL_CALLS) {
      const schemas = [...Object.values(call.request), call.reply].filter((part) => part instanceof z.ZodType)
      for (const schema of schemas) {
        for (const object of objectsIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))) {
          expect(object['additionalProperties'], call.name).toBe(false)
        }
      }
    }
  })

  test('a reply can be sent as it is: no schema changes it on the way out', () => {
    for (const call of ALL_CALLS) {
      const out = z.toJSONSchema(successEnvelopeSchema(call.reply), { io: 'output' })
      expect(z.toJSONSchema(successEnvelopeSchema(call.reply), { io: 'input' }), call.name).toEqual(out)
    }
  })

  test('the calls that take a form with a file are the ones the client’s types name', () => {
    const multipart = ALL_CALLS.filter((call) => call.requestType === 'multipart').map((call) => call.name)
    expect(multipart.toSorted()).toEqual(Object.keys(MULTIPART).toSorted())
  })

  test('operations calls stand under /dolphin-ops, and nothing else does but the ways in to them', () => {
    for (const call of ALL_CALLS.filter(({ name }) => !WAYS_IN.includes(name))) {
      expect(call.access === 'operations', call.name).toBe(isOfDesk(call))
    }
    for (const name of WAYS_IN) expect(CALLS[name as keyof typeof CALLS]).toMatchObject({ access: 'public' })
  })

  test('every call of staff names the right that it takes; besides them the desk answers two that anyone may read (console.md)', () => {
    const named = ALL_CALLS.filter(({ staff }) => staff !== undefined).map(({ name }) => name)
    const operations = ALL_CALLS.filter(({ access }) => access === 'operations').map(({ name }) => name)
    expect(named.toSorted()).toEqual([...operations, ...ALSO_AT_DESK].toSorted())
  })

  test('a right that depends on a field has its answer for every value that the field may have', () => {
    for (const { name, staff, request } of ALL_CALLS) {
      if (staff?.kind !== 'byField') continue
      const values = objectsIn(z.toJSONSchema(request.body as z.ZodType, { io: 'input' })).flatMap((part) =>
        valuesOf((part['properties'] as Record<string, unknown>)[staff.field]),
      )
      expect(Object.keys(staff.needs).toSorted(), name).toEqual([...new Set(values)].toSorted())
    }
  })

  test('a path in the server’s notation', () => {
    expect(routePath(CALLS.cancelChange as Call)).toBe('/dolphin-loan/online/change/:changeNo/cancel')
    expect(routePath(CALLS.signIn as Call)).toBe('/dolphin-customer/sign-in')
  })
})

describe('requests, as contract.md words them', () => {
  const accepts = (schema: z.ZodType | undefined, value: unknown) => schema?.safeParse(value).success

  test('a number is refused where money belongs', () => {
    const plan = {
      portfolioId: 118,
      amount: '500.00',
      frequency: PayrollFrequency.biWeekly,
      number: 6,
      state: 'MO',
      payday: '2026-03-06',
    }
    expect(accepts(CALLS.getSimulatedData.request.body, plan)).toBe(true)
    expect(accepts(CALLS.getSimulatedData.request.body, { ...plan, amount: 500 })).toBe(false)
    expect(
      accepts(CALLS.getSimulatedData.request.body, { ...plan, frequency: PayrollFrequency.monthly }),
    ).toBe(false)
  })

  test('a form save carries changed fields under its external key, with the version read', () => {
    const save = { externalKey: 'A-1', changed: { firstName: 'Ann' }, version: 3 }
    expect(accepts(CALLS.updateForm.request.body, save)).toBe(true)
    expect(accepts(CALLS.updateForm.request.body, { ...save, approvedAmount: '999.00' })).toBe(false)
    expect(accepts(CALLS.updateForm.request.body, { externalKey: 'A-1', changed: {} })).toBe(false)
  })

  test('names and addresses that staff correct are such as their owners could type (docs/security.md T13)', () => {
    const correct = (right: object) =>
      accepts(CALLS.correctPerson.request.body, { openId: 'C1', right, note: 'As asked' })
    const address = { street: '1 Main St', unit: '', city: 'Dover', state: 'DE', zip: '19901' }
    expect(correct({ lastName: 'O’Brien', middleName: '', address })).toBe(true)
    expect(correct({ firstName: '<b>Ada</b>' })).toBe(false)
    expect(correct({ lastName: 'Sample\u202eelpmas' })).toBe(false)
    expect(correct({ lastName: 'example.com' })).toBe(false)
    expect(correct({ address: { ...address, city: 'Dover\r\nBcc: x@example.com' } })).toBe(false)
  })

  test('sign takes the hash that was shown and a mark, typed or drawn', () => {
    const documents = [{ documentNo: 'D-1', sha256: 'ab'.repeat(32) }]
    const body = CALLS.signingSign.request.body
    expect(accepts(body, { documents, mark: { kind: 'typed', text: 'Ann Example' } })).toBe(true)
    expect(accepts(body, { documents: [], mark: { kind: 'typed', text: 'Ann Example' } })).toBe(false)
    expect(accepts(body, { documents, mark: { kind: 'drawn', width: 10, height: 10, strokes: [] } })).toBe(
      false,
    )
  })

  test('sign-in answers with a session, or with a step that needs a code', () => {
    const codeStep = {
      needsCode: true,
      sessionId: 's-1',
      codeBy: 'mail',
      maskedAddress: 'a•••@example.com',
      expiresAt: '2026-03-02T14:15:00-05:00',
      triesLeft: 5,
      resendAfterSeconds: 30,
    }
    expect(accepts(CALLS.signIn.reply, codeStep)).toBe(true)
    expect(accepts(CALLS.signIn.reply, { ...codeStep, needsCode: false })).toBe(false)
  })

  test('a change in a path is one of 103 to 109, or help with a payment (docs/decisions/servicing-calls.md)', () => {
    const params = CALLS.requestChange.request.params
    for (const changeTypeCode of ['103', '104', '105', '106', '107', '108', '109', '111', '201', '205']) {
      expect(accepts(params, { changeTypeCode })).toBe(true)
    }
    for (const changeTypeCode of ['101', '102', '110', '202', '905', 'x']) {
      expect(accepts(params, { changeTypeCode })).toBe(false)
    }
  })
})
