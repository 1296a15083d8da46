import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '@dolphin/api/testing/api-fixture'
import { createCustomer } from '@dolphin/api/testing/customers'
import { approvalIn, confirmApproval } from '@dolphin/api/testing/confirmations'
import { signInEmployee } from '@dolphin/api/testing/employees'
import { openTerminal, type TestTerminal } from '@dolphin/api/testing/terminal'

const SHIPPED = fileURLToPath(new URL('../../../data/portfolios', import.meta.url))

let api: TestApi
let terminal: TestTerminal

beforeAll(async () => {
  api = await startTestApi()
  terminal = await openTerminal(api)
  await terminal.ops(['login', '--demo', 'Ada Example'])
})
afterAll(async () => {
  await api.close()
  await terminal.close()
})

/** A shipped data file, edited, in a lender's own folder. */
async function edited(file: string, edit: (content: Record<string, unknown>) => unknown): Promise<string> {
  const path = join(terminal.folder, '118', file)
  await mkdir(join(path, '..'), { recursive: true })
  const content = JSON.parse(await readFile(join(SHIPPED, '118', file), 'utf8')) as Record<string, unknown>
  await writeFile(path, JSON.stringify(edit(content)))
  return path
}

const page = async (): Promise<string> =>
  (await fetch(`${terminal.url}/fssapi/dolphin-config/get-portfolio?portfolioId=118`)).text()

const confirmAsBea = async (said: string) =>
  await confirmApproval(await signInEmployee(api, 'bea-example'), approvalIn(said))

test('check, publish and roll back a color from a terminal; without --yes nothing changes', async () => {
  const { ops } = terminal
  const path = await edited('portfolio.json', (brand) => ({
    ...brand,
    theme: { ...(brand['theme'] as object), primaryColor: '#7a1fa2' },
  }))
  const check = await ops(['version', 'check', path])
  expect(check).toMatchObject({ code: 0, text: expect.stringContaining('theme.primaryColor') })
  const asked = await ops(['version', 'publish', path])
  expect(asked).toMatchObject({ code: 0, text: expect.stringContaining('say so with --yes') })
  expect(await page()).not.toContain('#7a1fa2')
  const done = await ops(['version', 'publish', path, '--yes', '--note', 'violet'])
  expect(done).toMatchObject({ code: 0, text: expect.stringContaining('Entered portfolio.json@7') })
  const approval = await ops(['approvals', 'show', approvalIn(done.text)])
  expect(approval.text).toContain('Version 7 of portfolio.json')
  await confirmAsBea(done.text)
  expect(await page()).toContain('#7a1fa2')
  expect((await ops(['version', 'publish', path, '--yes'])).text).toContain('newest version is 7, not 6')
  const list = await ops(['version', 'list', 'portfolio', '--portfolio', '118'])
  expect(list.text).toMatch(
    /portfolio\.json@7 +in effect .*employee:ada-example, employee:bea-example .*violet/,
  )
  const shown = await ops(['version', 'show', 'portfolio', '7', '--portfolio', '118'])
  expect(shown.text).toMatch(/theme\.primaryColor +"#[0-9a-f]{6}" +"#7a1fa2"/)
  const back = ['version', 'rollback', 'portfolio', '6', '--portfolio', '118']
  expect((await ops(back)).text).toContain('portfolio.json@8 is sound')
  const entered = await ops([...back, '--yes'])
  expect(entered.text).toContain('Entered portfolio.json@8')
  await confirmAsBea(entered.text)
  expect(await page()).not.toContain('#7a1fa2')
})

test('a wrong file is refused by element and path; a usage error is reported', async () => {
  const { ops } = terminal
  const path = await edited('forms/question.json', (form) => ({
    ...form,
    elements: [{ elementKey: 'moon', elementLabel: 'Moon', dataControl: 'hologram' }],
  }))
  const refused = await ops(['version', 'publish', path, '--yes'])
  expect(refused.code).toBe(1)
  expect(refused.text).toMatch(/118\/forms\/question\.json: .*moon/)
  await writeFile(join(terminal.folder, 'broken.json'), '{')
  for (const line of [
    ['version', 'list'],
    ['version', 'show', 'portfolio', '--portfolio', '118'],
    ['version', 'check', join(terminal.folder, 'nothing.json')],
    ['version', 'check', join(terminal.folder, 'broken.json'), '--portfolio', '118', '--as', 'policy'],
    ['version', 'rollback', 'nonsense', '1', '--portfolio', '118'],
    ['audit', 'search'],
  ])
    expect((await ops(line)).code, line.join(' ')).toBe(2)
})

test('the audit stream from a terminal', async () => {
  const { openId } = await createCustomer(api, { email: 'audited@example.com' })
  const found = await terminal.ops(['audit', 'search', '--portfolio', '118', '--customer', openId])
  expect(found).toMatchObject({ code: 0, text: expect.stringContaining(openId) })
  expect(found.text).not.toContain('audited@example.com')
  const again = await terminal.ops(['audit', 'search', '--portfolio', '118', '--event', 'auditSearched'])
  expect(again.text).toContain('employee:ada-example')
})
