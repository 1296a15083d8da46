import { useTouch } from '@dolphin/database/staff/touch-repository'
import { ok } from '@dolphin/domain/outcome'
import { needsOwnTouch, touchedActText } from '@dolphin/domain/staff/touch'
import type { TouchFor } from '../../http/staff-guard.ts'
import { refuse } from '../../refusal.ts'
import { isDemonstrationActor } from './signing-passkeys.ts'
import type { StaffDeps } from './staff-deps.ts'
import type { FindMoneyAct } from './touch-deps.ts'
import { touchDigest } from './touches.ts'

const NONE_NEEDED = () => Promise.resolve(ok(undefined))

/**
 * Lets an act that releases money through where a passkey was touched for it, and uses that touch up; refuses it otherwise.
 * The terminal of a demonstration's employee takes none: the server holds their passkey and would sign at once.
 */
export const touchFor =
  (deps: Pick<StaffDeps, 'config'> & { readonly findMoneyAct: FindMoneyAct }): TouchFor =>
  async ({ tx, now }, call, actor, body) => {
    const { employeeId, sessionId, sessionKind, touchedAt } = actor
    if (sessionKind === 'terminal' && isDemonstrationActor(deps, actor)) return NONE_NEEDED
    const money = await deps.findMoneyAct(tx, { call, body, employeeId })
    if (money === undefined) return NONE_NEEDED
    const actDigest = touchDigest(touchedActText(money.act))
    return async () => {
      const used = await useTouch(tx, { employeeId, sessionId, actDigest }, now)
      const needed = needsOwnTouch({ ...money, sessionKind, touchedAt }, now)
      return used || !needed ? ok(undefined) : refuse('touchNeeded')
    }
  }
