import { expect, test } from 'vitest'
import { runCommand } from '../run-command.ts'

test('a request whose key is not spent with its effect is found by a kill (design/security.md, Faults 3)', {
  timeout: 600_000,
}, async ({ signal }) => {
  const faultPoint = 'change: after the commit, before the answer'
  const args = ['--mark', faultPoint, '--kills', '1', '--plant', 'keyNotSpent']
  const { code, output } = await runCommand('proof.mjs', args, signal)
  expect(code, output).toBe(1)
  expect(output).toMatch(/BROKEN in step change .* after a kill at "change: after the commit/)
  expect(output).toContain('Again: npm run proof -- --seed 1 --mark')
})
