import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from './source-files.ts'

interface Report {
  reportPage: (results: Readonly<Record<string, unknown>>, before: string) => string
}
const { reportPage } = (await import(
  pathToFileURL(join(PROJECT_ROOT, 'tools/assurance/bench/report.mjs')).href
)) as Report

const measured = (value: number) => ({
  date: '2026-03-02 09:00',
  machine: '2 × a processor',
  node: '20.20.2',
  load: 0.1,
  plan: 'Ten starts.',
  figures: [{ name: 'embedded: p50', value, unit: 'ms', goal: { atMost: 2_500 } }],
})

describe('the page of benchmarks', () => {
  test('shows what was measured beside its goal, and names what was not', () => {
    const page = reportPage({ start: measured(2_750) }, '')
    expect(page).toContain('| embedded: p50 | 2750 ms | ≤ 2500 ms | missed by 250 (10 %) |')
    expect(page).toContain(
      'Not measured yet: journeys, calls, sockets, tickets, memory, growth, batch, batch-million, desk.',
    )
  })

  test('keeps what another machine has measured, and replaces what this one has', () => {
    const theirs = reportPage({ start: measured(1_111), memory: measured(222) }, '')
    const ours = reportPage({ start: measured(1_333), tickets: measured(44) }, theirs)
    expect(ours).toContain('| embedded: p50 | 1333 ms |')
    expect(ours).not.toContain('1111')
    expect(ours).toContain('| embedded: p50 | 222 ms |')
    expect([...ours.matchAll(/^## .*/gm)].map(([heading]) => heading)).toEqual([
      '## From a signature on one node to the ticket on the other',
      '## Cold start, until /readyz returns 200',
      '## Memory of one node',
    ])
    expect(ours.match(/Not measured yet: .*/g)).toEqual([
      'Not measured yet: journeys, calls, sockets, growth, batch, batch-million, desk.',
    ])
  })

  test('stands as it is written: without new figures nothing changes', () => {
    const page = readFileSync(join(PROJECT_ROOT, 'docs/benchmarks.md'), 'utf8')
    expect(reportPage({}, page)).toBe(page)
  })
})
