import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runCommand } from '../run-command.ts'

const seededDefects = JSON.parse(
  readFileSync(fileURLToPath(new URL('./seeded-defects.json', import.meta.url)), 'utf8'),
) as readonly { readonly name: string; readonly found: readonly string[] }[]

const canary = (args: readonly string[], signal: AbortSignal) => runCommand('canary.mjs', args, signal)

/** PostgreSQL's own files hold twenty times as much; npm run proof:canary looks for all thousand in them. */
const LENDERS = [
  { engine: 'embedded', people: '25', options: [] },
  { engine: 'postgresql', people: '4', options: ['--postgres'] },
]

test.for(LENDERS)(
  'on $engine $people people leave nothing of theirs where it does not belong (design/security.md T19)',
  {
    timeout: 600_000,
  },
  async ({ people, options }, { signal }) => {
    const { code, output } = await canary(['--people', people, '--signing', '1', ...options], signal)
    expect(code, output).toBe(0)
    expect(output).toContain(`${people} people applied, 1 signed`)
  },
)

// Which database holds it makes no difference to what is planted.
test('what is planted is found in every kind of place (design/security.md T19)', {
  timeout: 600_000,
}, async ({ signal }) => {
  const names = seededDefects.map(({ name }) => name).join('+')
  const { code, output } = await canary(['--people', '3', '--signing', '1', '--plant', names], signal)
  expect(code, output).toBe(1)
  for (const { name, found } of seededDefects)
    for (const place of found) expect(output, `${name} in ${place}`).toContain(`✗ ${place}: `)
})
