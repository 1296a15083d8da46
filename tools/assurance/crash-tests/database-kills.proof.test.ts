import { expect, test } from 'vitest'
import { runCommand } from '../run-command.ts'

/** Source: design/security.md, "Figures to aim at". */
const KILLS = 5

test('killed with PostgreSQL, the lender loses no answer, moves no money twice and leaves nothing undone (design/security.md, Faults 2)', {
  timeout: 900_000,
}, async ({ signal }) => {
  const kills = ['--kills', '0', '--embedded-kills', '0', '--database-kills', String(KILLS)]
  const { code, output } = await runCommand('proof.mjs', kills, signal)
  expect(code, output).toBe(0)
  const [, made] = /^PostgreSQL and process: (\d+) kills in/m.exec(output) ?? []
  expect(Number(made)).toBeGreaterThanOrEqual(KILLS)
})
