import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listVersionCall, publishVersionCall } from '@dolphin/contract/portfolios-staff'
import { getPortfolioCall } from '@dolphin/contract/portfolios'
import type { FailureData } from '@dolphin/contract/envelope'
import { listAudit } from '@dolphin/database/examiner/audit-repository'
import { openDatabase } from '@dolphin/database/driver/open'
import { listVersions } from '@dolphin/database/portfolios/portfolio-version-repository'
import { ConsentKind } from '@dolphin/domain/portfolios/consent-template'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { composeApi } from '../../compose.ts'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { TestClient } from '../../testing/test-client.ts'
import { newestVersion, publishEdit } from '../../testing/versions.ts'
import { openLivePortfolios } from './live-portfolios.ts'
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

type Content = Record<string, unknown>
const errorsOf = (answer: { readonly data: unknown }) =>
  ((answer.data as FailureData).errors ?? []).map(({ elementKey, message }) => `${elementKey}: ${message}`)
const publishedCount = async () => (await listVersions(api.database.db, { portfolioId: 118 }, 1_000)).length
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

describe('bad data are refused where they would be at a start, and nothing changes', () => {
  test.each([
    [
      'an unknown control',
      QUESTION,
      withElement({ ...EXTRA, elementKey: 'bad', dataControl: 'hologram' }),
      /question\.json: elements\.bad\.dataControl|question\.json: bad\.dataControl/,
    ],
    [
      'an unknown rule',
      QUESTION,
      withElement({ ...EXTRA, elementKey: 'bad', foregroundProperty: { validateRules: ['noSuchRule'] } }),
      /question\.json: bad\./,
    ],
    [
      'a condition on a later element',
      QUESTION,
      withElement({
        ...EXTRA,
        elementKey: 'bad',
        associates: [{ kind: 'show', when: { key: 'nowhere', is: '1' } }],
      }),
      /question\.json: bad/,
    ],
    [
      'an unsafe URL',
      QUESTION,
      (form: Content) => ({ ...form, readUrl: '/dolphin-loan/../../etc' }),
      /question\.json.*unsafe URL/,
    ],
    [
      'another code than its file',
      QUESTION,
      (form: Content) => ({ ...form, code: 'questions' }),
      /question\.json: code: is not the file's name/,
    ],
    [
      'an invalid color',
      BRAND,
      withColor('url(evil)'),
      /portfolio\.json: theme\.primaryColor: must be a #rrggbb color/,
    ],
    [
      'an icon that runs',
      BRAND,
      (brand: Content) => ({ ...brand, faviconUrl: 'javascript:alert(1)' }),
      /portfolio\.json: faviconUrl/,
    ],
    [
      'a state that the policy does not name',
      BRAND,
      (brand: Content) => ({ ...brand, states: ['UT'] }),
      /policy\.json: rules: the state knock-out/,
    ],
    [
      'a host of another brand',
      BRAND,
      (brand: Content) => ({ ...brand, hosts: ['110.localhost'] }),
      /claims the host 110\.localhost/,
    ],
    [
      'an unknown fact',
      POLICY,
      (policy: Content) => ({
        ...policy,
        rules: [
          ...(policy['rules'] as Content[]),
          { code: 'moon', effect: 'decline', when: [{ fact: 'moonPhase', operator: 'is', value: true }] },
        ],
      }),
      /policy\.json: rules\..*no fact is called moonPhase/,
    ],
    [
      'a consent made a condition of credit',
      { kind: 'consent', key: ConsentKind.achAuthorization } as const,
      (consent: Content) => ({ ...consent, required: true }),
      /consents\/achAuthorization\.json: required/,
    ],
  ])('%s', async (_, item, edit, problem) => {
    const before = await publishedCount()
    const answer = await publishEdit(employee, item, edit)
    expect(answer.code).toBe(codeOf('invalidInput'))
    expect(errorsOf(answer).join('\n')).toMatch(problem)
    expect(await publishedCount()).toBe(before)
  })

  test('what is no item, no portfolio, in the past or no change', async () => {
    const { version, content } = await newestVersion(employee, QUESTION)
    const body = {
      portfolioId: 118,
      ...QUESTION,
      baseVersion: version,
      content,
      note: '',
      mode: 'publish' as const,
    }
    const send = (more: object) => employee.call(publishVersionCall, { body: { ...body, ...more } })
    expect((await send({ portfolioId: 999 })).code).toBe(codeOf('notFound'))
    expect(errorsOf(await send({ key: '../policy' }))[0]).toMatch(/^key: /)
    expect(errorsOf(await send({ kind: 'policy', key: 'question' }))[0]).toMatch(/^key: /)
    expect(errorsOf(await send({ activeFrom: '2020-01-01T00:00:00Z' }))[0]).toMatch(/^activeFrom: /)
    expect(errorsOf(await send({}))[0]).toMatch(/^content: This is what version/)
    expect((await send({ content: 'text' })).code).toBe(codeOf('invalidInput'))
  })

  test('a check says what would change and publishes nothing', async () => {
    const before = await publishedCount()
    const answer = await publishEdit(employee, BRAND, withColor('#123456'), { mode: 'check' })
    expect(answer).toMatchObject({ code: 1, data: { approval: null } })
    expect(await publishedCount()).toBe(before)
  })
})

describe('several hands and several nodes', () => {
  test('of two publishers on the same base one is taken, the other told of the conflict', async () => {
    const other = await signInEmployee(api, 'grace-example')
    const { version: baseVersion } = await newestVersion(employee, BRAND)
    const answers = await Promise.all([
      publishEdit(employee, BRAND, withColor('#0a5c36'), { baseVersion }),
      publishEdit(other, BRAND, withColor('#5c0a36'), { baseVersion }),
    ])
    const codes = answers.map(({ code }) => code)
    expect(codes.toSorted((left, right) => left - right)).toEqual([codeOf('approvalBlocked'), 1])
  })

  test('every publication stands in the audit with who and what', async () => {
    const events = await listAudit(api.database.db, 118, 'portfolio')
    expect(events.at(-1)).toMatchObject({ action: 'versionPublished', facts: { kind: 'portfolio' } })
    expect(events.every(({ actor }) => actor.startsWith('employee:'))).toBe(true)
  })

  test('another node takes it on by itself, and a node that starts later begins with it', async () => {
    const { location, engine } = api.database
    // Where there is a server, the other node has connections of its own.
    const database = engine === 'postgresql' ? await openDatabase(location) : api.database
    const second = await composeApi({ ...api.deps, database })
    const color = async () =>
      (await new TestClient(second.app, 118).ask(getPortfolioCall, { query: { portfolioId: 118 } }))
        .primaryColor
    await publishEdit(employee, BRAND, withColor('#4b2e83'))
    await vi.waitFor(async () => expect(await color()).toBe('#4b2e83'), { timeout: 5_000 })
    await second.app.close()
    const third = await composeApi({ ...api.deps, database })
    const brand = await new TestClient(third.app, 118).ask(getPortfolioCall, {
      query: { portfolioId: 118 },
    })
    expect(brand.primaryColor).toBe('#4b2e83')
    await third.app.close()
    await Promise.all([second.jobs.stop(), third.jobs.stop()])
    if (engine === 'postgresql') await database.close()
  })

  test('a file that differs from the same version before: production does not start, else a warning', async () => {
    const file = 'portfolio.json'
    const files = new Map(api.deps.portfolios.files)
    files.set('118', {
      ...files.get('118'),
      [file]: { ...(files.get('118')?.[file] as Content), spinner: 5 },
    })
    const portfolios = { ...api.deps.portfolios, files }
    const config = { ...api.deps.config, mode: 'production' as const }
    const production = openLivePortfolios({ ...api.deps, portfolios, config })
    await expect(production).rejects.toThrow('raise their version: 118/portfolio/portfolio@6')
    await openLivePortfolios({ ...api.deps, portfolios })
  })

  test('a version cannot be rewritten (append-only)', async () => {
    for (const statement of ['update portfolio_versions set note = $$x$$', 'delete from portfolio_versions'])
      await expect(api.database.executeSql(statement)).rejects.toThrow('DL001')
  })

  test('a request that has begun sees one state of the data to its end', async () => {
    const { portfolios } = api.deps
    const underOneVersion = portfolios.pin()
    const color = () => portfolios.byId(118)?.portfolio.theme.primaryColor
    const before = color()
    await publishEdit(employee, BRAND, withColor('#245501'))
    expect(color()).toBe('#245501')
    expect(underOneVersion(color)).toBe(before)
  })

  test('the list tells who, when and what is in effect; a version shows its content and changes', async () => {
    const { versions } = await employee.ask(listVersionCall, { query: { portfolioId: 118, ...BRAND } })
    expect(versions.filter(({ inEffect }) => inEffect)).toEqual([versions[0]])
    expect(versions[0]).toMatchObject({
      origin: 'published',
      author: 'employee:ada-example, employee:colleague-example',
    })
    expect(versions.at(-1)).toMatchObject({ origin: 'shipped' })
    const version = versions[0]?.version ?? 0
    const { detail } = await employee.ask(listVersionCall, { query: { portfolioId: 118, ...BRAND, version } })
    expect(detail?.changes).toEqual(
      expect.arrayContaining([expect.objectContaining({ path: 'theme.primaryColor', after: '"#245501"' })]),
    )
    const list = (query: object) =>
      employee.call(listVersionCall, { query: query as { portfolioId: number } })
    expect((await list({ portfolioId: 999 })).code).toBe(codeOf('notFound'))
    expect((await list({ portfolioId: 118, ...BRAND, version: 999 })).code).toBe(codeOf('notFound'))
    expect((await list({ portfolioId: 118, version: 1 })).code).toBe(codeOf('invalidInput'))
  })
})
