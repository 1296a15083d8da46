import {
  beginLettingInCall,
  beginTerminalCall,
  claimTerminalCall,
  letTerminalInCall,
} from '@dolphin/contract/staff-terminals'
import { deskRoute, operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { limitTries } from './sign-in.ts'
import type { StaffDeps } from './staff-deps.ts'
import { admitTerminal, beginLettingIn, beginTerminal, claimTerminal } from './terminals.ts'

/** How a terminal gets the credential of an employee who lets it in at the desk. */
export function terminalRoutes(deps: StaffDeps): RouteDefinition[] {
  return [
    deskRoute(beginTerminalCall, async ({ body, desk, origin, write }) => {
      const limited = await limitTries(deps, 'terminalEnrollment', origin.ip)
      const terminal = { label: body.label, address: origin.ip }
      return limited.ok ? await write((unit) => beginTerminal(deps, unit, terminal, desk.origin)) : limited
    }),
    operationsRoute(beginLettingInCall, async ({ body, actor, desk, write }) => {
      const limited = await limitTries(deps, 'terminalCodes', actor.employeeId)
      return limited.ok
        ? await write((unit) => beginLettingIn(deps, unit, { actor, desk }, body.code))
        : limited
    }),
    operationsRoute(letTerminalInCall, async ({ body, actor, desk, origin, write }) => {
      const limited = await limitTries(deps, 'terminalCodes', actor.employeeId)
      return limited.ok ? await admitTerminal(deps, { actor, desk, origin }, body, write) : limited
    }),
    deskRoute(claimTerminalCall, ({ body, write }) =>
      write((unit) => claimTerminal(deps, unit, body.deviceCode)),
    ),
  ]
}
