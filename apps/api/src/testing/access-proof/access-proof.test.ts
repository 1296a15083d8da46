import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const PROJECT = fileURLToPath(new URL('../../../../../', import.meta.url))

/** Calls and filters of the sample: a list, a loan's page, a document, a message. */
const CALLS = 'paymentDetail,documentList,listMessage,documentFile,findOwnApplicationOfAnother,listPlansByNo'
const FILTERS = [
  'borrower-loan-repository find customer 1',
  'document-repository findOwnDocument customer 1',
  'loan-page-repository pageText customer 1',
  'secure-message-repository isOwner customer 1',
  'application-repository findOwnApplication customer 1',
  'loan-books-repository booksColumns portfolio 1',
  'debit-facts-repository listPlansByNo portfolio 1',
]

async function proofAccess(args: readonly string[], signal: AbortSignal) {
  return await new Promise<{ code: number | null; output: string }>((done) => {
    const line = ['scripts/proof-access.mjs', ...args]
    const child = spawn(process.execPath, line, { cwd: PROJECT, detached: true })
    signal.addEventListener('abort', () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid)
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.once('close', (code) => done({ code, output }))
  })
}

test('an owner’s condition that is left out is missed at once: seven of them, two kinds (security.md T5, T6)', {
  timeout: 300_000,
}, async ({ signal }) => {
  const { code, output } = await proofAccess(['--calls', CALLS, '--filter', FILTERS.join(',')], signal)
  expect(code, output).toBe(0)
  for (const filter of FILTERS) expect(output).toMatch(new RegExp(` red +${filter} `))
  expect(output).toContain(`${FILTERS.length} filters are missed`)
})
