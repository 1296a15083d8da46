import type { Session } from '../app/session.tsx'

/** An employee at the desk with the rights that a test names. */
export const sampleSession = (
  permissions: Session['permissions'] = [],
  more: Partial<Session> = {},
): Session => ({
  sessionId: 'session-1',
  employeeId: 'nora-castell',
  name: 'Nora Castell',
  kind: 'desk',
  idleExpiresAt: '2026-03-17T10:57:00-04:00',
  expiresAt: '2026-03-17T22:05:00-04:00',
  roles: [{ role: 'teamLead', portfolioId: null, amountLimit: '500.00', from: '2025-08-04', until: null }],
  permissions,
  ...more,
})
