import type { Database } from '@dolphin/database/driver/open'
import type { FieldCipher } from '@dolphin/database/driver/field-cipher'
import type { BankCalendar } from '@dolphin/domain/calendar/bank-calendar'
import type { Clock } from '@dolphin/domain/time/clock'
import type { RandomSource } from '@dolphin/domain/time/random-source'
import type { BankGateway } from '@dolphin/integrations/ach-gateway/bank-gateway'
import type { DocumentService } from '@dolphin/integrations/document/document-service'
import type { SealIdentity } from '@dolphin/integrations/document/seal-identity'
import type { MailSender } from '@dolphin/integrations/mail/mail-sender'
import type { MilitaryStatusProvider } from '@dolphin/integrations/military/provider'
import type { SmsSender } from '@dolphin/integrations/sms/sms-sender'
import type { OpenIdClient } from '@dolphin/integrations/single-sign-on/open-id-client'
import type { ObjectFolder, ObjectStore } from '@dolphin/integrations/objects/object-store'
import type { StatementService } from '@dolphin/integrations/statement/statement-service'
import type { Logger } from 'pino'
import type { AttemptLimits } from './security/attempt-limits.ts'
import type { TicketBoard } from './ports/ticket-board.ts'
import type { ApiConfig } from './config/config.ts'
import type { FailedWork } from './ports/failed-work.ts'
import type { KeysBound } from './key-folder-identity.ts'
import type { DiskWatch, ReadSpace } from './ports/disk-watch.ts'
import type { JobQueue } from './ports/job-queue.ts'
import type { LiveHolidays } from './ports/live-holidays.ts'
import type { KeyRing } from './security/keys.ts'
import type { NoticeOutbox } from './ports/notice-outbox.ts'
import type { Metrics } from './observability/metrics.ts'
import type { Observability } from './observability/observability.ts'
import type { LivePortfolios, PortfolioCatalog } from './ports/portfolio-catalog.ts'
import type { UnitsOfWork } from './unit-of-work.ts'
import type { ShiftableClock } from './wall-clock.ts'

/** The outside world as the server was started with it: what differs between production, test and simulation. */
export interface ExternalDeps {
  readonly config: ApiConfig
  readonly log: Logger
  /** Outside production a ShiftableClock (wall-clock.ts), so that a demonstration can live through days. */
  readonly clock: Clock
  readonly random: RandomSource
  readonly database: Database
  readonly keys: KeyRing
  /** The data files; what was published since is laid over them in Deps. */
  readonly portfolios: PortfolioCatalog
  /** Where objects lie; what is put there itself is not sealed. */
  readonly objectFolder: ObjectFolder
  /** Where the keys of objects and records lie, which are removed with what they seal. */
  readonly keyFolder: ObjectFolder
  /** When the first nodes bound the keys of records to the database; absent: long ago. */
  readonly keysBound?: KeysBound | undefined
  readonly mail: MailSender
  /** The bank that takes ACH files and returns entries. */
  readonly bank: BankGateway
  /** Undefined: this server reaches no phone. */
  readonly sms: SmsSender | undefined
  /** Renders, seals and checks PDFs off the event loop. */
  readonly documents: DocumentService
  readonly military: MilitaryStatusProvider
  /** Reads uploaded files in a thread of their own. */
  readonly statements: StatementService
  /** Undefined: what is counted is nowhere shown. */
  readonly observability?: Observability | undefined
  /** How full a disk is; asked of the system where nothing is given. */
  readonly readSpace?: ReadSpace | undefined
  /** Which build runs; absent where nothing asks. */
  readonly build?: string | undefined
}

/** What features are made of; each takes the part it needs. Built once, in compose.ts. */
export interface Deps extends ExternalDeps {
  readonly observability: Observability
  readonly portfolios: LivePortfolios
  readonly cipher: FieldCipher
  /** Documents, uploads and files, each sealed with a key of its own. */
  readonly objects: ObjectStore
  readonly holidays: LiveHolidays
  /** That of the holidays. */
  readonly calendar: BankCalendar
  readonly units: UnitsOfWork
  readonly jobs: JobQueue
  readonly notices: NoticeOutbox
  readonly tickets: TicketBoard
  readonly limits: AttemptLimits
  readonly disk: DiskWatch
  /** What fails in a round becomes a work item. */
  readonly failedWork: FailedWork
  /** The company's provider by which staff may sign in; undefined where none is set. */
  readonly openId: Pick<OpenIdClient, 'begin' | 'complete' | 'isAvailable'> | undefined
  /** Undefined where time cannot be moved, above all in production. */
  readonly movableClock: ShiftableClock | undefined
  /** With what each portfolio's lender seals its documents, by portfolio id. */
  readonly seals: ReadonlyMap<number, SealIdentity>
}

/** What moving money takes: the services shared by staff calls, the timetable and tests. */
export type MoneyDeps = Pick<
  Deps,
  | 'config'
  | 'log'
  | 'clock'
  | 'database'
  | 'objects'
  | 'cipher'
  | 'keys'
  | 'random'
  | 'calendar'
  | 'portfolios'
  | 'units'
  | 'jobs'
  | 'notices'
  | 'tickets'
  | 'bank'
  | 'failedWork'
> & {
  /** Only what counts the failures of a round. */
  readonly observability: { readonly metrics: Pick<Metrics, 'roundFailed'> }
}
