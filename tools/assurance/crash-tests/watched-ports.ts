import { AsyncLocalStorage } from 'node:async_hooks'
import { dirname, join } from 'node:path'
import type { StatementObserver } from '@dolphin/database/driver/executor'
import type { Database } from '@dolphin/database/driver/open'
import type { PoolObservers } from '@dolphin/database/driver/session-pool'
import type { BankGateway } from '@dolphin/integrations/ach-gateway/bank-gateway'
import { createBankFolder } from '@dolphin/integrations/ach-gateway/bank-folder'
import { createLocalFolderStore } from '@dolphin/integrations/objects/local-folder-store'
import type { MailSender } from '@dolphin/integrations/mail/mail-sender'
import type { ObjectFolder } from '@dolphin/integrations/objects/object-store'
import { dataPaths } from '@dolphin/api/config/config'
import type { TestApiOptions, TestPlace } from '@dolphin/api/testing/api-fixture'
import { watchFiles } from '@dolphin/api/testing/watched-files'

/** A moment just before or just after an operation of a port: all that a crash can come between. */
export interface Passage {
  readonly port: 'database' | 'objects' | 'documents' | 'mail' | 'bank' | 'files'
  /**
   * Of the database the title of a statement, such as "insert loans" or "commit" (statement-title.ts); of the others the
   * name of the method, and of objects and files the folder too.
   */
  readonly operation: string
  readonly when: 'before' | 'after'
  /** Titles of the statements that the same transaction has run; empty outside of one. */
  readonly earlier: ReadonlySet<string>
}

/** Told of every passage. What it throws breaks the operation off, before or after it is done. */
export type PassageHook = (passage: Passage) => void

const NOTHING: ReadonlySet<string> = new Set()

interface RunningTransaction {
  readonly titles: Set<string>
  /** What the hook threw, which the driver would hide. */
  thrown?: unknown
}

/** A port whose operations of these names are told of, before and after. */
function watchedPort<Port extends object>(
  port: Passage['port'],
  opened: Port,
  operations: readonly (keyof Port & string)[],
  hook: PassageHook,
): Port {
  const watched = operations.map((name) => {
    const run = opened[name] as (...given: unknown[]) => Promise<unknown>
    const operation = (given: unknown): string =>
      port === 'objects' ? `${name} ${String(given).split('/')[0]}` : name
    const told = async (...given: unknown[]): Promise<unknown> => {
      const about = { port, operation: operation(given[0]), earlier: NOTHING }
      hook({ ...about, when: 'before' })
      const answer = await run.apply(opened, given)
      hook({ ...about, when: 'after' })
      return answer
    }
    return [name, told] as const
  })
  return { ...opened, ...Object.fromEntries(watched) }
}

/** Opens a database whose statements and commits are told of. */
export async function openWatched(
  open: (observers: PoolObservers) => Promise<Database>,
  hook: PassageHook,
): Promise<Database> {
  const running = new AsyncLocalStorage<RunningTransaction>()
  const tell = (operation: string, when: Passage['when']): void => {
    const transaction = running.getStore()
    try {
      hook({ port: 'database', operation, when, earlier: transaction?.titles ?? NOTHING })
    } catch (error) {
      if (transaction !== undefined) transaction.thrown = error
      throw error
    }
  }
  const onStatement: StatementObserver = async (title, run) => {
    tell(title, 'before')
    const answer = await run()
    running.getStore()?.titles.add(title)
    // The passage behind a commit comes once its session is free again.
    if (title !== 'commit') tell(title, 'after')
    return answer
  }
  const opened = await open({ onStatement })
  return {
    ...opened,
    transaction: async (work, isolation) =>
      await running.run({ titles: new Set() }, async () => {
        try {
          const answer = await opened.transaction(work, isolation)
          tell('commit', 'after')
          return answer
        } catch (error) {
          throw running.getStore()?.thrown ?? error
        }
      }),
  }
}

/** The folders of a data folder, watched: what leaves for the bank, and what is stored. */
export function watchedFolders(
  dataDir: string,
  hook: PassageHook,
): { readonly bank: BankGateway; readonly objectFolder: ObjectFolder } {
  const paths = dataPaths(dataDir)
  const outbox = join(paths.bank, 'outbox')
  watchFiles('outbox', (operation, path) => {
    if (operation === 'link' && dirname(path) === outbox)
      hook({ port: 'files', operation: 'link outbox', when: 'before', earlier: NOTHING })
  })
  return {
    bank: watchedPort('bank', createBankFolder(paths.bank), ['submit', 'archive'], hook),
    objectFolder: watchedPort('objects', createLocalFolderStore(paths.objects), ['put'], hook),
  }
}

/** A server of the tests on watched ports. */
export function watchedServer(
  { place, mail, ...others }: TestApiOptions & { readonly place: TestPlace; readonly mail: MailSender },
  hook: PassageHook,
): TestApiOptions {
  const { home, documents, dataDir } = place
  return {
    ...others,
    ...watchedFolders(dataDir, hook),
    mail: watchedPort('mail', mail, ['send'], hook),
    place: {
      ...place,
      documents: watchedPort('documents', documents, ['renderAgreement', 'seal'], hook),
      home: { ...home, open: (options) => openWatched((seen) => home.open({ ...options, ...seen }), hook) },
    },
  }
}
