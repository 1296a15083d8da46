import {
  deleteObjectRemoval,
  isObjectNamed,
  listObjectRemovals,
} from '@dolphin/database/retention/erase-repository'
import type { Deps } from '../../deps.ts'
import { beginRound } from '../../jobs/one-of-many.ts'
import type { JobDefinition } from '../../ports/job-queue.ts'

const REMOVE_OBJECTS_JOB = 'remove-erased-objects'
const HOUR_SECONDS = 3_600
const PAGE = 200

type RemoveDeps = Pick<Deps, 'database' | 'objects' | 'log' | 'observability' | 'failedWork'>

/**
 * Has the store let go of the bytes of what was erased, object by object, after the transaction that erased their rows.
 * Bytes that another row names by now, of the same content, stay. Ended at any moment it goes on with the next run; an
 * object that the store does not remove stops no other and becomes a work item. Source: docs/retention.md "What goes".
 */
export const removeObjectsJob = (deps: RemoveDeps): JobDefinition => ({
  name: REMOVE_OBJECTS_JOB,
  everySeconds: HOUR_SECONDS,
  ignoresClock: true,
  async run() {
    const { db } = deps.database
    const round = beginRound(deps, REMOVE_OBJECTS_JOB)
    for (let after: string | undefined = ''; after !== undefined; ) {
      const page: readonly string[] = await listObjectRemovals(db, after, PAGE)
      for (const object of page) await round.attempt({ object }, () => removeOne(deps, object))
      after = page.length < PAGE ? undefined : page.at(-1)
    }
    round.finish()
  },
})

async function removeOne({ database: { db }, objects }: RemoveDeps, objectKey: string): Promise<void> {
  if (!(await isObjectNamed(db, objectKey))) await objects.remove(objectKey)
  await deleteObjectRemoval(db, objectKey)
}
