import { act } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { SignedIn } from '../../app/session.tsx'
import { answerCalls, refusal, bodyOf } from '../../testing/answer-calls.ts'
import { pageText, press, render, type, unmount, choose } from '../../testing/render.tsx'
import { sampleSession } from '../../testing/sample-session.ts'
import { type Employee, PeoplePage } from './people-page.tsx'

const SUPPORT = {
  grantNo: 'g'.repeat(22),
  role: 'support',
  portfolioId: 118,
  amountLimit: '500.00',
  from: '2026-01-02',
  until: null,
  grantedBy: 'employee:grace-holm',
  confirmedBy: 'employee:lena-marsh',
} as const

const person = (more: Partial<Employee> = {}): Employee => ({
  employeeId: 'theo-vance',
  name: 'Theo Vance',
  email: 'theo@desk.example',
  state: 'active',
  roles: [SUPPORT],
  factors: [
    {
      factorId: 'f1',
      kind: 'passkey',
      name: 'Blue key',
      synced: false,
      madeAt: '2026-01-02T10:00:00-05:00',
      lastUsedAt: null,
    },
  ],
  ...more,
})

const ENTERS = { permission: 'employee.invite', act: 'enter', portfolios: null } as const
const APPROVAL = { approvalNo: 'A000000012', endsAt: '2026-03-22T10:31:08-04:00' } as const

const open = (answers: Parameters<typeof answerCalls>[0] = {}, rights = [ENTERS] as const) => {
  const sent = answerCalls({
    readStaffSession: { data: sampleSession([...rights]) },
    listEmployee: { data: { employees: [person()], invitations: [], links: [] } },
    ...answers,
  })
  const shown = render(
    <SignedIn>
      <PeoplePage />
    </SignedIn>,
    '/people',
  )
  return shown.then(() => sent)
}

afterEach(unmount)

describe('the list of people', () => {
  test('shows roles with their limits, factors and state', async () => {
    await open()
    expect(pageText()).toContain('Support, portfolio 118, up to 500.00')
    expect(pageText()).toContain('1 passkey')
    expect(pageText()).toContain('Active')
  })

  test('says how many of the passkeys are synced', async () => {
    const [blue] = person().factors
    const factors = blue === undefined ? [] : [blue, { ...blue, factorId: 'f2', synced: true }]
    await open({ listEmployee: { data: { employees: [person({ factors })], invitations: [], links: [] } } })
    expect(pageText()).toContain('2 passkeys (1 synced)')
  })

  test('names single sign-on beside the passkeys', async () => {
    const [passkey] = person().factors
    const bound = { ...passkey, factorId: 'f2', kind: 'openId', name: 'Lender ID', synced: null } as const
    const factors = passkey === undefined ? [] : [passkey, { ...passkey, ...bound }]
    await open({ listEmployee: { data: { employees: [person({ factors })], invitations: [], links: [] } } })
    expect(pageText()).toContain('1 passkey, single sign-on')
  })

  test('says why it could not be read', async () => {
    await open({ listEmployee: refusal('notPermitted') })
    expect(pageText()).toContain('This could not be read')
  })

  test('who only confirms reads everything and enters nothing', async () => {
    await open({}, [{ ...ENTERS, act: 'confirm' }] as never)
    await press('Theo Vance')
    expect(pageText()).toContain('You can confirm what administrators enter')
    expect([...document.querySelectorAll('button')].map((each) => each.textContent)).not.toContain('Suspend')
  })

  test('an invitation that waits names the administrator who entered it', async () => {
    const invitation = {
      invitationNo: 'i'.repeat(22),
      employeeId: 'theo-vance',
      invitedBy: 'employee:grace-holm',
      invitedAt: '2026-03-17T10:00:00-04:00',
      confirmedBy: null,
      expiresAt: '2026-03-22T10:00:00-04:00',
    }
    await open({ listEmployee: { data: { employees: [person()], invitations: [invitation], links: [] } } })
    expect(pageText()).toContain('Invited by grace-holm, Mar 17, 10:00 AM. Waits for a colleague')
  })
})

describe('what an administrator enters', () => {
  test('an invitation with its role; the code is shown once', async () => {
    const sent = await open({
      inviteEmployee: {
        data: {
          employeeId: 'rosa-ferrand',
          invitationNo: 'i'.repeat(22),
          code: '7F2KQ-0M9XT',
          expiresAt: '2026-03-22T10:31:08-04:00',
          approval: APPROVAL,
        },
      },
    })
    await press('Invite')
    await press('Enter the invitation')
    expect(pageText()).toContain('Enter the name.')
    expect(pageText()).toContain('Choose a role.')
    await type('Name', 'Rosa Ferrand')
    await type('Work email', 'rosa@desk.example')
    await choose('Role', 'support')
    await type('Portfolio', '118')
    await type('Amount limit', '500')
    await type('First day', '2026-03-17')
    await press('Enter the invitation')
    expect(bodyOf(sent, 'inviteEmployee')).toEqual({
      kind: 'new',
      name: 'Rosa Ferrand',
      email: 'rosa@desk.example',
      roles: [{ role: 'support', portfolioId: 118, amountLimit: '500.00', from: '2026-03-17', until: null }],
    })
    expect(document.querySelector('output')?.textContent).toBe('7F2KQ-0M9XT')
  })

  test.each([
    ['Portfolio', '0', 'A portfolio is a number from 1 to 999.'],
    ['Amount limit', '5.5', 'Enter an amount such as 500.00.'],
    ['Last day', '2020-01-01', 'The last day comes before the first.'],
  ])('a role with %s %s is not sent', async (label, text, error) => {
    const sent = await open()
    await press('Theo Vance')
    await press('Grant a role')
    await choose('Role', 'cash')
    await type(label, text)
    await press('Enter the role')
    expect(pageText()).toContain(error)
    expect(bodyOf(sent, 'changeRole')).toBeUndefined()
  })

  test('a role waits for a colleague', async () => {
    const sent = await open({ changeRole: { data: { employee: person(), approval: APPROVAL } } })
    await press('Theo Vance')
    await press('Grant a role')
    await choose('Role', 'cash')
    await type('First day', '2026-03-17')
    await press('Enter the role')
    expect(bodyOf(sent, 'changeRole')).toMatchObject({
      act: 'enter',
      role: { role: 'cash', portfolioId: null },
    })
    expect(pageText()).toContain('A colleague confirms it under Approvals.')
  })

  test('a lost passkey is answered by a new invitation', async () => {
    const sent = await open({ inviteEmployee: refusal('employeeStateRefused') })
    await press('Theo Vance')
    await press('Invite again')
    expect(pageText()).toContain('all old passkeys and sessions of this person end')
    await press('Enter the invitation')
    expect(bodyOf(sent, 'inviteEmployee')).toEqual({ kind: 'again', employeeId: 'theo-vance' })
    expect(pageText()).toContain('The employee is in another state by now.')
  })
})

describe('what one person does alone', () => {
  test('suspends with a note', async () => {
    const sent = await open({ changeEmployee: { data: person({ state: 'suspended' }) } })
    await press('Theo Vance')
    await press('Suspend')
    await press('Suspend')
    expect(pageText()).toContain('Every session ends at once.')
    await type('Note', 'Laptop is lost')
    const submit = [...document.querySelectorAll<HTMLButtonElement>('dialog button[type="submit"]')].at(-1)
    await act(async () => submit?.click())
    expect(bodyOf(sent, 'changeEmployee')).toEqual({
      employeeId: 'theo-vance',
      change: 'suspend',
      note: 'Laptop is lost',
    })
  })

  test('ends a role; the last administrator is refused by the server', async () => {
    const answer = refusal('lastAdministrator')
    await open({ changeRole: answer })
    await press('Theo Vance')
    await press('End')
    expect(pageText()).toContain('Theo Vance loses this role at once.')
    await press('End the role')
    expect(pageText()).toContain(answer.data.message)
  })

  test('nothing in one’s own row', async () => {
    await open({
      listEmployee: {
        data: { employees: [person({ employeeId: 'nora-castell' })], invitations: [], links: [] },
      },
    })
    await press('Theo Vance')
    expect(pageText()).toContain('This is you. Another administrator changes your access.')
    expect(pageText()).not.toContain('Has left')
  })
})

describe('linked accounts', () => {
  const LINK = {
    linkNo: 'l'.repeat(22),
    one: { employeeId: 'nora-castell', name: 'Nora Castell' },
    other: { employeeId: 'theo-vance', name: 'Theo Vance' },
    finding: 'browser',
    foundAt: '2026-03-16T09:00:00-04:00',
  } as const
  const linked = (finding: 'browser' | 'knownKey' | 'serialNumber' = 'browser') => ({
    listEmployee: { data: { employees: [person()], invitations: [], links: [{ ...LINK, finding }] } },
  })
  const AS_CHECKED = [
    ['browser', 'Both enrolled or signed in at one browser.'],
    ['knownKey', 'A security key of one was offered for the other.'],
    ['serialNumber', 'The attestations of their keys name one serial number.'],
  ] as const

  test.each(AS_CHECKED)('%s: the page says only what was checked', async (finding, words) => {
    await open(linked(finding))
    expect(pageText()).toContain('Nora Castell, Theo Vance')
    expect(pageText()).toContain(`${words} Since `)
    expect(pageText()).toContain('Each two may be of one person')
  })

  test('no word of links where there are none, and no act without the right to enter it', async () => {
    await open()
    expect(pageText()).not.toContain('Linked accounts')
    await unmount()
    await open(linked(), [] as never)
    expect(pageText()).toContain('Linked accounts')
    expect(document.body.textContent).not.toContain('They are two persons')
  })

  test('a link is lifted with a note, by what another administrator confirms', async () => {
    const sent = await open({ ...linked(), liftLink: { data: { linkNo: LINK.linkNo, approval: APPROVAL } } })
    await press('They are two persons')
    await press('Enter it')
    expect(bodyOf(sent, 'liftLink')).toBeUndefined()
    await type('Note', ' both sat in the branch ')
    await press('Enter it')
    expect(bodyOf(sent, 'liftLink')).toEqual({ linkNo: LINK.linkNo, note: 'both sat in the branch' })
    expect(pageText()).toContain('Another administrator confirms it under Approvals.')
  })

  test('one of the two reads why they may not lift it', async () => {
    const answer = refusal('ownAccountRefused')
    await open({ ...linked(), liftLink: answer })
    await press('They are two persons')
    await type('Note', 'both are me')
    await press('Enter it')
    expect(pageText()).toContain(answer.data.message)
  })
})
