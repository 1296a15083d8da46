import { DAY_MS, MINUTE_MS } from '@dolphin/domain/time/durations'
import { parseSignatureResourceCall } from '@dolphin/contract/agreements'
import {
  infrastructureParsePathResourceCall,
  parseCompleteResourceCall,
  parsePathResourceCall,
  parseReturningResourceCall,
} from '@dolphin/contract/applications'
import { authenticateIdentityCall } from '@dolphin/contract/identity-sessions'
import {
  parseLinkResourceCall,
  resetPasswordCall,
  sendCreateAccountEmailCall,
  sendForgotPasswordEmailCall,
} from '@dolphin/contract/identity'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { assert } from '@dolphin/domain/assert'
import { ok } from '@dolphin/domain/outcome'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureCouponLink } from '../coupons/coupon-link.ts'
import { ensureLoanLink, type LinkPurpose } from '../loans/loan-link.ts'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { beginApplication } from '../../testing/applications.ts'
import { createCustomer, mailedToken } from '../../testing/customers.ts'
import type { TestClient } from '../../testing/test-client.ts'

let api: TestApi
let counter = 0

beforeAll(async () => {
  api = await startTestApi()
})

afterAll(() => api.close())

const INVALID = -92020043
const WHO = { ssnLast4: '9999', birthDate: '1990-05-17' }
const anEmail = () => `resource-${(counter += 1)}@example.com`

type Kind = LinkPurpose | 'coupon' | 'createAccount' | 'resetPassword'
type Parser = 'path' | 'returning' | 'complete' | 'signature' | 'any' | 'link'

interface Made {
  readonly token: string
  readonly owner: TestClient
  readonly loanNo: string | undefined
}

/** The link of a customer's own application, in a state that fits it. */
async function loanLink(kind: LinkPurpose): Promise<Made> {
  const owner = await createCustomer(api, { email: anEmail() })
  const { loanNo } = await beginApplication(owner)
  if (kind === 'signature') await setStatus(loanNo, 102, 'customerReview')
  const made = await api.deps.units.write(async (unit) => {
    const loan = await findLoan(unit.tx, { portfolioId: 118, loanNo })
    assert(loan !== undefined, 'the loan was just made')
    return ok(await ensureLoanLink(api.deps, unit, loan, kind))
  })
  assert(made.ok, 'a link is made')
  return { token: made.value.token, owner, loanNo }
}

async function couponLink(): Promise<Made> {
  const owner = await createCustomer(api, { email: anEmail() })
  const expiresAt = new Date(api.clock.now().getTime() + 60 * DAY_MS)
  const target = { portfolioId: 118, openId: owner.openId, couponCode: 'SPRING', expiresAt }
  const made = await api.deps.units.write(async (unit) => ok(await ensureCouponLink(api.deps, unit, target)))
  assert(made.ok, 'a link is made')
  return { token: made.value.link.token, owner, loanNo: undefined }
}

async function accountLink(kind: 'createAccount' | 'resetPassword'): Promise<Made> {
  const email = anEmail()
  const owner = kind === 'resetPassword' ? await createCustomer(api, { email }) : api.client()
  if (kind === 'createAccount') {
    await owner.ask(sendCreateAccountEmailCall, { body: { portfolioId: 118, email, createAccountType: 2 } })
  } else {
    api.clock.advance(1_000)
    await owner.ask(sendForgotPasswordEmailCall, { body: { portfolioId: 118, email } })
  }
  return { token: await mailedToken(api, email), owner, loanNo: undefined }
}

const setStatus = (loanNo: string, status: number, subStatus: string | null) =>
  api.database.executeSql('update loans set status = $2, sub_status = $3 where loan_no = $1', [
    loanNo,
    status,
    subStatus,
  ])

function parse(client: TestClient, parser: Parser, resource: string) {
  const query = { resource }
  switch (parser) {
    case 'path':
      return client.call(parsePathResourceCall, { query })
    case 'returning':
      return client.call(parseReturningResourceCall, { query })
    case 'complete':
      return client.call(parseCompleteResourceCall, { query })
    case 'signature':
      return client.call(parseSignatureResourceCall, { query })
    case 'any':
      return client.call(infrastructureParsePathResourceCall, { body: query })
    case 'link':
      return client.call(parseLinkResourceCall, { query })
  }
}

interface Row {
  readonly kind: Kind
  readonly make: () => Promise<Made>
  /** The calls that know this kind; all others refuse it. */
  readonly parsers: readonly Parser[]
  readonly page: string
  /** What must happen first, for a stranger. */
  readonly needs: 'identity' | 'signIn' | 'nothing'
  readonly lifeMs: number
  /** Loan states that the link no longer fits. */
  readonly unfitting: readonly (readonly [number, string | null])[]
}

const FUNDED = [
  [202, null],
  [103, null],
] as const
const rowOf = (
  kind: LinkPurpose,
  parsers: readonly Parser[],
  page: string,
  rest: Partial<Row> = {},
): Row => ({
  kind,
  make: () => loanLink(kind),
  parsers,
  page,
  needs: 'identity',
  lifeMs: 30 * DAY_MS,
  unfitting: FUNDED,
  ...rest,
})

const ROWS: readonly Row[] = [
  rowOf('application', ['path', 'any'], '/application'),
  rowOf('pendingApplication', ['path', 'any'], '/application'),
  rowOf('returning', ['returning', 'any'], '/returning'),
  rowOf('completeInformation', ['complete', 'any'], '/complete-information'),
  rowOf('signature', ['signature', 'any'], '/signature', {
    needs: 'signIn',
    unfitting: [[101, null], ...FUNDED],
  }),
  {
    kind: 'coupon',
    make: couponLink,
    parsers: ['path', 'any'],
    page: '/coupon/verification',
    needs: 'signIn',
    lifeMs: 30 * DAY_MS,
    unfitting: [],
  },
  {
    kind: 'createAccount',
    make: () => accountLink('createAccount'),
    parsers: ['link', 'any'],
    page: '/create-account',
    needs: 'nothing',
    lifeMs: 3 * DAY_MS,
    unfitting: [],
  },
  {
    kind: 'resetPassword',
    make: () => accountLink('resetPassword'),
    parsers: ['link', 'any'],
    page: '/reset-password',
    needs: 'nothing',
    lifeMs: 30 * MINUTE_MS,
    unfitting: [],
  },
]
const PARSERS: readonly Parser[] = ['path', 'returning', 'complete', 'signature', 'any', 'link']

/** Refused: -92020043, which leads to /notification/302; parse-link-resource says why in its answer. */
async function expectRefused(client: TestClient, parser: Parser, token: string) {
  const answer = await parse(client, parser, token)
  if (parser === 'link') expect(answer).toMatchObject({ code: 1, data: { valid: false } })
  else expect(answer.code).toBe(INVALID)
}

describe.each(ROWS)(
  'a $kind link (domain.md §3, design/security.md T2)',
  ({ kind, make, parsers, page, needs, lifeMs }) => {
    test('opens its page by its own calls and by no other, and says what comes first', async () => {
      const { token, owner } = await make()
      for (const parser of PARSERS) {
        if (!parsers.includes(parser)) {
          await expectRefused(api.client(), parser, token)
          continue
        }
        const answer = await parse(api.client(), parser, token)
        if (parser === 'link') {
          expect(answer).toMatchObject({ code: 1, data: { valid: true, purpose: kind } })
          continue
        }
        expect(answer).toMatchObject({ code: 1, data: { purpose: kind, needs, next: `${page}/${token}` } })
        const own = await parse(owner, parser, token)
        expect(own).toMatchObject({ code: 1, data: { needs: 'nothing' } })
      }
    })

    test('is used up by no look, however many (mail scanners follow links too)', async () => {
      const { token } = await make()
      const before = await api.database.executeSql(
        'select uses, failed_tries from resources order by token_hash',
      )
      for (let look = 0; look < 3; look += 1) {
        for (const parser of parsers) await parse(api.client(), parser, token)
      }
      const after = await api.database.executeSql(
        'select uses, failed_tries from resources order by token_hash',
      )
      expect(after.rows).toEqual(before.rows)
    })

    test('opens nothing when unknown, malformed, changed by one bit, of another portfolio or expired', async () => {
      const { token } = await make()
      const flip = (at: number) => token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
      for (const parser of parsers) {
        await expectRefused(api.client(), parser, 'A'.repeat(43))
        await expectRefused(api.client(110), parser, token)
        for (const at of [0, 21, 41]) await expectRefused(api.client(), parser, flip(at))
        for (const malformed of ['short', `${token}x`, `${token.slice(0, 42)}!`]) {
          const answer = await parse(api.client(), parser, malformed)
          expect(
            answer.code === INVALID || answer.code === RESPONSE_CODES.invalidInput.code || parser === 'link',
          ).toBe(true)
          if (parser === 'link' && answer.code === 1) expect(answer.data).toMatchObject({ valid: false })
        }
      }
      api.clock.advance(lifeMs - 2_000)
      const [first] = parsers
      assert(first !== undefined, 'each kind has a call')
      expect((await parse(api.client(), first, token)).code).toBe(1)
      api.clock.advance(2_000)
      for (const parser of parsers) await expectRefused(api.client(), parser, token)
    })

    test('lets identity/authenticate open a limited session only where no sign-in is needed', async () => {
      const { token } = await make()
      const client = api.client()
      const answer = await client.call(authenticateIdentityCall, { body: { resource: token, ...WHO } })
      if (needs !== 'identity') return expect(answer.code).toBe(INVALID)
      expect(answer).toMatchObject({ code: 1, data: { next: expect.stringContaining(token) } })
    })
  },
)

test.each(ROWS.filter(({ unfitting }) => unfitting.length > 0))(
  'a $kind link opens nothing once the loan has moved on',
  async ({ make, parsers, unfitting }) => {
    const { token, loanNo } = await make()
    for (const [status, subStatus] of unfitting) {
      await setStatus(loanNo ?? '', status, subStatus)
      for (const parser of parsers) await expectRefused(api.client(), parser, token)
      const proof = await api.client().call(authenticateIdentityCall, { body: { resource: token, ...WHO } })
      expect(proof.code).toBe(INVALID)
    }
  },
)

test('an account link is good for one use; after it every call refuses it', async () => {
  const { token, owner } = await accountLink('resetPassword')
  await owner.ask(resetPasswordCall, { body: { resource: token, password: 'Another-Horse-8' } })
  for (const parser of ['link', 'any'] as const) await expectRefused(api.client(), parser, token)
})

test('a signature link of an application without account leads a signed-in customer to tie it first', async () => {
  const applicant = api.client()
  const { loanNo, resource } = await beginApplication(applicant)
  await setStatus(loanNo, 102, 'customerReview')
  const made = await api.deps.units.write(async (unit) => {
    const loan = await findLoan(unit.tx, { portfolioId: 118, loanNo })
    assert(loan !== undefined, 'the loan was just made')
    return ok(await ensureLoanLink(api.deps, unit, loan, 'signature'))
  })
  assert(made.ok, 'a link is made')
  const { token } = made.value
  expect((await parse(api.client(), 'signature', token)).data).toMatchObject({ needs: 'signIn' })
  const customer = await createCustomer(api, { email: anEmail() })
  expect((await parse(customer, 'signature', token)).data).toMatchObject({
    needs: 'identity',
    next: `/application/${resource}`,
  })
})

test('a borrower who paid off comes back by a returning link, signed in, to apply again', async () => {
  const { token, owner, loanNo } = await loanLink('returning')
  await setStatus(loanNo ?? '', 206, 'paidOff')
  const otherCustomer = await parse(api.client(), 'returning', token)
  expect(otherCustomer.data).toMatchObject({ needs: 'signIn', next: `/returning/${token}` })
  expect((await parse(owner, 'returning', token)).data).toMatchObject({
    needs: 'nothing',
    next: '/loan-agreement',
  })
  const proof = await api.client().call(authenticateIdentityCall, { body: { resource: token, ...WHO } })
  expect(proof.code).toBe(INVALID)
})
