import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { liftLinkCall } from '@dolphin/contract/employees'
import { type AccountLink, findLink, liftLink } from '@dolphin/database/staff/link-repository'
import { listEmployeeNames } from '@dolphin/database/staff/employee-repository'
import { ok } from '@dolphin/domain/outcome'
import type { LinkFinding } from '@dolphin/domain/staff/codes'
import { z } from 'zod'
import { actorName, type EmployeeActor } from '../../http/actor.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { approvalKind } from '../approvals/approval-kind.ts'
import { enterApproval, entererOf } from '../approvals/enter-approval.ts'
import { auditStaff, employeeActor } from './staff-audit.ts'
import type { StaffDeps } from './staff-deps.ts'

const RULE =
  'Lender’s policy: what one person enters another confirms. Two other administrators say that two accounts are of two persons.'

/** What was checked, and nothing more. */
const FINDING_WORDS: Readonly<Record<LinkFinding, string>> = {
  browser: 'Both enrolled or signed in at one browser.',
  knownKey: 'A security key of one was offered for the other.',
  serialNumber: 'The attestations of their keys name one serial number.',
}

const liftRequest = z.strictObject({ linkNo: z.string() })

/** Enters that two linked accounts are of two persons. Errors: `notFound`, `ownAccountRefused` by one of the two, `conflict` where it is lifted. */
export async function enterLinkLift(
  deps: StaffDeps,
  unit: UnitOfWork,
  actor: EmployeeActor,
  { linkNo, note }: CallRequest<typeof liftLinkCall>['body'],
): Promise<Result<CallReply<typeof liftLinkCall>>> {
  const link = await findLink(unit.tx, linkNo)
  if (link === undefined) return refuse('notFound')
  if (link.liftedAt !== null) return refuse('conflict')
  const both = [link.one, link.other].map(employeeActor)
  if (both.includes(actorName(actor))) return refuse('ownAccountRefused')
  const names = await listEmployeeNames(unit.tx, [link.one, link.other])
  const [one, other] = [names.get(link.one) ?? link.one, names.get(link.other) ?? link.other]
  const approval = await enterApproval(deps, unit, entererOf(actor), {
    kind: 'linkLift',
    permission: 'role.grant',
    portfolioId: null,
    title: `${one} and ${other} are two persons`,
    subject: `${link.one}, ${link.other}`,
    about: both.join(' '),
    asEntered: [
      { label: 'Accounts', value: `${one}, ${other}` },
      { label: 'What was seen', value: FINDING_WORDS[link.finding] },
    ],
    note,
    request: { linkNo },
  })
  return ok({ linkNo, approval })
}

/** The link of two accounts, lifted by two administrators who are neither of them. */
export const linkLiftApproval = () =>
  approvalKind({
    kind: 'linkLift',
    rule: RULE,
    request: liftRequest,
    async carryOut({ unit, request: { linkNo }, approval, by }) {
      const link = await findLink(unit.tx, linkNo)
      if (link === undefined) return refuse('notFound')
      const lifted = await liftLink(unit.tx, linkNo, { enteredBy: approval.enteredBy, by, at: unit.now })
      if (!lifted) return refuse('conflict')
      await auditLift(unit, link, { enteredBy: approval.enteredBy, by })
      const difference = { label: 'They confirm each other', before: 'no', after: 'yes', change: null }
      return ok({ differences: [difference], effects: ['It counts from their next request on.'] })
    },
  })

async function auditLift(
  unit: UnitOfWork,
  { linkNo, one, other, finding }: AccountLink,
  { enteredBy, by }: { readonly enteredBy: string; readonly by: string },
): Promise<void> {
  const facts = { linkNo, finding, enteredBy }
  for (const [employeeId, colleague] of [
    [one, other],
    [other, one],
  ] as const)
    await auditStaff(unit, {
      employeeId,
      action: 'linkLifted',
      actor: by,
      facts: { ...facts, with: colleague },
    })
}
