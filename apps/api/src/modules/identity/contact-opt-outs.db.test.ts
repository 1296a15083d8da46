import { CALLS } from '@dolphin/contract/registry'
import { saveContact } from '@dolphin/database/identity/contact-repository'
import { findCustomer, setOptInFlags } from '@dolphin/database/identity/customer-repository'
import { addressIndexOf } from '@dolphin/database/notices/delivery-repository'
import { suspendAddress } from '@dolphin/database/notices/suspended-address-repository'
import { ContactType, type OptOut, OptInFlag, type StaffOptOut } from '@dolphin/domain/identity/codes'
import { ok } from '@dolphin/domain/outcome'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { expectRefused } from '../../testing/call-coverage/expect-refused.ts'
import { asking, proveChanges } from '../../testing/call-coverage/prove-changes.ts'
import { createCustomer } from '../../testing/customers.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { followReach } from '../notices/reach.ts'

let api: TestApi
let employee: Awaited<ReturnType<typeof signInEmployee>>

beforeAll(async () => {
  api = await startTestApi()
  employee = await signInEmployee(api)
})
afterAll(() => api.close())

const PHONE = '3025550147'
let people = 0

async function person() {
  people += 1
  const email = `opt-out${people}@example.com`
  const client = await createCustomer(api, { email })
  const owner = { portfolioId: 118, openId: client.openId }
  await setOptInFlags(api.database.db, owner, OptInFlag.marketing, api.clock.now())
  const order = (optOut: OptOut) => ({
    body: { portfolioId: 118, account: email, optOut, note: 'by phone' },
  })
  const customer = async () => {
    const found = await findCustomer(api.database.db, api.deps.cipher, owner)
    if (found === undefined) throw new Error('the customer is gone')
    return found
  }
  const audit = async () => {
    const { rows } = await api.database.executeSql(
      `select action, actor, facts from audit_events where subject = $1 and action like 'optOut%' order by sequence`,
      [client.openId],
    )
    return rows
  }
  return { client, email, owner, order, customer, audit }
}

test.each([
  ['doNotCall', OptInFlag.doNotCall | OptInFlag.marketing],
  ['uncontactable', OptInFlag.uncontactable | OptInFlag.marketing],
  ['operation', OptInFlag.operation | OptInFlag.marketing],
  ['marketing', 0],
] as const)(
  '%s is noted by one employee, again is harmless, and is in the history (console.md)',
  async (optOut, optInFlags) => {
    const { email, order, customer, audit } = await person()
    const done = await employee.ask(CALLS.enterOptOut, order(optOut))
    expect(done).toMatchObject({ portfolioId: 118, optInFlags })
    await employee.ask(CALLS.enterOptOut, { body: { ...order(optOut).body, account: email.toUpperCase() } })
    expect((await customer()).optInFlags).toBe(optInFlags)
    const line = {
      action: 'optOutEntered',
      actor: 'employee:ada-example',
      facts: { optOut, note: 'by phone' },
    }
    expect(await audit()).toMatchObject([line, line])
  },
)

test('only the customer takes it back: each of the three by itself', async () => {
  const { client, order, audit } = await person()
  const enterAll = async () => {
    for (const optOut of ['doNotCall', 'uncontactable', 'operation'] as const)
      await employee.ask(CALLS.enterOptOut, order(optOut))
  }
  await proveChanges(api, enterAll, {
    getPersonalInfo: asking(client, 'getPersonalInfo', {}),
    allowContact: asking(client, 'allowContact', { body: { optOut: 'doNotCall' } }),
  })
  const { optOuts } = await client.ask(CALLS.getPersonalInfo, {})
  expect(optOuts).toEqual(['uncontactable', 'operation'])
  const allow = (optOut: StaffOptOut) => client.ask(CALLS.allowContact, { body: { optOut } })
  expect(await allow('uncontactable')).toEqual({ optOuts: ['operation'], textsStopped: false })
  for (let time = 0; time < 2; time += 1)
    expect(await allow('operation')).toEqual({ optOuts: [], textsStopped: false })
  expect((await client.ask(CALLS.getPersonalInfo, {})).optInFlags).toBe(OptInFlag.marketing)
  const by = { action: 'optOutTakenBack', actor: `customer:${client.openId}` }
  expect(await audit()).toMatchObject([
    ...Array.from({ length: 3 }, () => ({ action: 'optOutEntered' })),
    { ...by, facts: { optOut: 'doNotCall' } },
    { ...by, facts: { optOut: 'uncontactable' } },
    { ...by, facts: { optOut: 'operation' } },
  ])
})

test('a phone that replied STOP stays so until it says START, whatever the page allows', async () => {
  const { client, owner, order, customer } = await person()
  await employee.ask(CALLS.enterOptOut, order('doNotCall'))
  const stopped = { addressIndex: addressIndexOf(api.deps.cipher, PHONE), event: 'optedOut' } as const
  await suspendAddress(api.database.db, owner, stopped, api.clock.now())
  const allowed = await client.ask(CALLS.allowContact, { body: { optOut: 'doNotCall' } })
  expect(allowed).toEqual({ optOuts: [], textsStopped: true })
  expect(await customer()).toMatchObject({
    staffOptOuts: 0,
    optInFlags: OptInFlag.doNotCall | OptInFlag.marketing,
  })
})

test('an address that works again does not undo what the customer asked an employee for', async () => {
  const { owner, order, customer } = await person()
  await employee.ask(CALLS.enterOptOut, order('uncontactable'))
  const other = { contactType: ContactType.alternativeEmail, value: 'else@lender.example', verified: true }
  await saveContact(api.database.db, api.deps.cipher, owner, { contact: other, at: api.clock.now() })
  await api.deps.units.write(async (unit) => ok(await followReach(api.deps, unit, owner)))
  expect((await customer()).optInFlags & OptInFlag.uncontactable).toBe(OptInFlag.uncontactable)
})

test('an account that is not there yet, or is of another portfolio, is refused', async () => {
  const email = 'opt-out-later@example.com'
  const later = { body: { portfolioId: 118, account: email, optOut: 'operation', note: 'by phone' } } as const
  await proveChanges(api, () => createCustomer(api, { email }), {
    enterOptOut: asking(employee, 'enterOptOut', later),
  })
  const { order } = await person()
  const { body } = order('operation')
  for (const wrong of [{ account: 'unknown@example.com' }, { portfolioId: 110 }])
    await expectRefused(employee, 'enterOptOut', { body: { ...body, ...wrong } }, 'accountNotFound')
})
