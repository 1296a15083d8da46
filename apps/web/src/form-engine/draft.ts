import { DAY_MS } from '@dolphin/domain/time/durations'
import { isCustomer, isLimited } from '../api-client/session.ts'
import { persistedState } from '../app/persisted-state.ts'
import { deviceClock } from '../time/device-clock.ts'
import { loadEncrypted, storeEncrypted } from '../storage/encrypted-storage.ts'
import { DRAFT_PREFIX } from '../storage/stored-keys.ts'

/** What was typed and not yet saved, encrypted on this device; gone once saved, at sign-out, or after a day. */
export type DraftValues = Readonly<Record<string, unknown>>

interface Draft {
  readonly at: number
  /** Who typed it: an account, an application without one, or a guest. */
  readonly owner: string
  readonly values: DraftValues
}

/** The owner of what says nothing about a person, and so outlives signing in. */
export const ANYONE = 'anyone'

const GUEST = 'guest'

/** Who is at this device, as far as drafts are concerned. */
async function currentOwner(): Promise<string> {
  if (isCustomer()) return `account ${(await persistedState('session'))?.openId ?? ''}`
  if (isLimited()) return `application ${(await persistedState('workflow'))?.applicationNo ?? ''}`
  return GUEST
}

/**
 * The unsaved answers of one form and one subject, such as a loan; undefined where nothing waits. What one person
 * typed is dropped once another signs in; without a session it waits.
 */
export async function loadDraft(name: string): Promise<DraftValues | undefined> {
  const draft = (await loadEncrypted(DRAFT_PREFIX + name)) as Draft | undefined
  if (!draft || deviceClock.now().getTime() - draft.at > DAY_MS) return undefined
  const current = await currentOwner()
  if (draft.owner === ANYONE || draft.owner === current) return draft.values
  if (current !== GUEST) dropDraft(name)
  return undefined
}

/** Forgets the draft of one form. */
function dropDraft(name: string): void {
  localStorage.removeItem(DRAFT_PREFIX + name)
}

/**
 * Keeps drafts one write at a time: while one is being encrypted, only the newest of those that follow waits,
 * so that the last key typed is always the one kept. They belong to who is at the device when the form is opened, unless said
 * otherwise: a session that ends meanwhile takes nothing away.
 */
export function draftStore(
  name: string,
  owner?: typeof ANYONE,
): { keep: (values: DraftValues) => void; drop: () => void } {
  let writing: Promise<void> | undefined
  let next: DraftValues | undefined
  let round = 0
  const owned = owner ?? currentOwner()
  const write = async (values: DraftValues): Promise<void> => {
    const mine = round
    const draft: Draft = { at: deviceClock.now().getTime(), owner: await owned, values }
    await storeEncrypted(DRAFT_PREFIX + name, draft)
    if (mine !== round) dropDraft(name)
    writing = undefined
    if (next) {
      const newest = next
      next = undefined
      writing = write(newest)
    }
  }
  return {
    keep: (values) => {
      if (writing) next = values
      else writing = write(values)
    },
    drop: () => {
      round += 1
      next = undefined
      dropDraft(name)
    },
  }
}
