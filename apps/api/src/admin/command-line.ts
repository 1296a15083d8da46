import { type CommandProgram, type Output, runProgram } from '@dolphin/ops-cli/command-runner'
import { ADMINISTRATOR_COMMANDS } from './administrator-commands.ts'
import { ERASURE_COMMANDS } from './erasure-commands.ts'
import { KEY_COMMANDS } from './key-commands.ts'
import { SCHEMA_COMMANDS } from './schema-commands.ts'
import type { ServerMachine } from './server-machine.ts'

/** The commands that need the server's own settings, secrets or database, and no running server. */
export const ADMIN_PROGRAM: CommandProgram<ServerMachine> = {
  heading: ['On the server’s own machine, with its settings and keys:'],
  commands: [...ADMINISTRATOR_COMMANDS, ...KEY_COMMANDS, ...SCHEMA_COMMANDS, ...ERASURE_COMMANDS],
  examples: {
    'administrator invite': 'administrator invite --name "Ada Example" --email ada@lender.example',
    'keys new': 'keys new',
    'keys status': 'keys status',
    'keys rotate': 'keys rotate',
    'keys retire': 'keys retire 9f86d081',
    'schema check': 'schema check',
    'schema migrate': 'schema migrate',
    'erasures export': 'erasures export --out erasures.jsonl',
    'erasures replay': 'erasures replay erasures.jsonl',
  },
  unknownCommand: 'There is no such command.',
}

/** Runs one admin command line and returns its exit code. */
export async function runAdminCommandLine(
  argv: readonly string[],
  terminal: ServerMachine & Output,
): Promise<number> {
  return await runProgram(ADMIN_PROGRAM, argv, terminal, terminal)
}
