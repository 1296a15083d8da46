import { describe, expect, test } from 'vitest'
import { ALL_CALLS } from './calls/registry.ts'
import { openApiDocument } from './openapi.ts'

/** product.md §7, literally, in its order: 65 calls. */
const PRODUCT = `
POST /dolphin-loan/online/portfolioId/get
POST /dolphin-loan/online/identity/authenticate
GET /dolphin-loan/online/loan/get-personal-info
POST /dolphin-loan/online/loan/check-collection-status
POST /dolphin-loan/online/loan/compare-transaction-fee
GET /dolphin-loan/online/loan/get-payment-option
GET /dolphin-loan/online/parse-path-resource
GET /dolphin-loan/online/parse-returning-resource
GET /dolphin-loan/online/parse-complete-resource
GET /dolphin-loan/online/parse-signature-resource
GET /dolphin-loan/online/list-section
GET /dolphin-loan/online/get-bank-info
GET /dolphin-loan/online/check-black-list
POST /dolphin-loan/online/calculate-qualified-amount
POST /dolphin-loan/online/save-payment-option
GET /dolphin-loan/online/get-provider
POST /dolphin-loan/online/create-request-code
GET /dolphin-loan/online/get-request-status
GET /dolphin-loan/online/get-request-details
POST /dolphin-loan/online/calculate-payment-schedule
GET /dolphin-loan/online/payment-detail
POST /dolphin-loan/online/send-loan-agreement
POST /dolphin-loan/online/paper-check
GET /dolphin-loan/online/get-personal
GET /dolphin-loan/online/check-consent-status
POST /dolphin-loan/online/batch-save-consent-status
POST /dolphin-loan/online/get-simulated-data
GET /dolphin-loan/online/check-coupon
POST /dolphin-loan/online/upload-bank-statement
GET /dolphin-loan/online/check-risk-info
POST /dolphin-loan/online/record-business-data
POST /dolphin-customer/sign-in
POST /dolphin-customer/send-create-account-email
POST /dolphin-customer/create-account
GET /dolphin-customer/parse-link-resource
POST /dolphin-customer/send-forgot-password-email
POST /dolphin-customer/reset-password
POST /dolphin-customer/change-password
POST /dolphin-customer/verify-login-code
POST /dolphin-customer/resend-verification-code
POST /dolphin-loan/attach-loan
GET /dolphin-loan/list-disbursement-loan
GET /dolphin-loan/list-repayment-loan
GET /dolphin-loan/assistant/countdown-same-day
GET /dolphin-loan/assistant/available-date
GET /dolphin-loan/assistant/get-default-disbursement-date
GET /dolphin-loan/assistant/get-holiday
GET /dolphin-loan/assistant/date-format
GET /dolphin-loan/assistant/get-next-business-day
GET /dolphin-loan/assistant/get-future-date
GET /dolphin-loan/assistant/portfolio/get
GET /dolphin-loan/assistant/get-bank-info
GET /dolphin-loan/assistant/get-portfolio-by-domain
POST /dolphin-loan/online/payment/multi-installment/pay-off-in-n
POST /dolphin-loan/online/payment/multi-installment/pay-fixed-amount
POST /dolphin-loan/online/payment/multi-installment/pay-off
GET /dolphin-config/get-portfolio
GET /dolphin-config/date-format
GET /dolphin-config/list-portfolio
GET /dolphin-config/get-domain-value
GET /dolphin-config/get-form
GET /dolphin-config/get-consent-template
GET /infrastructure/get-portfolio-program
POST /infrastructure/save-behavior-record
POST /infrastructure/parse-path-resource
`

/** contract.md's closed list of our own, literally. */
const OURS = `
POST /dolphin-customer/sign-out
POST /dolphin-customer/extend-session
GET /dolphin-customer/session
POST /dolphin-customer/session/end
POST /dolphin-customer/contact/send-code
POST /dolphin-customer/contact/verify
POST /dolphin-customer/authenticator
POST /dolphin-loan/online/ceremony/{requestCode}/consent
POST /dolphin-loan/online/ceremony/{requestCode}/sign
POST /dolphin-loan/online/ceremony/{requestCode}/decline
POST /dolphin-loan/online/coupon/apply
POST /dolphin-loan/online/coupon/remove
GET /dolphin-loan/online/coupon/list
POST /dolphin-loan/online/withdraw-application
POST /dolphin-loan/online/cancel-loan
POST /dolphin-loan/online/repair-bank
POST /dolphin-loan/online/disbursement-date
POST /dolphin-loan/online/authorization
GET /dolphin-loan/online/document/list
GET /dolphin-loan/online/document/{documentNo}
GET /dolphin-loan/online/notice/list
GET /dolphin-loan/online/message
POST /dolphin-loan/online/message
POST /dolphin-loan/online/message/read
POST /verify-document
GET /dolphin-loan/online/form/{code}
POST /dolphin-loan/online/form/{code}
POST /dolphin-loan/online/form/{code}/step
PUT /dolphin-loan/online/form/{code}
POST /dolphin-loan/online/change/{changeTypeCode}
GET /dolphin-loan/online/change
POST /dolphin-loan/online/change/{changeNo}/cancel
GET /dolphin-ops/review-queue
POST /dolphin-ops/approve
GET /dolphin-ops/message
GET /dolphin-ops/message/{openId}
POST /dolphin-ops/message
POST /dolphin-ops/message/settle
GET /dolphin-ops/statement
GET /dolphin-ops/statement/{requestCode}
GET /dolphin-ops/statement/{requestCode}/file
POST /dolphin-ops/statement/accept
POST /dolphin-ops/statement/refuse
POST /dolphin-ops/statement/release
POST /dolphin-ops/decline
POST /dolphin-ops/pass-on
POST /dolphin-ops/suspend
POST /dolphin-ops/collect
POST /dolphin-ops/terminate
POST /dolphin-ops/manual-posting
POST /dolphin-ops/batch/run
POST /dolphin-ops/settlement/run
POST /dolphin-ops/return/import
GET /dolphin-ops/return-rate
GET /dolphin-ops/loan/{loanNo}
GET /dolphin-ops/coupon
POST /dolphin-ops/coupon/issue
GET /dolphin-ops/version
POST /dolphin-ops/version
POST /dolphin-ops/portfolio/check
POST /dolphin-ops/portfolio/preview
POST /dolphin-ops/portfolio/release
GET /dolphin-ops/portfolio/release
POST /dolphin-ops/audit
POST /dolphin-ops/account
POST /dolphin-ops/sign-in
GET /dolphin-ops/clock
POST /dolphin-ops/clock
GET /dolphin-ops/ledger/{loanNo}
GET /dolphin-ops/ledger
GET /dolphin-ops/guard/{loanNo}
POST /dolphin-ops/export
GET /dolphin-ops/decision/replay
POST /dolphin-ops/decision/dry-run
GET /dolphin-ops/explain/{id}
`

/** Downloads answer bytes, outside the envelope. */
const FILES: readonly string[] = ALL_CALLS.filter((call) => call.replyType === 'file').map(({ name }) => name)

const lines = (table: string) => table.trim().split('\n')
const document = openApiDocument(ALL_CALLS, '/fssapi')
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    route: `${method.toUpperCase()} ${path}`,
    operation,
  })),
)

/** Every `$ref` anywhere in a document. */
function references(part: unknown): readonly string[] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? [value] : references(value),
  )
}

describe('the OpenAPI document', () => {
  test('product.md §7 has 65 calls', () => {
    expect(new Set(lines(PRODUCT)).size).toBe(65)
  })

  test.each(lines(PRODUCT))('product.md §7: %s', (route) => {
    const found = operations.find((entry) => entry.route === route)
    expect(found?.operation.tags).not.toContain('ours')
    expect(found).toBeDefined()
  })

  test.each(lines(OURS))('ours: %s', (route) => {
    expect(operations.find((entry) => entry.route === route)?.operation.tags).toContain('ours')
  })

  test('a route that is in neither list fails (contract.md "Ours")', () => {
    const known = [...lines(PRODUCT), ...lines(OURS)].toSorted()
    expect(operations.map(({ route }) => route).toSorted()).toEqual(known)
  })

  test('the gateway prefix stands before the paths once, also before infrastructure', () => {
    expect(document.servers).toEqual([{ url: '/fssapi' }])
    expect(Object.keys(document.paths).filter((path) => path.includes('fssapi'))).toEqual([])
  })

  test('every answer is an envelope: success 1, else the one failure', () => {
    for (const { route, operation } of operations) {
      const { 200: ok, default: refused } = operation.responses as Record<string, { content: object }>
      expect(refused?.content, route).toEqual({
        'application/json': { schema: { $ref: '#/components/schemas/Failure' } },
      })
      if (FILES.includes(operation.operationId)) continue
      expect(ok?.content, route).toMatchObject({
        'application/json': {
          schema: { properties: { code: { const: 1 } }, required: ['status', 'code', 'data'] },
        },
      })
    }
  })

  test('signed-in calls ask for both headers, public ones for none (product.md §6)', () => {
    for (const call of ALL_CALLS) {
      const security = document.paths[call.path]?.[call.method.toLowerCase()]?.security
      const open = call.access === 'public' || call.access === 'resource'
      expect(security, call.name).toEqual(open ? [] : [{ accessToken: [], userCredential: [] }])
    }
  })

  test('every reference leads somewhere, so that the document stands alone', () => {
    const targets = new Set(
      Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`),
    )
    for (const reference of references(document)) expect(targets).toContain(reference)
  })

  test('the document is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document)
  })

  test('each path parameter is declared', () => {
    for (const { route, operation } of operations) {
      const inPath = [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const declared = operation.parameters
        .filter((entry) => entry['in'] === 'path')
        .map((entry) => entry['name'])
      expect(declared, route).toEqual(inPath)
    }
  })
})
