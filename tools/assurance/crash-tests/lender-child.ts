import { type ChildProcess, fork } from 'node:child_process'
import type { LenderAnswer, LenderFailure, LenderOrder } from './lender-orders.ts'

/** A process of the lender, seen from the proof. */
export interface LenderChild {
  /** Answers what the process says, or `killed` where it died on the way; what it could not do is a fault. */
  ask(order: LenderOrder): Promise<LenderAnswer | 'killed'>
  /** Ends it, whatever it does. */
  end(): Promise<void>
}

/** Starts a process that loads the lender's modules and waits. `program` obeys orders where its argument says so. */
export function spawnLender(program: string): LenderChild {
  const child = fork(program, ['--lender'], { stdio: 'inherit', execArgv: [], serialization: 'advanced' })
  const gone = new Promise<NodeJS.Signals | null>((done) =>
    child.once('exit', (_code, signal) => done(signal)),
  )
  return {
    ask: (order) => askChild(child, gone, order),
    async end() {
      child.kill('SIGKILL')
      await gone
    },
  }
}

async function askChild(
  child: ChildProcess,
  gone: Promise<NodeJS.Signals | null>,
  order: LenderOrder,
): Promise<LenderAnswer | 'killed'> {
  const heard = new Promise<LenderAnswer | LenderFailure>((done) => {
    child.once('message', (message) => done(message as LenderAnswer | LenderFailure))
  })
  child.send(order)
  const answer = await Promise.race([heard, gone])
  if (answer === 'SIGKILL') return 'killed'
  if (answer === null || typeof answer === 'string')
    throw new Error(`a process of the lender ended by itself while it was to ${order.do}`)
  return 'failure' in answer ? { life: null, faults: [`failure to ${order.do}: ${answer.failure}`] } : answer
}
