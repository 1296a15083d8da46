import { runCommand } from '../../tools/assurance/run-command.ts'
import { beforeAll, expect, test } from 'vitest'

/** The measures of the night, small enough for every commit; `npm run proof -- --nightly` asks for all of it. */
beforeAll(() => {
  process.env['DATABASE_URL_BENCH'] = process.env['TEST_DATABASE_URL']
})

test('500 channels are held, cut all at once, and back within 30 s with no message lost (design/security.md "Figures")', {
  timeout: 240_000,
}, async ({ signal }) => {
  const args = ['sockets', '--count', '500', '--seconds', '3', '--storm', '--strict']
  const { code, output } = await runCommand('bench.mjs', args, signal)
  expect(code, output).toBe(0)
  expect(output).toMatch(/messages lost, or heard twice +0 /)
})

test('under a mix of reads, writes and sign-ins no request is lost or answered wrongly (design/security.md "Figures")', {
  timeout: 240_000,
}, async ({ signal }) => {
  const { code, output } = await runCommand('bench.mjs', ['load', '--quick', '--rate', '40'], signal)
  expect(code, output).toBe(0)
  expect(output).toMatch(/lost or wrong +0 /)
})
