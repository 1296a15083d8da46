import { expect, test } from 'vitest'
import { runCommand } from '../run-command.ts'

/** Calls and filters of the sample: a list, a loan's page, a document, a message. */
const CALLS = 'paymentDetail,documentList,listMessage,documentFile,spendRecoveryCodeOfAnother,listPlansByNo'
const FILTERS = [
  'borrower-loan-repository find customer 1',
  'document-repository findOwnDocument customer 1',
  'loan-page-repository pageText customer 1',
  'secure-message-repository isOwner customer 1',
  'authenticator-repository spendRecoveryCode customer 1',
  'loan-account-rows-repository accountColumns portfolio 1',
  'debit-facts-repository listPlansByNo portfolio 1',
]

const proofAccess = (args: readonly string[], signal: AbortSignal) =>
  runCommand('proof-access.mjs', args, signal)

test('an owner’s condition that is left out is missed at once: seven of them, two kinds (design/security.md T5, T6)', {
  timeout: 300_000,
}, async ({ signal }) => {
  const { code, output } = await proofAccess(['--calls', CALLS, '--filter', FILTERS.join(',')], signal)
  expect(code, output).toBe(0)
  for (const filter of FILTERS) expect(output).toMatch(new RegExp(` red +${filter} `))
  expect(output).toContain(`${FILTERS.length} filters are missed`)
})
