import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getFormCall, updateFormCall } from '@dolphin/contract/applications-forms'
import {
  batchSaveConsentStatusCall,
  checkConsentStatusCall,
  getConsentTemplateCall,
} from '@dolphin/contract/consents'
import { listDisbursementLoanCall } from '@dolphin/contract/disbursement'
import { getPortfolioCall, getPortfolioProgramCall } from '@dolphin/contract/portfolios'
import { rational } from '@dolphin/domain/money/rational'
import { ConsentKind } from '@dolphin/domain/portfolios/consent-template'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { beginApplication, fillSection } from '../../testing/applications.ts'
import { createCustomer } from '../../testing/customers.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { applyForLoan, askAmount } from '../../testing/offers.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { newestVersion, publishEdit } from '../../testing/versions.ts'
import { productAt } from './version-history.ts'
import { codeOf } from '../../testing/response-code-of.ts'

let api: TestApi
let employee: TestClient

let pages: string

beforeAll(async () => {
  pages = await mkdtemp(join(tmpdir(), 'dolphin-pages-'))
  const page = '<html><head><!--dolphin:boot--><title></title></head></html>'
  for (const name of ['index.html', 'index.es.html']) await writeFile(join(pages, name), page)
  api = await startTestApi({ env: { WEB_DIR: pages } })
  employee = await signInEmployee(api)
})
afterAll(async () => {
  await api.close()
  await rm(pages, { recursive: true, force: true })
})

const POLICY = { kind: 'policy', key: 'policy' } as const
const QUESTION = { kind: 'form', key: 'question' } as const
const BRAND = { kind: 'portfolio', key: 'portfolio' } as const
const ELECTRONIC = { kind: 'consent', key: ConsentKind.electronicRecords } as const

type Content = Record<string, unknown>
const withColor = (primaryColor: string) => (content: Content) => ({
  ...content,
  theme: { ...(content['theme'] as Content), primaryColor },
})
const withElement = (element: Content) => (content: Content) => ({
  ...content,
  elements: [...(content['elements'] as Content[]), element],
})
const EXTRA = {
  elementKey: 'petName',
  elementLabel: 'Name of your pet',
  labelEs: 'Nombre de su mascota',
  dataControl: 'text',
}

describe('what is published takes effect without a build or a restart (issue 3, items 2 and 6)', () => {
  test('a changed number of the policy changes the next decision; the one before keeps its version', async () => {
    const before = await applyForLoan(api)
    const offer = await askAmount(before)
    const answer = await publishEdit(employee, POLICY, (policy) => ({
      ...policy,
      tiers: (policy['tiers'] as Content[]).map((tier) => ({ ...tier, newMaximum: '350.00' })),
    }))
    expect(answer).toMatchObject({ code: 1, data: { version: 4 } })
    expect(answer.data).toMatchObject({
      changes: expect.arrayContaining([
        expect.objectContaining({ path: 'tiers.A.newMaximum', after: '"350.00"' }),
      ]),
    })
    const after = await askAmount(await applyForLoan(api))
    expect(Number(offer.maximum)).toBeGreaterThan(350)
    expect(after.maximum).toBe('350.00')
    const { rows } = await api.database.executeSql(
      'select policy_version from decisions where loan_no = $1 order by decided_at',
      [before.loanNo],
    )
    expect(rows).toEqual([{ policy_version: '118@3' }])
  })

  test('a decline keeps the words that it was given in, though the policy has other rules since', async () => {
    const declined = await applyForLoan(api, { bankUser: 'user_many_lenders' })
    const given = await askAmount(declined)
    expect(given.reasons.map(({ code }) => code)).toEqual(['tooManyLenders'])
    const answer = await publishEdit(employee, POLICY, (policy) => {
      const { tooManyLenders, ...others } = policy['reasons'] as Content
      return {
        ...policy,
        reasons: { ...others, lendersElsewhere: tooManyLenders },
        rules: (policy['rules'] as Content[]).map((rule) =>
          rule['code'] === 'tooManyLenders' ? { ...rule, code: 'lendersElsewhere' } : rule,
        ),
      }
    })
    expect(answer.code).toBe(1)
    expect((await askAmount(declined)).reasons).toEqual(given.reasons)
    const { loans } = await declined.client.ask(listDisbursementLoanCall, { query: {} })
    expect(loans.find(({ loanNo }) => loanNo === declined.loanNo)?.reasons).toEqual(given.reasons)
    const next = await askAmount(await applyForLoan(api, { bankUser: 'user_many_lenders' }))
    expect(next.reasons.map(({ code }) => code)).toEqual(['lendersElsewhere'])
  })

  test('a form with a new optional field has another ETag, and its answer is kept', async () => {
    const client = api.client()
    const etag = async () => {
      const headers = { host: client.host }
      const url = `/fssapi${getFormCall.path}?code=question`
      return (await api.app.inject({ method: 'GET', url, headers })).headers['etag']
    }
    const first = await etag()
    const { applicationNo } = await beginApplication(client, { ssn: '521-49-1001' })
    await fillSection(client, applicationNo, 'employment')
    await fillSection(client, applicationNo, 'bank')
    await fillSection(client, applicationNo, 'question')
    const save = (version: number) =>
      client.call(updateFormCall, {
        params: { code: 'question' },
        body: { externalKey: applicationNo, changed: { petName: 'Rex' }, version },
      })
    expect((await save(1)).code).not.toBe(1)
    expect((await publishEdit(employee, QUESTION, withElement(EXTRA))).code).toBe(1)
    expect(await etag()).not.toBe(first)
    const forms = await client.ask(getFormCall, { query: { code: 'question' } })
    expect(forms.forms['question']).toMatchObject({ version: 5 })
    expect((await save(1)).code).toBe(1)
  })

  test('a new text of a consent is asked for again, and the one agreed to stays readable', async () => {
    const client = await createCustomer(api, { email: 'asked-again@example.com' })
    const state = async () => client.ask(checkConsentStatusCall, { query: {} })
    expect((await state()).complete).toBe(true)
    const published = await publishEdit(employee, ELECTRONIC, (consent) => ({
      ...consent,
      title: { en: 'Documents by email', es: 'Documentos por correo' },
    }))
    expect(published.code).toBe(1)
    const asked = await state()
    expect(asked.complete).toBe(false)
    const { kind } = { kind: ELECTRONIC.key }
    expect(asked.consents.find((one) => one.kind === kind)).toMatchObject({ outdated: true, version: 4 })
    const body = { consents: [{ kind, version: 3, given: true }] }
    expect((await client.call(batchSaveConsentStatusCall, { body })).code).toBe(codeOf('consentOutdated'))
    await client.ask(batchSaveConsentStatusCall, { body: { consents: [{ kind, version: 4, given: true }] } })
    expect((await state()).complete).toBe(true)
    const read = async (version: number) =>
      (await client.ask(getConsentTemplateCall, { query: { portfolioId: 118, kind, version } })).templates[0]
    expect((await read(4))?.title).toBe('Documents by email')
    expect((await read(3))?.title).not.toBe('Documents by email')
    expect(
      (await client.call(getConsentTemplateCall, { query: { portfolioId: 118, kind, version: 9 } })).code,
    ).toBe(codeOf('notFound'))
  })

  test('a theme color changes on get-portfolio; rolling back is publishing the older content', async () => {
    const color = async () =>
      (await api.client().ask(getPortfolioCall, { query: { portfolioId: 118 } })).primaryColor
    const page = async () =>
      (await api.app.inject({ method: 'GET', url: '/sign-in', headers: { host: 'localhost' } })).body
    const first = await newestVersion(employee, BRAND)
    const old = await color()
    expect(await page()).toContain(`--brand-primary:${old}`)
    expect((await publishEdit(employee, BRAND, withColor('#7a1fa2'))).code).toBe(1)
    expect(await color()).toBe('#7a1fa2')
    expect(await page()).toContain('--brand-primary:#7a1fa2')
    const back = await publishEdit(employee, BRAND, () => first.content)
    expect(back).toMatchObject({ code: 1, data: { version: first.version + 2 } })
    expect(await color()).toBe(old)
  })

  test('of products only the changed one takes the new version', async () => {
    const item = { kind: 'product', key: 'product' } as const
    const answer = await publishEdit(
      employee,
      item,
      (products) =>
        (products as unknown as Content[]).map((product, index) =>
          index === 0 ? { ...product, annualRate: '2.50' } : product,
        ) as unknown as Content,
    )
    expect(answer).toMatchObject({ code: 1, data: { version: 2 } })
    const { content } = await newestVersion(employee, item)
    expect((content as unknown as Content[]).map(({ version }) => version)).toEqual([2, 1])
    const rate = async (version: number) =>
      (await productAt(api.database.db, 118, { productCode: 'TI-260', version }))?.annualRate
    expect(await rate(1)).toEqual(rational(260n, 100n))
    expect(await rate(2)).toEqual(rational(250n, 100n))
    expect(await rate(9)).toBeUndefined()
    const { products } = await api.client().ask(getPortfolioProgramCall, { query: { portfolioId: 118 } })
    expect(JSON.stringify(products)).toContain('250.00')
  })

  test('a scheduled version waits for its instant', async () => {
    const spinner = async () =>
      (await api.client(110).ask(getPortfolioCall, { query: { portfolioId: 110 } })).spinner
    const item = { ...BRAND, portfolioId: 110 }
    const now = await spinner()
    const later = now === 7 ? 6 : 7
    const activeFrom = new Date(api.clock.now().getTime() + 60_000).toISOString()
    const edit = (content: Content) => ({ ...content, spinner: later })
    expect((await publishEdit(employee, item, edit, { activeFrom })).code).toBe(1)
    expect(await spinner()).toBe(now)
    api.clock.advance(60_000)
    expect(await spinner()).toBe(later)
  })
})
