import { type Result, refuse } from '../refusal.ts'

type Write<Value> = (work: () => Promise<Result<Value>>) => Promise<Result<Value>>

/**
 * Runs work that does more than its one transaction, such as rendering a document before it, under the key of the
 * request: what was answered before is answered again, also where the work would now be refused for what it did the
 * first time. The key itself is spent in the work's own write. Source: contract.md "Idempotency".
 */
export async function onceByKey<Value>(
  write: Write<Value>,
  work: () => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const earlier = await answeredBefore(write)
  if (earlier !== undefined) return earlier
  const result = await work()
  // Another with the same key may have come to its end meanwhile.
  return result.ok ? result : ((await answeredBefore(write)) ?? result)
}

/** What the key was answered, or why it is refused; undefined for a new key, which stays unspent. */
export async function answeredBefore<Value>(write: Write<Value>): Promise<Result<Value> | undefined> {
  let isNew = false
  const result = await write(() => {
    isNew = true
    return Promise.resolve(refuse('idempotencyInProgress'))
  })
  return isNew ? undefined : result
}
