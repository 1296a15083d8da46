import type { LenderAnswer, LenderFailure, LenderOrder } from './lender-orders.ts'
import { obey } from './lender-process.ts'
import { runProof } from './run-proof.ts'

/** Carries out the proof's orders, one after the other, until it is ordered to stop or is killed. */
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
