import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const PROJECT = fileURLToPath(new URL('../../../../../', import.meta.url))

/** The command as a person types it; with all that it starts it ends when the test is over. */
async function proof(
  args: readonly string[],
  signal: AbortSignal,
): Promise<{ code: number | null; output: string }> {
  return await new Promise((done) => {
    const child = spawn(process.execPath, ['scripts/proof.mjs', ...args], { cwd: PROJECT, detached: true })
    signal.addEventListener('abort', () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid)
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.once('close', (code) => done({ code, output }))
  })
}

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
