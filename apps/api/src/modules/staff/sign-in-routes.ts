import {
  beginEnrollmentCall,
  beginSingleSignOnCall,
  beginStaffSignInCall,
  completeEnrollmentCall,
  completeSingleSignOnCall,
  endStaffSessionCall,
  nameKnownKeyCall,
  readStaffSessionCall,
  reportKnownKeyCall,
  staffPasswordSignInCall,
  staffSignInCall,
  staffSignOutCall,
} from '@dolphin/contract/staff'
import { endStaffSessions } from '@dolphin/database/staff/staff-session-repository'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { DeskVisit } from '../../http/desk.ts'
import { deskRoute, operationsRoute, type RouteDefinition } from '../../http/route.ts'
import type { Result } from '../../refusal.ts'
import { noteBrowserOf } from './account-links.ts'
import { beginEnrollment, completeEnrollment } from './enrollment.ts'
import { nameKnownKey, reportKnownKey } from './known-key.ts'
import { sessionView } from './employee-view.ts'
import { beginSignIn, limitTries, signInByPasskey, signInByPassword } from './sign-in.ts'
import { beginSingleSignOn, completeSingleSignOn } from './single-sign-on.ts'
import type { StaffDeps } from './staff-deps.ts'
import { auditStaff } from './staff-audit.ts'
import type { OpenedStaffSession } from './staff-sessions.ts'

/** How employees come in, by passkey, by password with an app, by single sign-on, or by an invitation; and how they leave. */
export function signInRoutes(deps: StaffDeps): RouteDefinition[] {
  return [
    ...openingRoutes(deps),
    ...singleSignOnRoutes(deps),
    ...enrollmentRoutes(deps),
    ...sessionRoutes(deps),
  ]
}

function openingRoutes(deps: StaffDeps): RouteDefinition[] {
  return [
    deskRoute(beginStaffSignInCall, async ({ desk, origin, write }) => {
      const limited = await limitTries(deps, 'staffSignIn', origin.ip)
      return limited.ok ? await write((unit) => beginSignIn(deps, unit, desk)) : limited
    }),
    deskRoute(staffSignInCall, async ({ body, desk, origin, now }) => {
      const limited = await limitTries(deps, 'staffSignIn', origin.ip)
      if (!limited.ok) return limited
      const opened = await deps.units.write((unit) => signInByPasskey(deps, unit, desk, body))
      return await welcome(deps, desk, opened, now)
    }),
    deskRoute(staffPasswordSignInCall, async ({ body, desk, origin, now }) => {
      const limited = await limitTries(deps, 'staffSignIn', origin.ip)
      if (!limited.ok) return limited
      return await welcome(
        deps,
        desk,
        await signInByPassword(deps, body, { kind: 'stranger', address: origin.ip }),
        now,
      )
    }),
  ]
}

function singleSignOnRoutes(deps: StaffDeps): RouteDefinition[] {
  return [
    deskRoute(beginSingleSignOnCall, async ({ desk, origin }) => {
      const limited = await limitTries(deps, 'staffSignIn', origin.ip)
      return limited.ok ? await beginSingleSignOn(deps, desk) : limited
    }),
    deskRoute(completeSingleSignOnCall, async ({ body, desk, origin, now }) => {
      const limited = await limitTries(deps, 'staffSignIn', origin.ip)
      if (!limited.ok) return limited
      return await welcome(deps, desk, await completeSingleSignOn(deps, desk, body.answer, origin), now)
    }),
  ]
}

/** Puts the token into the browser's cookie, where no script reads it. */
async function welcome(
  deps: StaffDeps,
  desk: DeskVisit,
  opened: Result<OpenedStaffSession>,
  now: Date,
): Promise<Result<Awaited<ReturnType<typeof sessionView>>>> {
  if (!opened.ok) return opened
  const { token, session } = opened.value
  // Before anyone holds the token: no session counts of which the browser was not noted.
  const noted = await deps.units.write(async (unit) =>
    ok(await noteBrowserOf(deps, unit, desk, session.employeeId)),
  )
  if (!noted.ok) return noted
  desk.keepToken(token)
  return ok(await sessionView(deps.database.db, session, now))
}

function enrollmentRoutes(deps: StaffDeps): RouteDefinition[] {
  return [
    deskRoute(beginEnrollmentCall, async ({ body, desk, origin, write }) => {
      const limited = await limitTries(deps, 'staffEnrollment', origin.ip)
      if (!limited.ok) return limited
      return await write(async (unit) => {
        const begun = await beginEnrollment(deps, unit, desk, body)
        return begun.ok
          ? ok({ ...begun.value, expiresAt: isoInZone(begun.value.expiresAt, NEW_YORK) })
          : begun
      })
    }),
    deskRoute(completeEnrollmentCall, async ({ body, desk, origin, write }) => {
      const limited = await limitTries(deps, 'staffEnrollment', origin.ip)
      return limited.ok
        ? await write((unit) => completeEnrollment(deps, unit, { desk, origin }, body))
        : limited
    }),
    deskRoute(reportKnownKeyCall, async ({ body, desk, origin, write }) => {
      const limited = await limitTries(deps, 'staffEnrollment', origin.ip)
      return limited.ok ? await write((unit) => reportKnownKey(deps, unit, desk, body)) : limited
    }),
    deskRoute(nameKnownKeyCall, async ({ body, desk, origin, write }) => {
      const limited = await limitTries(deps, 'staffEnrollment', origin.ip)
      return limited.ok ? await write((unit) => nameKnownKey(deps, unit, desk, body)) : limited
    }),
  ]
}

function sessionRoutes(deps: StaffDeps): RouteDefinition[] {
  return [
    operationsRoute(readStaffSessionCall, async ({ actor, now }) =>
      ok(await sessionView(deps.database.db, actor, now)),
    ),
    operationsRoute(staffSignOutCall, ({ actor: { employeeId, sessionId }, desk, write }) =>
      write(async (unit) => {
        await endStaffSessions(unit.tx, { employeeId, onlySession: sessionId }, unit.now)
        await auditStaff(unit, { employeeId, action: 'employeeSignedOut' })
        desk?.dropToken()
        return ok({ signedOut: true } as const)
      }),
    ),
    operationsRoute(endStaffSessionCall, ({ body, actor: { employeeId, sessionId }, write }) =>
      write(async (unit) => {
        const which = body.sessionId === null ? { exceptSession: sessionId } : { onlySession: body.sessionId }
        const ended = await endStaffSessions(unit.tx, { employeeId, ...which }, unit.now)
        await auditStaff(unit, { employeeId, action: 'sessionsEnded', facts: { ended } })
        return ok({ ended })
      }),
    ),
  ]
}
