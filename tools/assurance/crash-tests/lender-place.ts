import { openDatabase } from '@dolphin/database/driver/open'
import { createDocumentService } from '@dolphin/integrations/document/document-service'
import { createStatementService } from '@dolphin/integrations/statement/statement-service'
import { SeededRandom } from '@dolphin/testkit/seeded-random'
import type { TestDatabasePlace } from '@dolphin/testkit/test-database'
import type { TestPlace } from '@dolphin/api/testing/api-fixture'

/** Where a lender's data persists from one process to the next, as passed to each of them. */
export interface LenderPlace {
  readonly database: TestDatabasePlace['location']
  readonly dataDir: string
  /** The bundled threads that make documents and read statements. */
  readonly documentWorker: string
  readonly statementWorker: string
}

const POOL = 4

/** The place as a server of the tests takes it; `seed` tells the numbers and tokens of one process from another's. */
export function openLenderPlace(place: LenderPlace, seed: number): TestPlace {
  const { database: location, dataDir } = place
  const documents = createDocumentService({ workerPath: place.documentWorker })
  const statements = createStatementService({ workerPath: place.statementWorker })
  return {
    home: {
      engine: 'url' in location ? 'postgresql' : 'embedded',
      location,
      open: (options = {}) =>
        openDatabase(
          'url' in location ? { ...options, ...location, poolSize: POOL } : { ...options, ...location },
        ),
      remove: () => Promise.resolve(),
    },
    dataDir,
    random: new SeededRandom(seed),
    documents,
    statements,
    async remove() {
      await documents.close()
      await statements.close()
    },
  }
}
