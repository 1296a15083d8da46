import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runCommand } from '../run-command.ts'

const seededDefects = JSON.parse(
  readFileSync(fileURLToPath(new URL('./seeded-defects.json', import.meta.url)), 'utf8'),
) as readonly { readonly name: string; readonly words: string }[]

test.for(seededDefects)(
  'the laws of the random life find that $words (domain.md §14)',
  { timeout: 1_200_000 },
  async ({ name }, { annotate, signal }) => {
    const { code, output } = await runCommand(
      'random-life.mjs',
      ['--plants', '--crafted', '--among', name],
      signal,
    )
    expect(code, output).toBe(0)
    const found = new RegExp(`^  ${name} +made for it: (?!NOT FOUND).*$`, 'm').exec(output)
    expect(found, output).not.toBeNull()
    await annotate(found?.[0] ?? '')
  },
)
