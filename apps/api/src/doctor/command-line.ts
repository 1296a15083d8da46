import { parseArgs } from 'node:util'
import type { Machine } from './examined.ts'
import { examine } from './examine.ts'
import type { Finding } from './finding.ts'

/** The machine, and where lines go. */
export interface DoctorTerminal extends Machine {
  out(text: string): void
  error(text: string): void
}

const HELP = `npm run doctor [-- --json]: reads the server's settings and asks every outside part.

✓ right, ✗ wrong, with the line that mends it, · could not be asked. Exit code: 0 nothing is wrong, 1 something is,
2 the command line was not understood. Run it on the server's machine, as its user and with its settings.`

const ALL_RIGHT = 0
const SOMETHING_WRONG = 1
const WRONG_USAGE = 2
const SIGNS = { right: '✓', wrong: '✗', notAsked: '·' } as const

/** Runs the doctor's command line and answers its exit code. */
export async function runDoctor(argv: readonly string[], terminal: DoctorTerminal): Promise<number> {
  const options = optionsOf(argv)
  if (options === undefined) {
    terminal.error(HELP)
    return WRONG_USAGE
  }
  if (options.help) {
    terminal.out(HELP)
    return ALL_RIGHT
  }
  const findings = await examine(terminal)
  terminal.out(options.json ? JSON.stringify({ findings }, undefined, 2) : textOf(findings))
  return findings.some(({ state }) => state === 'wrong') ? SOMETHING_WRONG : ALL_RIGHT
}

function optionsOf(argv: readonly string[]): { readonly json: boolean; readonly help: boolean } | undefined {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    })
    return { json: values.json === true, help: values.help === true }
  } catch {
    return undefined
  }
}

function textOf(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ part }) => part.length))
  const lines = findings.flatMap(({ part, state, says, mend }) => [
    `${SIGNS[state]} ${part.padEnd(width)}  ${says}`,
    ...(mend === undefined ? [] : [`  ${' '.repeat(width)}  → ${mend}`]),
  ])
  const count = findings.filter(({ state }) => state === 'wrong').length
  return [...lines, '', count === 0 ? 'Nothing is wrong.' : `Wrong: ${count}.`].join('\n')
}
