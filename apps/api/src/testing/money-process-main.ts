import { type MoneyRoundRequest, runUntilCrashed } from './money-process.ts'

// Whoever starts this program tells it in one argument what to do.
await runUntilCrashed(JSON.parse(process.argv[2] ?? '{}') as MoneyRoundRequest)
