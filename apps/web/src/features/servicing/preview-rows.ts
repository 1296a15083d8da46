import type { ChangeResult } from './change-call.ts'

type Row = ChangeResult['newSchedule'][number]

/** The one debit that a change makes besides the schedule, where it makes one. */
export const singleRow = ({ newSchedule }: ChangeResult): Row | undefined =>
  newSchedule.find(({ source }) => source === 'single')

/** The first payment of the schedule that the change leaves, and that is not on its way already. */
export const nextRow = ({ newSchedule }: ChangeResult): Row | undefined =>
  newSchedule.find(({ source }) => source === 'new' || source === 'agreed')

/** The first payment that the change itself makes. */
export const firstNewRow = ({ newSchedule }: ChangeResult): Row | undefined =>
  newSchedule.find(({ source }) => source === 'new')
