import type { LenderAnswer, LenderFailure, LenderOrder } from './lender-orders.ts'
import { obey } from './lender-process.ts'
import { runProof } from './run-proof.ts'

/** Carries out what the proof orders, one order after the other, until it is told to stop or dies. */
function serve(): void {
  process.once('disconnect', () => process.exit())
  process.on('message', (order: LenderOrder) => {
    obey(order)
      .catch(
        (error: unknown): LenderFailure => ({
          failure: String(error instanceof Error ? error.stack : error),
        }),
      )
      .then((answer: LenderAnswer | LenderFailure) => process.send?.(answer))
      .catch((error: unknown) => {
        throw error
      })
  })
}

if (process.argv[2] === '--lender') serve()
else process.exitCode = await runProof(process.argv.slice(2))
