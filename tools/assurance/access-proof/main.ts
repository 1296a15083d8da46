import { parseArgs } from 'node:util'
import { setScene } from '@dolphin/api/testing/call-coverage/scene'
import { startTestApi } from '@dolphin/api/testing/api-fixture'
import { retryingClient } from '../retrying-client.ts'
import { TestClient } from '@dolphin/api/testing/test-client'
import { type AccessCell, accessCells } from './cells.ts'
import { type FilterSwitch, watchFilters } from './filter-switch.ts'
import { addMoreRows } from './more-rows.ts'
import { nameRows } from './named-rows.ts'
import { firstDifference, type Outcome, outcomeOf, steady } from './outcome.ts'
import { addStrays } from './strays.ts'
import { addTwins, rowDigests, sealTwinMails } from './twins.ts'

/** What scripts/proof-access.mjs passes: names of the filters, by the numbers of their marks. */
const { filters: names = [] } = JSON.parse(process.env['OWNER_FILTERS'] ?? '{}') as {
  filters?: readonly string[]
}
const { values } = parseArgs({ options: { calls: { type: 'string' }, filter: { type: 'string' } } })

interface Expected {
  readonly cell: AccessCell
  readonly seen: ReadonlySet<number>
  readonly steady: Outcome
  readonly places: ReadonlySet<string>
}

type Ground = Parameters<typeof outcomeOf>[0]

const say = (line: unknown) => void process.stdout.write(`${JSON.stringify(line)}\n`)

/** A cell as it is with every filter in place; asked twice, for what is made anew each time says nothing. */
async function expectedOf(ground: Ground, cell: AccessCell): Promise<Expected> {
  ground.filters.seen()
  const one = await outcomeOf(ground, cell)
  const seen = ground.filters.seen()
  const other = await outcomeOf(ground, cell)
  return { cell, seen, steady: steady(one, other), places: new Set([...one.keys(), ...other.keys()]) }
}

/** Who notices that a filter is open: the first cell that is not as it was, and how. */
async function whoNotices(ground: Ground, filter: number, cells: readonly Expected[]) {
  ground.filters.open(filter)
  try {
    for (const expected of cells) {
      const how = firstDifference(expected, await outcomeOf(ground, expected.cell))
      if (how !== undefined) return { cell: expected.cell.name, how: how.slice(0, 200) }
    }
    return undefined
  } finally {
    ground.filters.open(undefined)
  }
}

async function run(): Promise<void> {
  process.env['TEST_DATABASE'] = 'embedded'
  // What a server without a condition answers says nothing of the calls
  delete process.env['CALL_COVERAGE_DIR']
  const started = await startTestApi()
  const httpClient = retryingClient(() => started.app)
  const api = { ...started, client: (portfolioId = 118) => new TestClient(httpClient, portfolioId) }
  try {
    const scene = await setScene(api)
    await addMoreRows(scene)
    const rows = await nameRows(scene)
    await addTwins(api.database, 118)
    await sealTwinMails(api.database, api.deps.cipher, 118)
    await addStrays(api.database, scene.borrower.loanNo)
    const filters: FilterSwitch = await watchFilters(api.database)
    const ground = { database: api.database, filters, digests: await rowDigests(api.database) }
    const wanted = values.calls?.split(',')
    const cells = accessCells(scene, rows).filter(
      ({ name }) => wanted?.includes(name.split(' ')[0] ?? '') ?? true,
    )
    const expected: Expected[] = []
    for (const cell of cells) expected.push(await expectedOf(ground, cell))
    const broken = expected.flatMap(({ cell, steady }) =>
      steady.has('/thrown') ? [`${cell.name} (${String(steady.get('/thrown'))})`] : [],
    )
    say({ cells: cells.length, broken })
    for (const [number, name] of names.entries()) {
      if (!(values.filter?.split(',').some((one) => name.includes(one)) ?? true)) continue
      const reached = expected.filter(({ seen }) => seen.has(number))
      const noticed = reached.length === 0 ? undefined : await whoNotices(ground, number, reached)
      say({ filter: name, reached: reached.length, noticed })
    }
  } finally {
    await api.close()
  }
}

await run()
