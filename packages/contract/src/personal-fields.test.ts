import { actsOfRole } from '@dolphin/domain/staff/permissions'
import { STAFF_ROLES, type StaffRole } from '@dolphin/domain/staff/codes'
import { hiddenClasses, PERSONAL_MASKS, type PersonalClass } from '@dolphin/domain/staff/personal-fields'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Call, isOfDesk } from './call.ts'
import { isMirrored } from './mirror-rule.ts'
import { partsOf, personal, personalClassOf, shownReply, Withheld } from './personal-fields.ts'
import { CALLS } from './registry.ts'
import { needsOf } from './staff-rule.ts'
import { STAFF_CALLS } from './staff-registry.ts'

const hiddenFrom = (role: StaffRole) =>
  hiddenClasses((permission) => actsOfRole(role, permission).includes('may'))

/** Names under which personal data of these classes stand; what else they name is listed with why. */
const NAMED =
  /birth|street|^unit$|employer|income|^answers$|^reasons$|facts$|^explanations$|monthlyNet|payer|sentTo|checkAddress/i
const OTHERWISE: Readonly<Record<string, string>> = {
  'checkPortfolio.applicants.[].reasons': 'of made-up applicants',
  'dryRunPolicy.groups.[].reasons': 'of a group, which names its loans only to those who read decisions',
  'eligibilityResults.answers': 'results of the check of debits',
  'searchAudit.events.[].facts': 'for compliance and auditors, masked',
  'customerAudit.events.[].facts': 'for compliance and auditors, masked',
  'showCustomer.loans.[].legalFacts': 'kinds alone, which every role that may call or debit must know',
  'listFileActs.choices.legalFacts': 'kinds alone, to choose which of them ends',
}
/** Facts of work items are written without names, numbers and answers of an application. */
const WORK_ITEMS = /WorkItem\.(item\.)?facts$/

type Schema = Parameters<typeof partsOf>[0]

/** Fields of a reply by their path, with the classes of themselves and of what they stand in. */
function* fieldsOf(
  schema: Schema,
  path: string,
  within: readonly PersonalClass[] = [],
): Generator<{ readonly path: string; readonly name: string; readonly classes: readonly PersonalClass[] }> {
  const own = personalClassOf(schema)
  const classes = own === undefined ? within : [...within, own]
  for (const [name, part] of partsOf(schema)) {
    const below = name === '' ? path : `${path}.${name}`
    if (/^\w/.test(name)) yield { path: below, name, classes: [...classes, ...marksAt(part)] }
    yield* fieldsOf(part, below, classes)
  }
}

/** The mark of a field, also of one that may be left out. */
function marksAt(schema: Schema): readonly PersonalClass[] {
  const own = personalClassOf(schema)
  if (own !== undefined) return [own]
  const inner = partsOf(schema)
  return inner.length > 0 && inner.every(([name]) => name === '')
    ? inner.flatMap(([, part]) => marksAt(part))
    : []
}

const rolesOf = ({ staff }: Call): readonly StaffRole[] =>
  staff === undefined || staff.kind === 'everyEmployee'
    ? STAFF_ROLES
    : STAFF_ROLES.filter((role) =>
        needsOf(staff).some(({ permission, acts }) =>
          actsOfRole(role, permission).some((act) => acts.includes(act)),
        ),
      )

describe('replies to staff (console.md, Permissions)', () => {
  test('a field of income, employer, street, answers or facts of a decision is marked, or every role of its call reads decisions', () => {
    const unmarked = (Object.values(STAFF_CALLS) as Call[]).flatMap((call) => {
      if (rolesOf(call).every((role) => actsOfRole(role, 'decision.read').includes('may'))) return []
      return [...fieldsOf(call.reply, call.name)]
        .filter(({ name, classes }) => NAMED.test(name) && classes.length === 0)
        .map(({ path }) => path)
    })
    expect(unmarked.filter((path) => OTHERWISE[path] === undefined && !WORK_ITEMS.test(path))).toEqual([])
  })

  test('which calls roles without the right still make, with what is hidden in them', () => {
    const hidden = hiddenFrom('collector')
    const marked = (Object.values(STAFF_CALLS) as Call[]).filter(
      (call) =>
        rolesOf(call).includes('collector') &&
        [...fieldsOf(call.reply, call.name)].some(({ classes }) => classes.some((name) => hidden.has(name))),
    )
    expect(marked.map(({ name }) => name).toSorted()).toEqual(['loanRecords', 'reviewQueue'])
  })

  test.each(['explainDecision', 'replayDecision', 'showReviewCase'] as const)(
    '%s is for the roles of decision.read alone',
    (name) => {
      expect(rolesOf(STAFF_CALLS[name])).toEqual(['underwriter', 'teamLead', 'compliance', 'auditor'])
    },
  )
})

describe('replies to borrowers, as a view shows them (console.md, Mirror)', () => {
  test('a field of birth date, street, income or recipient is marked', () => {
    const mirrored = (Object.values(CALLS) as Call[]).filter(
      (call) => !isOfDesk(call) && isMirrored(call, { mode: 0 }),
    )
    const named = /birth|^street$|employer|monthlyNet|sentTo|checkAddress|^values$|^model$/i
    const unmarked = mirrored.flatMap((call) =>
      [...fieldsOf(call.reply, call.name)]
        .filter(({ name, classes }) => named.test(name) && classes.length === 0)
        .map(({ path }) => path),
    )
    expect(unmarked).toEqual(['getDomainValue.values'])
  })
})

describe('a reply shown in part', () => {
  const reply = z.strictObject({
    email: personal('email', z.string()),
    answers: personal('answers', z.array(z.string())).nullable(),
    rows: z.array(z.union([z.strictObject({ street: personal('street', z.string()) }), z.string()])),
    plain: z.string(),
  })
  const whole = {
    email: 'jordan@example.com',
    answers: ['yes'],
    rows: [{ street: '12 Elm Street' }, 'a'],
    plain: 'b',
  }
  const all = hiddenFrom('collector')

  test('masks texts, leaves out what may be null, and keeps the rest', () => {
    expect(shownReply(reply, whole, all)).toEqual({
      email: 'j•••@example.com',
      answers: null,
      rows: [{ street: '•••••' }, 'a'],
      plain: 'b',
    })
    expect(shownReply(reply, whole, hiddenFrom('underwriter'))).toEqual(whole)
    expect(shownReply(reply, whole, hiddenFrom('auditor'))).toMatchObject({
      answers: ['yes'],
      email: 'j•••@example.com',
    })
  })

  test('is withheld where a hidden field can be neither', () => {
    const needed = z.strictObject({ values: personal('wholeAnswers', z.record(z.string(), z.string())) })
    expect(() => shownReply(needed, { values: { a: 'b' } }, all)).toThrow(Withheld)
  })

  test('a mark stays with a schema that is bounded afterward', () => {
    expect(personalClassOf(personal('email', z.string()).max(20))).toBe('email')
  })

  test('an empty text stays empty, and every mask hides most of its text', () => {
    expect(shownReply(reply, { ...whole, email: '' }, all)).toMatchObject({ email: '' })
    for (const mask of Object.values(PERSONAL_MASKS))
      expect(mask('1990-05-17 Elm@x.example')).toMatch(/•|role/)
  })
})
