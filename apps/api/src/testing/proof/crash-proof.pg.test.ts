import { expect, test } from 'vitest'
import { runCommand } from '../run-command.ts'

const proof = (args: readonly string[], signal: AbortSignal) => runCommand('proof.mjs', args, signal)

test('killed once at every mark, the lender loses no answer, moves no money twice and leaves nothing undone (security.md, Faults 1)', {
  timeout: 900_000,
}, async ({ signal, annotate }) => {
  const { code, output } = await proof(['--each-mark'], signal)
  await annotate(output.split('\n').findLast((line) => line.includes('kills in')) ?? '')
  expect(code, output).toBe(0)
})

test('a request whose key is not spent with its effect is found by a kill (security.md, Faults 3)', {
  timeout: 600_000,
}, async ({ signal }) => {
  const mark = 'change: after the commit, before the answer'
  const { code, output } = await proof(['--mark', mark, '--kills', '1', '--plant', 'keyNotSpent'], signal)
  expect(code, output).toBe(1)
  expect(output).toMatch(/BROKEN in step change .* after a kill at "change: after the commit/)
  expect(output).toContain('Again: npm run proof -- --seed 1 --mark')
})
