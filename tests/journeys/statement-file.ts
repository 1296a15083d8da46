import { DAY_MS } from '@dolphin/domain/time/durations'

/** A generated statement of 98 days up to yesterday: pay every second week, rent each month. */
export function statementCsv(today = new Date()): string {
  const rows = Array.from({ length: 98 }, (_, at) => {
    const day = new Date(today.getTime() - (98 - at) * DAY_MS).toISOString().slice(0, 10)
    if (at % 14 === 7) return `${day},"PAYROLL, SAMPLE WORKS","1,850.00"`
    if (at % 30 === 3) return `${day},SAMPLE RENT,(950.00)`
    return `${day},SAMPLE GROCERY ${at},-12.40`
  })
  return ['Date,Description,Amount', ...rows].join('\n')
}
