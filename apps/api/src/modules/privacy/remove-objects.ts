import {
  deleteObjectRemoval,
  isObjectNamed,
  listObjectRemovals,
} from '@dolphin/database/retention/erase-repository'
import { RECORD_KEYS_FOLDER } from '@dolphin/database/driver/record-keys'
import { HOUR_SECONDS } from '@dolphin/domain/time/durations'
import type { Deps } from '../../deps.ts'
import { beginRound } from '../../jobs/one-of-many.ts'
import type { JobDefinition } from '../../ports/job-queue.ts'

const REMOVE_OBJECTS_JOB = 'remove-erased-objects'
const PAGE = 200

type RemoveDeps = Pick<Deps, 'database' | 'objects' | 'keyFolder' | 'log' | 'observability' | 'failedWork'>

/**
 * Has the store let go of the bytes of what was erased, object by object, after the transaction that erased their rows, and
 * destroys the keys of records that were erased.
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

async function removeOne(deps: RemoveDeps, name: string): Promise<void> {
  const { db } = deps.database
  if (name.startsWith(RECORD_KEYS_FOLDER)) await removeKeys(deps, name)
  else if (!(await isObjectNamed(db, name))) await deps.objects.remove(name)
  await deleteObjectRemoval(db, name)
}

/** All keys of a record, whichever node made them. */
async function removeKeys({ keyFolder }: RemoveDeps, folder: string): Promise<void> {
  for await (const name of keyFolder.names(folder)) await keyFolder.remove(name)
}
