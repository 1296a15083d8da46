import { effort } from '@dolphin/testkit/effort'
import { expect, test } from 'vitest'
import { FAULT_POINTS } from './fault-points.ts'
import { runCommand } from '../run-command.ts'

/** Where money moves: a file for the bank, a settlement, a change with its debit, what comes back. */
const OF_MONEY = ['batch', 'hand-over', 'settlement', 'change', 'returns']
const FAMILIES = effort({
  usual: OF_MONEY,
  full: [...new Set(FAULT_POINTS.map((faultPoint) => faultPoint.split(': ')[0] ?? ''))],
})
const MARKS = FAULT_POINTS.filter((faultPoint) => FAMILIES.includes(faultPoint.split(': ')[0] ?? ''))

test(`killed at each of ${MARKS.length} fault points, the lender loses no answer, moves no money twice and leaves nothing undone (design/security.md, Faults 1)`, {
  timeout: 1_200_000,
}, async ({ signal, annotate }) => {
  const { code, output } = await runCommand('proof.mjs', ['--each-mark', '--of', FAMILIES.join(',')], signal)
  const [, kills] = /^Process, each mark: (\d+) kills in/m.exec(output) ?? []
  await annotate(`${kills} kills`)
  expect(code, output).toBe(0)
  expect(Number(kills)).toBeGreaterThanOrEqual(MARKS.length)
})
