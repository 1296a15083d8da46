import { ok } from '@dolphin/domain/outcome'
import { afterAll, beforeAll, test } from 'vitest'
import { openWorkItem } from '../../modules/work-items/work-item-service.ts'
import { startTestApi, type TestApi } from '../api-fixture.ts'
import { fillApplication } from '../applications.ts'
import { linkBank } from '../bank-links.ts'
import { createCustomer } from '../customers.ts'
import { signInEmployee } from '../employees.ts'
import { asking, proveChanges } from './prove-changes.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** As a new link of another account leaves it. */
const openOtherAccount = (loanNo: string, requestCode: string) =>
  api.deps.units.write(async (unit) =>
    ok(
      await openWorkItem(api.deps, unit, {
        portfolioId: 118,
        kind: 'otherAccountLinked',
        subject: `loan/${loanNo}`,
        loanNo,
        reason: 'another account',
        facts: { requestCode, linkShows: [] },
        actor: 'test',
      }),
    ),
  )

test('the list of banks answers from what was linked before (contract.md)', async () => {
  const client = await createCustomer(api, { email: 'banks@example.com' })
  const { loanNo } = await fillApplication(client)
  await proveChanges(api, () => linkBank(api, client, loanNo), {
    listInstitution: asking(client, 'listInstitution', { query: { loanNo } }),
  })
})

test('each call of staff about a bank link answers from what was done (contract.md)', async () => {
  const client = await createCustomer(api, { email: 'links@example.com' })
  const { loanNo } = await fillApplication(client)
  const employee = await signInEmployee(api)
  await proveChanges(api, async () => openOtherAccount(loanNo, await linkBank(api, client, loanNo)), {
    showBankLink: asking(employee, 'showBankLink', { query: { loanNo } }),
    allowAccount: asking(employee, 'allowAccount', { body: { loanNo, note: 'same owner' } }),
  })
})
