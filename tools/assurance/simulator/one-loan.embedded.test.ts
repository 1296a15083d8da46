import { localDate } from '@dolphin/domain/calendar/local-date'
import { expect, test } from 'vitest'
import { prepareSimulation } from './simulation.ts'
import { simulationTable } from './simulation-table.ts'

const PLAN = { from: localDate(2026, 3, 3), loans: 1, days: 60, seed: 1, faults: false, byHandEvery: 1 }

test('a loan lives 60 days: funded, one payment back, paid down, paid off, and the letter (domain.md §13)', async () => {
  // No process is killed in these days.
  const simulation = await prepareSimulation({ ...PLAN, crashProgram: '' })
  try {
    const outcome = await simulation.run()
    expect(outcome.broken).toBeUndefined()
    expect(outcome).toMatchObject({ daysLived: 60, letter: true })
    expect([...outcome.returned]).toEqual([['R01', 1]])
    expect([...outcome.asked]).toEqual([[1, 2]])
    const table = (await simulationTable(simulation.server.api().database.db, outcome)).join('\n')
    expect(table).toContain('terminated/paidOff')
    expect(table).toContain('Invariants checked on 60 days: all whole')
  } finally {
    await simulation.close()
  }
}, 600_000)
