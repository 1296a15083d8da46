import { join } from 'node:path'
import { CALLS } from '@dolphin/contract/registry'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPortfolioFiles } from '@dolphin/ops-cli/new-portfolio'
import { readFolder } from '@dolphin/ops-cli/portfolio-folder'
import { startTestApi, type TestApi } from '../api-fixture.ts'
import { signInEmployee } from '../employees.ts'
import type { TestClient } from '../test-client.ts'
import { confirmApproval } from '../confirmations.ts'
import { asking, proveChanges } from './prove-changes.ts'

let api: TestApi
let maker: TestClient
let checker: TestClient

beforeAll(async () => {
  api = await startTestApi()
  maker = await signInEmployee(api)
  checker = await signInEmployee(api, 'grace-example')
})
afterAll(() => api.close())

const DOMAIN = 'quartz-loans.example'
const note = 'A new brand'

/** A whole portfolio from the files of the shipped 118. */
function brand(portfolioId: number) {
  const { files } = readFolder(join(process.cwd(), 'data/portfolios/118'), { words: [], options: {} })
  const template = Object.fromEntries(files.map(({ file, content }) => [file, content]))
  const wanted = {
    portfolioId,
    brand: 'Quartz Loans',
    legal: 'Quartz Loans, LLC',
    domain: DOMAIN,
    primary: '#5b2a86',
    secondary: '#123c5a',
    third: '#0f7173',
    states: ['WI'],
  }
  const made = newPortfolioFiles(template, wanted) as Readonly<Record<string, Record<string, unknown>>>
  return Object.entries(made).map(([file, content]) => ({ file, content }))
}

test('a portfolio that is entered can be looked at and confirmed; published, its domain is taken', async () => {
  const files = brand(121)
  let approvalNo = ''
  const enter = async () => {
    const body = { portfolioId: 121, act: 'publish' as const, files, note }
    ;({ approvalNo } = (await maker.ask(CALLS.releasePortfolio, { body })).approval)
  }
  const rival = asking(maker, 'checkPortfolio', { body: { portfolioId: 122, files: brand(122) } })
  const publish = async () => {
    await proveChanges(api, enter, {
      listReleases: asking(maker, 'listReleases', { query: { portfolioId: 121 } }),
      previewPortfolio: asking(checker, 'previewPortfolio', { body: { portfolioId: 121, releaseNo: 1 } }),
    })
    await confirmApproval(checker, approvalNo)
  }
  await proveChanges(api, publish, {
    checkPortfolio: rival,
    releasePortfolio: asking(maker, 'releasePortfolio', {
      body: { portfolioId: 121, act: 'rollBack', note },
    }),
  })
  expect(await rival()).toMatchObject({ code: 1, data: { sound: false } })
})
