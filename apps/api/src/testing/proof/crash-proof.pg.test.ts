import { expect, test } from 'vitest'
import { runCommand } from '../run-command.ts'

const proof = (args: readonly string[], signal: AbortSignal) => runCommand('proof.mjs', args, signal)

test('killed 200 times, at every mark, and 10 times with PostgreSQL, the lender loses no answer, moves no money twice and leaves nothing undone (design/security.md F1, F2)', {
  timeout: 2_400_000,
}, async ({ signal, annotate }) => {
  const kills = ['--kills', '200', '--embedded-kills', '0', '--database-kills', '10']
  const { code, output } = await proof(kills, signal)
  const made = output.split('\n').filter((line) => line.includes('kills in'))
  for (const line of made) await annotate(line)
  expect(code, output).toBe(0)
  expect(made.map((line) => line.replace(/ kills in.*/, ''))).toEqual([
    expect.stringMatching(/^Process: 2\d\d$/),
    expect.stringMatching(/^PostgreSQL and process: 1\d$/),
  ])
})

test('a request whose key is not spent with its effect is found by a kill (design/security.md F3)', {
  timeout: 600_000,
}, async ({ signal }) => {
  const mark = 'change: after the commit, before the answer'
  const { code, output } = await proof(['--mark', mark, '--kills', '1', '--plant', 'keyNotSpent'], signal)
  expect(code, output).toBe(1)
  expect(output).toMatch(/BROKEN in step change .* after a kill at "change: after the commit/)
  expect(output).toContain('Again: npm run proof -- --seed 1 --mark')
})
