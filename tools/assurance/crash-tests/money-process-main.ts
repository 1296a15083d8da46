import { type MoneyRoundRequest, runUntilCrashed } from './money-process.ts'

// The one argument is the request to run, as JSON.
await runUntilCrashed(JSON.parse(process.argv[2] ?? '{}') as MoneyRoundRequest)
