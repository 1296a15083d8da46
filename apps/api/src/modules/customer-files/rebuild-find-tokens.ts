import { rebuildFindTokens } from '@dolphin/database/find/find-rebuild-repository'
import { ok } from '@dolphin/domain/outcome'
import { HOUR_SECONDS } from '@dolphin/domain/time/durations'
import type { Deps } from '../../deps.ts'
import type { JobDefinition } from '../../ports/job-queue.ts'

const BATCH = 100

/**
 * Writes the find tokens of customers from before there were any, and of all after LASTING_KEYS changed. In batches, each
 * its own transaction, so a stopped run loses nothing. Source: docs/guides/keys.md.
 */
export const rebuildFindTokensJob = ({ units, cipher }: Pick<Deps, 'units' | 'cipher'>): JobDefinition => ({
  name: 'rebuild-find-tokens',
  everySeconds: HOUR_SECONDS,
  ignoresClock: true,
  async run() {
    for (let done = BATCH; done === BATCH; ) {
      const batch = await units.write(async ({ tx }) => ok(await rebuildFindTokens(tx, cipher, BATCH)))
      done = batch.ok ? batch.value : 0
    }
  },
})
