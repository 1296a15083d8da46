import { type MoneyRoundRequest, runUntilKilled } from './money-process.ts'

// Whoever starts this program tells it in one argument what to do.
await runUntilKilled(JSON.parse(process.argv[2] ?? '{}') as MoneyRoundRequest)
