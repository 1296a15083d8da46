import type { MoneyMark } from '../money/marks.ts'
import { runMoneyRound } from '../money/timetable.ts'
import { openMoneyProcess } from './money-process.ts'

/** What a test asks of this process: one round of money, killed as it passes a mark for the nth time. */
export interface MoneyRoundRequest {
  readonly databaseUrl: string
  readonly dataDir: string
  readonly projectFolder: string
  readonly now: string
  readonly killAt: MoneyMark
  readonly pass: number
}

const request = JSON.parse(process.argv[2] ?? '{}') as MoneyRoundRequest

/** As a power cut: nothing is closed, nothing is said. The wait keeps this thread from another step. */
function die(): void {
  process.kill(process.pid, 'SIGKILL')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

let passed = 0
const parts = await openMoneyProcess({
  ...request,
  now: new Date(request.now),
  mark(name) {
    if (name !== request.killAt) return
    passed += 1
    if (passed === request.pass) die()
  },
})
await runMoneyRound(parts)
await parts.database.close()
