import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ADMIN_PROGRAM } from '@dolphin/api/admin/command-line'
import { CLIENT_PROGRAM } from '@dolphin/ops-cli/command-line'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from './source-files.ts'

const { opsPrograms } = (await import(
  pathToFileURL(join(PROJECT_ROOT, 'scripts/setup/ops-programs.mjs')).href
)) as { readonly opsPrograms: (args: readonly string[]) => readonly string[] }

/** Names of the commands that `npm run ops` does not send to the program that has them. */
const sentElsewhere = (program: string, commands: readonly { readonly name: string }[]) =>
  commands.map(({ name }) => name).filter((name) => opsPrograms(name.split(' ')).join() !== program)

test('npm run ops sends each command to the program that has it (docs/guides/operations.md)', () => {
  expect(sentElsewhere('ops.js', CLIENT_PROGRAM.commands)).toEqual([])
  expect(sentElsewhere('admin.js', ADMIN_PROGRAM.commands)).toEqual([])
})

test('npm run ops alone and its --help list the commands of both', () => {
  for (const args of [[], ['--help'], ['-h']]) expect(opsPrograms(args)).toEqual(['ops.js', 'admin.js'])
})
