import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { confirmApprovalCall } from '@dolphin/contract/approvals'
import type { CallReply } from '@dolphin/contract/call'
import { getConsentTemplateCall } from '@dolphin/contract/consents'
import { getFormCall } from '@dolphin/contract/applications-forms'
import { getPortfolioByDomainCall } from '@dolphin/contract/portfolios'
import { publishVersionCall } from '@dolphin/contract/portfolios-staff'
import { listAudit } from '@dolphin/database/examiner/audit-repository'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { composeApi } from '@dolphin/api/compose'
import { startTestApi, type TestApi } from '@dolphin/api/testing/api-fixture'
import {
  approvalIn,
  confirmApproval,
  deskOf,
  tryConfirming,
  withColleague,
} from '@dolphin/api/testing/confirmations'
import { createCustomer } from '@dolphin/api/testing/customers'
import { signInEmployee } from '@dolphin/api/testing/employees'
import { openTerminal, type TestTerminal } from '@dolphin/api/testing/terminal'

const DOCS = readFileSync(new URL('../../../docs/guides/portfolios.md', import.meta.url), 'utf8')

/** The words of the worked example's line that begins so, as a shell would part them. */
function documented(begin: string): string[] {
  const line = DOCS.split('\n').find((one) => one.startsWith(`npm run ops -- ${begin}`)) ?? ''
  return [...line.slice('npm run ops -- '.length).matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  )
}

const FERNHILL = documented('portfolio new 119').slice(3)
const OTHER = [
  '--brand',
  'Quartz Loans',
  '--legal',
  'Quartz Loans, LLC',
  '--domain',
  'quartz-loans.example',
  '--primary',
  '#5b2a86',
  '--secondary',
  '#123c5a',
  '--third',
  '#0f7173',
  '--states',
  'WI',
]

let api: TestApi
let pages: string
let ada: TestTerminal
/** The same machine, where another employee sits. */

beforeAll(async () => {
  pages = await mkdtemp(join(tmpdir(), 'dolphin-pages-'))
  const page = '<html><head><!--dolphin:boot--><title></title></head><div id="root"></div></html>'
  for (const name of ['index.html', 'index.es.html']) await writeFile(join(pages, name), page)
  api = await startTestApi({ env: { WEB_DIR: pages } })
  ada = await openTerminal(api)
  await ada.ops(['login', '--demo', 'Ada Example'])
})
afterAll(async () => {
  await api.close()
  await ada.close()
  await rm(pages, { recursive: true, force: true })
})

const folderOf = (id: string) => join(ada.folder, id)
const newFolder = (id: string, said: readonly string[]) =>
  ada.ops(['portfolio', 'new', id, ...said, '--out', folderOf(id)])
const pageAt = (host: string) => api.app.inject({ method: 'GET', url: '/sign-in', headers: { host } })

/** Changes one file of a folder. */
async function edit(id: string, file: string, change: (content: Record<string, unknown>) => unknown) {
  const path = join(folderOf(id), file)
  const content = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>
  await writeFile(path, JSON.stringify(change(content), null, 2))
}

/** Enters as Ada, confirms as Grace at the desk; answers what the confirmation said. */
async function release(line: readonly string[]): Promise<CallReply<typeof confirmApprovalCall>> {
  const entered = await ada.ops(line)
  expect(entered.text).toContain('Entered as release')
  expect(entered.text).toContain('/approvals/A')
  const approvalNo = approvalIn(entered.text)
  const own = await tryConfirming(await deskOf(await signInEmployee(api, 'Ada Example')), approvalNo)
  expect(own.code).toBe(RESPONSE_CODES.approvalRefused.code)
  return await confirmApproval(await signInEmployee(api, 'Grace Example'), approvalNo)
}

describe('a portfolio added by data alone (issue 5, point 2; docs/guides/portfolios.md)', () => {
  test('the worked example of docs/guides/portfolios.md has the lines that are tried here', () => {
    expect(FERNHILL).toEqual(expect.arrayContaining(['--brand', 'Fernhill Credit', '#1d6b3a', 'DE,UT']))
    for (const begin of [
      'portfolio check 119',
      'portfolio publish 119 --note',
      'portfolio preview 119/1 --out',
      'portfolio roll back 119 --note',
      'approvals show A000000001',
      'portfolio list 119',
    ])
      expect(documented(begin).length, begin).toBeGreaterThan(2)
  })

  test('new writes a complete folder, and its check finds nothing to refuse', async () => {
    const made = await newFolder('119', FERNHILL)
    expect(made).toMatchObject({ code: 0, text: expect.stringContaining('portfolio check') })
    expect(existsSync(join(folderOf('119'), 'favicon.svg'))).toBe(true)
    expect((await newFolder('119', FERNHILL)).text).toContain('is there already')
    const checked = await ada.ops(['portfolio', 'check', folderOf('119')])
    expect(checked.text).toContain('Portfolio 119 can be published.')
    expect(checked.text).toMatch(/steady pay in DE +(qualified|referred)/)
    expect(checked.text).toMatch(/P119-STANDARD +200\.00 .* %/)
    expect(checked.code).toBe(0)
  })

  test('the preview is a ZIP for reviewers; no public page changes', async () => {
    const out = join(ada.folder, 'preview.zip')
    expect(await ada.ops(['portfolio', 'preview', folderOf('119'), '--out', out])).toMatchObject({ code: 0 })
    const zip = await readFile(out)
    for (const name of ['index.html', 'agreements/P119-STANDARD.pdf', 'notices/adverseAction.es.html'])
      expect(zip.includes(name), name).toBe(true)
    expect((await pageAt('www.fernhill-credit.example')).statusCode).toBe(404)
  })

  test('two employees publish it: its hosts answer at once with page, forms, consents, icon and accounts', async () => {
    const { deps } = api
    const second = await composeApi({ ...deps, database: api.database })
    await release(['portfolio', 'publish', folderOf('119'), '--note', 'first brand by data'])
    const page = await pageAt('www.fernhill-credit.example')
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('--brand-primary:#1d6b3a')
    expect(page.body).toContain('<title>Fernhill Credit</title>')
    expect((await pageAt('m.fernhill-credit.example')).body).toContain('Fernhill Credit')
    const icon = await api.app.inject({ method: 'GET', url: '/portfolios/119/favicon.svg' })
    expect(icon.headers['content-type']).toContain('image/svg+xml')
    expect(icon.body).toContain('#1d6b3a')
    const client = api.client(119)
    const found = await client.ask(getPortfolioByDomainCall, { query: { domain: 'fernhill-credit.example' } })
    expect(found).toMatchObject({ portfolioId: 119, brandName: 'Fernhill Credit', states: ['DE', 'UT'] })
    expect((await client.ask(getFormCall, { query: { code: 'personal' } })).forms['personal']).toBeDefined()
    const consents = await client.ask(getConsentTemplateCall, { query: { portfolioId: 119 } })
    expect(JSON.stringify(consents)).toContain('Fernhill Credit, LLC')
    const { openId } = await createCustomer(api, { email: 'first@fernhill.example.com', portfolioId: 119 })
    const { rows } = await api.database.db.execute('select portfolio_id, open_id from customers')
    expect(rows).toContainEqual({ portfolio_id: 119, open_id: openId })
    const [mail] = await api.mailsTo('first@fernhill.example.com')
    expect(mail?.content.text).toContain('Fernhill Credit')
    expect(api.deps.seals.get(119)).toBeDefined()
    const atSecond = () =>
      second.app.inject({ method: 'GET', url: '/sign-in', headers: { host: 'fernhill-credit.example' } })
    await vi.waitFor(async () => expect((await atSecond()).statusCode).toBe(200), { timeout: 5_000 })
    await second.app.close()
    await second.jobs.stop()
  })

  test('a second release is rolled back to the first; what was borrowers’ stays', async () => {
    await edit('119', 'portfolio.json', (brand) => ({
      ...brand,
      theme: { ...(brand['theme'] as object), primaryColor: '#7a1fa2' },
    }))
    const told = await release(['portfolio', 'publish', folderOf('119')])
    expect(told.approval.differences).toContainEqual({
      label: 'portfolio.json: theme.primaryColor',
      before: '"#1d6b3a"',
      after: '"#7a1fa2"',
      change: null,
    })
    expect((await pageAt('fernhill-credit.example')).body).toContain('--brand-primary:#7a1fa2')
    await release(['portfolio', 'roll', 'back', '119', '--note', 'the wrong violet'])
    expect((await pageAt('fernhill-credit.example')).body).toContain('--brand-primary:#1d6b3a')
    const listed = await ada.ops(['portfolio', 'list', '119'])
    expect(listed.text).toMatch(/119\/3 +rollBack .*ada-example.*grace-example.* the wrong violet/)
    const events = await listAudit(api.database.db, 119, 'portfolio')
    expect(events.map(({ action, actor }) => [action, actor])).toEqual([
      ['portfolioEntered', 'employee:ada-example'],
      ['portfolioPublished', 'employee:grace-example'],
      ['portfolioEntered', 'employee:ada-example'],
      ['portfolioPublished', 'employee:grace-example'],
      ['portfolioEntered', 'employee:ada-example'],
      ['portfolioRolledBack', 'employee:grace-example'],
    ])
  })

  test('a first release is taken off the air again, unless somebody has an account there', async () => {
    await newFolder('120', OTHER)
    await release(['portfolio', 'publish', folderOf('120')])
    expect((await pageAt('quartz-loans.example')).statusCode).toBe(200)
    await release(['portfolio', 'roll', 'back', '120'])
    expect((await pageAt('quartz-loans.example')).statusCode).toBe(404)
    await release(['portfolio', 'publish', folderOf('120')])
    expect((await pageAt('quartz-loans.example')).statusCode).toBe(200)
  })

  test('what waits is not published over what came in between', async () => {
    await edit('120', 'portfolio.json', (brand) => ({ ...brand, spinner: 5 }))
    const entered = await ada.ops(['portfolio', 'publish', folderOf('120')])
    const confirm = async () =>
      await tryConfirming(await deskOf(await signInEmployee(api, 'Grace Example')), approvalIn(entered.text))
    const employee = await signInEmployee(api, 'linus-example')
    const brand = api.deps.portfolios.byId(120)?.portfolio
    const version = brand?.version ?? 0
    const body = { portfolioId: 120, kind: 'portfolio', key: 'portfolio', note: '', mode: 'publish' } as const
    const content = JSON.parse(await readFile(join(folderOf('120'), 'portfolio.json'), 'utf8')) as Record<
      string,
      unknown
    >
    const between = { ...body, baseVersion: version, content: { ...content, spinner: 7 } }
    expect(
      await withColleague(employee, await employee.call(publishVersionCall, { body: between })),
    ).toMatchObject({ code: 1 })
    const blocked = await confirm()
    expect(blocked.code).toBe(RESPONSE_CODES.approvalBlocked.code)
    expect(JSON.stringify(blocked.data)).toContain('Somebody published portfolio.json@')
    expect((await ada.ops(['portfolio', 'roll', 'back', '120'])).text).toContain(
      'Somebody published portfolio.json@',
    )
  })
})

describe('an unusable portfolio is refused, each fault in a sentence that says what to do', () => {
  type Change = (content: Record<string, unknown>) => unknown
  const brand =
    (change: object): Change =>
    (content) => ({ ...content, ...change })
  const theme =
    (change: object): Change =>
    (content) => ({
      ...content,
      theme: { ...(content['theme'] as object), ...change },
    })
  const CASES: readonly [string, string, Change, RegExp][] = [
    [
      'a faint color',
      'portfolio.json',
      theme({ primaryColor: '#ffe000' }),
      /theme\.primaryColor .*1\.\d+:1.*nearest color that passes is #[0-9a-f]{6}/,
    ],
    [
      'a host of another brand',
      'portfolio.json',
      brand({ hosts: ['redstone-advance.example'] }),
      /claims the host redstone-advance\.example too.*Choose a host name/,
    ],
    [
      'a wrong phone',
      'portfolio.json',
      (content) => ({ ...content, lender: { ...(content['lender'] as object), phone: '12' } }),
      /"lender\.phone" in portfolio\.json must be ten digits/,
    ],
    [
      'a bank identity of another brand',
      'portfolio.json',
      (content) => ({ ...content, ach: { ...(content['ach'] as object), companyId: '1180001180' } }),
      /Portfolio 118 sends its payments under the company ID/,
    ],
    [
      'a picture that is not there',
      'portfolio.json',
      brand({ faviconUrl: '/portfolios/121/logo.svg' }),
      /There is no picture at \/portfolios\/121\/logo\.svg/,
    ],
    [
      'a rate over a state’s cap',
      'products.json',
      (products) =>
        (products as unknown as object[]).map((one, at) => (at === 0 ? { ...one, annualRate: '2.90' } : one)),
      /The APR is 2\d\d\.\d\d %.* TN allows 279 %/,
    ],
    [
      'a military rate over 36 %',
      'products.json',
      (products) =>
        (products as unknown as object[]).map((one, at) => (at === 1 ? { ...one, annualRate: '0.40' } : one)),
      /over 36 %/,
    ],
    [
      'a notice without its figures',
      'notices/paymentUpcoming.json',
      brand({ body: { en: '{legalName} takes money.', es: '{legalName} cobra.' } }),
      /must say \{amount\} \(12 CFR 1005\.10\(d\)\(1\)\)/,
    ],
    [
      'Spanish that is English',
      'notices/paidOff.json',
      (content) => ({
        ...content,
        body: { en: (content['body'] as { en: string }).en, es: (content['body'] as { en: string }).en },
      }),
      /English and Spanish say the same/,
    ],
    [
      'a plain summary that is English in Spanish',
      'consents/electronicRecords.json',
      brand({ summary: { en: 'We mail your papers.', es: 'We mail your papers.' } }),
      /summary.*English and Spanish say the same/,
    ],
    [
      'a policy that approves no sample applicant',
      'policy.json',
      (content) => ({
        ...content,
        rules: (content['rules'] as Record<string, unknown>[]).map((rule) =>
          rule['code'] === 'tooManyApplications'
            ? { ...rule, when: [{ fact: 'applicationsLast30Days', operator: 'atLeast', value: 1 }] }
            : rule,
        ),
      }),
      /sample applicant "steady pay in/,
    ],
  ]

  beforeAll(async () => {
    const said = FERNHILL.map((word) =>
      word === 'DE,UT' ? 'DE,TN' : word.replace('fernhill', 'larkspur').replace('Fernhill', 'Larkspur'),
    )
    await newFolder('121', said)
  })

  test.each(CASES)('%s', async (_, file, change, sentence) => {
    const before = await readFile(join(folderOf('121'), file), 'utf8')
    await edit('121', file, change)
    const checked = await ada.ops(['portfolio', 'check', folderOf('121')])
    expect(checked.text).toMatch(sentence)
    expect(checked.code).toBe(1)
    const entered = await ada.ops(['portfolio', 'publish', folderOf('121')])
    expect(entered.code).toBe(1)
    await writeFile(join(folderOf('121'), file), before)
  })

  test('a picture that could run is no picture; a file of no portfolio is named', async () => {
    const path = join(folderOf('121'), 'favicon.svg')
    const before = await readFile(path, 'utf8')
    await writeFile(path, '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    await writeFile(join(folderOf('121'), 'extra.json'), '{}')
    const { text } = await ada.ops(['portfolio', 'check', folderOf('121')])
    expect(text).toContain('may not hold <script>')
    expect(text).toContain('extra.json is no file of a portfolio')
    await writeFile(path, before)
    await rm(join(folderOf('121'), 'extra.json'))
  })

  test('a state without a cap on file is refused, and a folder without a file says how to get one', async () => {
    const said = [...FERNHILL.slice(0, -1), 'TX'].map((word) => word.replace('fernhill', 'poplar'))
    await newFolder('122', said)
    const texas = await ada.ops(['portfolio', 'check', folderOf('122')])
    expect(texas.text).toContain('There is no rate cap of TX on file')
    await rm(join(folderOf('122'), 'forms/bank.json'))
    await rm(join(folderOf('122'), 'policy.json'))
    const { text } = await ada.ops(['portfolio', 'check', folderOf('122')])
    expect(text).toContain('policy.json is missing. Add it')
  })

  test('a usage error exits with 2', async () => {
    for (const line of [
      ['portfolio', 'new', '119'],
      ['portfolio', 'new', 'abc', ...FERNHILL],
      ['portfolio', 'check', join(ada.folder, 'nowhere')],
      ['portfolio', 'publish', '--confirm', '119/1'],
      ['portfolio', 'publish', '--confirm', 'x', '--digest', '0'.repeat(12)],
    ])
      expect((await ada.ops(line)).code, line.join(' ')).toBe(2)
  })
})
