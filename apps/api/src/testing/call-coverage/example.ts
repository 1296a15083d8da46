import type { CallInputOf } from '@dolphin/contract/call'
import type { CallName, CALLS } from '@dolphin/contract/registry'
import type { Scene } from './scene.ts'

/** A valid request for a call, about what the owner of the scene has. */
export type Example<Name extends CallName> = (
  scene: Scene,
) => CallInputOf<(typeof CALLS)[Name]> | Promise<CallInputOf<(typeof CALLS)[Name]>>
