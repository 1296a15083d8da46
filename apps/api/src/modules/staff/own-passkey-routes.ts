import {
  addPasskeyCall,
  askStaffProofCall,
  beginPasskeyCall,
  nameOwnKnownKeyCall,
  readStaffAccountCall,
  removePasskeyCall,
  reportOwnKnownKeyCall,
} from '@dolphin/contract/staff-passkeys'
import { ok } from '@dolphin/domain/outcome'
import type { EmployeeActor } from '../../http/actor.ts'
import { operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { type Result, refuse } from '../../refusal.ts'
import { nameOwnKnownKey, reportOwnKnownKey } from './known-key.ts'
import { addPasskey, askProof, beginPasskey, ownAccount, proveNow, removePasskey } from './own-passkeys.ts'
import { limitTries } from './sign-in.ts'
import type { StaffDeps } from './staff-deps.ts'

/** Only at the desk: a terminal holds no authenticator. */
const atDesk = ({ sessionKind }: EmployeeActor): Result<undefined> =>
  sessionKind === 'desk' ? ok(undefined) : refuse('deskRequired')

/** An employee's own passkeys and sessions; what changes them takes a proof made just now. */
export function ownPasskeyRoutes(deps: StaffDeps): RouteDefinition[] {
  const admit = async (actor: EmployeeActor) => {
    const limited = await limitTries(deps, 'staffProofs', actor.employeeId)
    return limited.ok ? atDesk(actor) : limited
  }
  return [
    operationsRoute(readStaffAccountCall, async ({ actor, now }) =>
      ok(await ownAccount(deps, deps.database.db, actor, now)),
    ),
    operationsRoute(askStaffProofCall, async ({ actor, desk, origin, write }) => {
      const admitted = await admit(actor)
      return admitted.ok ? await write((unit) => askProof(deps, unit, { actor, desk, origin })) : admitted
    }),
    operationsRoute(beginPasskeyCall, async ({ body, actor, desk, origin, write }) => {
      const admitted = await admit(actor)
      if (!admitted.ok) return admitted
      const proven = await proveNow(deps, { actor, desk, origin }, body.proof)
      return proven.ok ? await write((unit) => beginPasskey(deps, unit, { actor, desk, origin })) : proven
    }),
    operationsRoute(addPasskeyCall, async ({ body, actor, desk, origin, write }) => {
      const here = atDesk(actor)
      return here.ok ? await write((unit) => addPasskey(deps, unit, { actor, desk, origin }, body)) : here
    }),
    operationsRoute(reportOwnKnownKeyCall, async ({ body, actor, desk, write }) => {
      const admitted = await admit(actor)
      return admitted.ok
        ? await write((unit) => reportOwnKnownKey(deps, unit, { actor, desk }, body))
        : admitted
    }),
    operationsRoute(nameOwnKnownKeyCall, async ({ body, actor, desk, write }) => {
      const admitted = await admit(actor)
      return admitted.ok
        ? await write((unit) => nameOwnKnownKey(deps, unit, { actor, desk }, body))
        : admitted
    }),
    operationsRoute(removePasskeyCall, async ({ body, actor, desk, origin, write }) => {
      const admitted = await admit(actor)
      if (!admitted.ok) return admitted
      const proven = await proveNow(deps, { actor, desk, origin }, body.proof)
      if (!proven.ok) return proven
      const removal = { factorId: body.factorId, provenBy: proven.value }
      return await write((unit) => removePasskey(deps, unit, { actor, desk, origin }, removal))
    }),
  ]
}
