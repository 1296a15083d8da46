import { describe, expect, test } from 'vitest'
import { ALL_CALLS } from './registry.ts'

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
POST /dolphin-customer/contact/give-email
POST /dolphin-customer/contact/verify
POST /dolphin-customer/contact/allow
POST /dolphin-customer/authenticator
GET /dolphin-customer/records-proof
POST /dolphin-loan/online/signing/{requestCode}/consent
POST /dolphin-loan/online/signing/{requestCode}/sign
POST /dolphin-loan/online/signing/{requestCode}/decline
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
GET /dolphin-loan/online/list-institution
GET /dolphin-loan/online/statement-columns
POST /dolphin-loan/online/statement-columns
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
GET /dolphin-ops/notice/undelivered
POST /dolphin-ops/notice/retry
GET /dolphin-ops/paper-notice/list
POST /dolphin-ops/paper-notice/print
POST /dolphin-ops/paper-notice/mark
GET /dolphin-ops/work-item
GET /dolphin-ops/work-item-count
GET /dolphin-ops/work-item/{workItemNo}
POST /dolphin-ops/find
GET /dolphin-ops/customer/{file}
GET /dolphin-ops/customer/{file}/history
GET /dolphin-ops/customer/loan/{loanNo}
GET /dolphin-ops/customer/loan/{loanNo}/ledger
GET /dolphin-ops/customer/loan/{loanNo}/review
GET /dolphin-ops/customer/{file}/audit
GET /dolphin-ops/customer/{file}/acts
GET /dolphin-ops/work-item-csv
GET /dolphin-ops/approval-csv
GET /dolphin-ops/review-queue-csv
GET /dolphin-ops/message-csv
GET /dolphin-ops/batch/file-csv
POST /dolphin-ops/customer/act/preview
POST /dolphin-ops/customer/note
POST /dolphin-ops/customer/unmask/begin
POST /dolphin-ops/customer/unmask
POST /dolphin-ops/mirror
GET /dolphin-ops/mirror/{mirrorNo}
POST /dolphin-ops/mirror/end
POST /dolphin-ops/work-item/release
POST /dolphin-ops/work-item/take
POST /dolphin-ops/work-item/next
POST /dolphin-ops/work-item/done
POST /dolphin-ops/work-item/put-off
GET /dolphin-ops/statement
GET /dolphin-ops/statement-csv
GET /dolphin-ops/statement/{requestCode}
GET /dolphin-ops/statement/{requestCode}/file
POST /dolphin-ops/statement/accept
POST /dolphin-ops/statement/refuse
POST /dolphin-ops/statement/release
POST /dolphin-ops/decline
POST /dolphin-ops/decline/preview
POST /dolphin-ops/counter
POST /dolphin-ops/counter/preview
POST /dolphin-ops/pass-on
POST /dolphin-ops/suspend
POST /dolphin-ops/stop-debit
POST /dolphin-ops/revoke-authorization
POST /dolphin-ops/collect
POST /dolphin-ops/terminate
POST /dolphin-ops/manual-posting
POST /dolphin-ops/batch/run
POST /dolphin-ops/settlement/run
POST /dolphin-ops/return/import
GET /dolphin-ops/return/entry
POST /dolphin-ops/return/retry
POST /dolphin-ops/return/resolve
POST /dolphin-ops/entry/reverse
POST /dolphin-ops/prenote/send
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
POST /dolphin-ops/contact/opt-out
GET /dolphin-ops/employee
GET /dolphin-ops/me
POST /dolphin-ops/employee/invite
GET /dolphin-ops/approval
POST /dolphin-ops/approval/again
POST /dolphin-ops/approval/answer
POST /dolphin-ops/approval/begin
POST /dolphin-ops/approval/confirm
GET /dolphin-ops/approval/{approvalNo}
GET /dolphin-ops/me/account
POST /dolphin-ops/passkey
POST /dolphin-ops/passkey/begin
POST /dolphin-ops/passkey/known-key
POST /dolphin-ops/passkey/known-key/owner
POST /dolphin-ops/passkey/proof
POST /dolphin-ops/passkey/remove
POST /dolphin-ops/employee/role
POST /dolphin-ops/employee/state
POST /dolphin-ops/enrollment
POST /dolphin-ops/enrollment/begin
POST /dolphin-ops/first-administrator
POST /dolphin-ops/session/end
POST /dolphin-ops/sign-in/begin
POST /dolphin-ops/sign-in/passkey
POST /dolphin-ops/sign-in/password
POST /dolphin-ops/sign-in/single-sign-on/begin
POST /dolphin-ops/sign-in/single-sign-on
POST /dolphin-ops/sign-out
GET /dolphin-ops/saved-view
POST /dolphin-ops/saved-view
POST /dolphin-ops/saved-view/rename
POST /dolphin-ops/saved-view/remove
POST /dolphin-ops/touch/ask
GET /dolphin-ops/touch/{touchNo}
POST /dolphin-ops/touch/begin
POST /dolphin-ops/touch
POST /dolphin-ops/enrollment/known-key
POST /dolphin-ops/enrollment/known-key/owner
POST /dolphin-ops/employee/link/lift
POST /dolphin-ops/terminal
POST /dolphin-ops/terminal/touch
POST /dolphin-ops/terminal/begin
POST /dolphin-ops/terminal/claim
GET /dolphin-ops/system
POST /dolphin-ops/system/retry
GET /dolphin-ops/clock
POST /dolphin-ops/clock
POST /dolphin-ops/holiday
GET /dolphin-ops/retention
GET /dolphin-customer/my-data
GET /dolphin-customer/my-data/copy
POST /dolphin-customer/my-data/request
GET /dolphin-ops/person/{openId}/request
GET /dolphin-ops/data-request
GET /dolphin-ops/data-request-csv
POST /dolphin-ops/person/export
GET /dolphin-ops/person/{openId}/export
POST /dolphin-ops/person/correct
POST /dolphin-ops/person/erase
POST /dolphin-ops/person/answer
POST /dolphin-ops/retention/run
GET /dolphin-ops/legal-hold
POST /dolphin-ops/legal-fact
POST /dolphin-ops/legal-fact/end
POST /dolphin-ops/legal-hold
POST /dolphin-ops/legal-hold/lift
GET /dolphin-ops/bank-directory
POST /dolphin-ops/bank-directory
GET /dolphin-ops/bank-link
GET /dolphin-ops/batch/file
POST /dolphin-ops/bank-link/allow-account
GET /dolphin-ops/ledger/{loanNo}
GET /dolphin-ops/ledger
GET /dolphin-ops/eligibility/{loanNo}
POST /dolphin-ops/document-request
GET /dolphin-ops/document-request
GET /dolphin-ops/document-request/{loanNo}/file/{documentNo}
POST /dolphin-ops/document-request/accept
POST /dolphin-ops/document-request/refuse
GET /dolphin-loan/online/requested-document/list
POST /dolphin-loan/online/requested-document/upload
POST /dolphin-ops/export
GET /dolphin-ops/decision/replay
POST /dolphin-ops/decision/dry-run
GET /dolphin-ops/explain/{id}
`

const lines = (table: string) => table.trim().split('\n')
const routeOf = ({ method, path }: (typeof ALL_CALLS)[number]) => `${method} ${path}`
const found = (route: string) => ALL_CALLS.find((call) => routeOf(call) === route)

describe('the calls of the contract', () => {
  test('product.md §7 has 65 calls', () => {
    expect(new Set(lines(PRODUCT)).size).toBe(65)
  })

  test.each(lines(PRODUCT))('product.md §7: %s', (route) => {
    expect(found(route)?.source).toBe('product.md §7')
  })

  test.each(lines(OURS))('ours: %s', (route) => {
    expect(found(route)?.source).toBe('ours')
  })

  test('a route that is in neither list fails (contract.md "Ours")', () => {
    const known = [...lines(PRODUCT), ...lines(OURS)].toSorted()
    expect(ALL_CALLS.map(routeOf).toSorted()).toEqual(known)
  })

  test('no path names the gateway prefix: it stands before all of them once', () => {
    expect(ALL_CALLS.filter(({ path }) => path.includes('fssapi'))).toEqual([])
  })

  test('each path parameter is declared', () => {
    for (const { name, path, request } of ALL_CALLS) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)
      expect(Object.keys(request.params?.shape ?? {}), name).toEqual(inPath)
    }
  })
})
