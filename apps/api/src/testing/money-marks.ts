import { FAULT_POINTS, type FaultPoint } from '../fault-points.ts'

/** The fault points that a round of money passes. */
export type MoneyFaultPoint = Extract<FaultPoint, `${'batch' | 'hand-over' | 'settlement'}: ${string}`>
export const MONEY_FAULT_POINTS = FAULT_POINTS.filter((mark): mark is MoneyFaultPoint =>
  /^(batch|hand-over|settlement):/.test(mark),
)
