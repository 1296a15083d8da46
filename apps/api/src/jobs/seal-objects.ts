import { DAY_SECONDS } from '@dolphin/domain/time/durations'
import { isOfStart } from '@dolphin/integrations/objects/names-stay'
import { sealFolder } from '@dolphin/integrations/objects/sealed-store'
import type { Deps } from '../deps.ts'
import type { JobDefinition } from '../ports/job-queue.ts'
import { objectKeysOf } from '../security/object-keys.ts'

const SEAL_OBJECTS_JOB = 'seal-objects'

/**
 * Seals every object that a release before this one stored unsealed, and sets keys apart that lie beside their objects;
 * once there is none it only walks the names. Begun again it goes on. Source: docs/decisions/sealed-objects.md.
 */
export const sealObjectsJob = ({
  objectFolder,
  keyFolder,
  cipher,
  random,
  log,
}: Pick<Deps, 'objectFolder' | 'keyFolder' | 'cipher' | 'random' | 'log'>): JobDefinition => ({
  name: SEAL_OBJECTS_JOB,
  everySeconds: DAY_SECONDS,
  ignoresClock: true,
  async run() {
    const { done, left } = await sealFolder(objectFolder, keyFolder, objectKeysOf(cipher, random), isOfStart)
    if (done + left > 0) log.info({ sealed: done, left }, 'objects from before sealed')
  },
})
